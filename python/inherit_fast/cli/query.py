"""``inherit-fast query``: objects of a map that a text may mean, and why."""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Literal

import numpy as np
import numpy.typing as npt
import typer
from rich.console import Console
from rich.markup import escape

from inherit_fast.cli.options import AsJson, ConfigFile, MapPath, Settings
from inherit_fast.config import Config, load_config
from inherit_fast.errors import ConfigError
from inherit_fast.graph import SceneGraph
from inherit_fast.language import LanguageModel, Synonyms, build_language_model
from inherit_fast.retrieval import (
    Answer,
    DirectReader,
    ModelParser,
    ModelReranker,
    Ranking,
    Retriever,
    RuleParser,
)

By = Literal["rules", "model", "direct"]


def query(
    map_path: MapPath,
    text: Annotated[
        str, typer.Argument(metavar="TEXT", help="What to look for; optional with --like.")
    ] = "",
    top: Annotated[int, typer.Option(min=1, help="How many answers.")] = 5,
    as_json: AsJson = False,
    explain: Annotated[
        bool, typer.Option("--explain", help="Also the parse as one line, and the route taken.")
    ] = False,
    by: Annotated[
        By, typer.Option(help="Who reads the text: the rules, or the configured language model.")
    ] = "rules",
    viewpoint: Annotated[
        str, typer.Option("--from", metavar="X,Y", help="Where one stands who says left or right.")
    ] = "",
    like: Annotated[
        Path | None,
        typer.Option(metavar="PICTURE", help="A photo of the thing alone: what looks like it?"),
    ] = None,
    config: ConfigFile = None,
    set_: Settings = None,
) -> None:
    """Find objects in a map by what people say, or by a picture."""
    from inherit_fast.cli.maps import load_graph

    if not text and like is None:
        raise typer.BadParameter("give TEXT, --like PICTURE, or both")
    settings = load_config(config, set_ or [])
    graph = load_graph(map_path)
    if like is not None:
        feature = _feature(like, settings)
        ranking = Retriever(graph, config=settings.retrieval).like(feature, text, top)
    else:
        ranking = _ranking(graph, text, top, by, _point(viewpoint), settings)
    if as_json:
        typer.echo(json.dumps(ranking.to_dict(), ensure_ascii=False))
    else:
        _show(ranking, explain, Console())


def _ranking(
    graph: SceneGraph,
    text: str,
    top: int,
    by: By,
    point: tuple[float, float] | None,
    settings: Config,
) -> Ranking:
    from inherit_fast.cli.maps import encoder_for

    model = None if by == "rules" else _model(settings)
    if by == "direct" and model is not None:
        return DirectReader(graph, model)(text, top).ranking
    synonyms = Synonyms.load()
    retriever = Retriever(
        graph,
        encoder_for(graph),
        config=settings.retrieval,
        parser=ModelParser(model, RuleParser(synonyms)) if model else None,
        synonyms=synonyms,
        reranker=ModelReranker(model) if model and model.sees else None,
    )
    return retriever(text, top, viewpoint_m=point)


def _feature(picture: Path, settings: Config) -> npt.NDArray[np.float32]:
    """The visual feature of a picture, by the extractor that the map was made with."""
    from PIL import Image

    from inherit_fast.perception import build_features

    try:
        rgb = np.asarray(Image.open(picture).convert("RGB"))
    except OSError as error:
        raise ConfigError(f"--like: expected a picture, got {picture} ({error})") from error
    return build_features(settings.perception).global_feature(rgb)


def _model(settings: Config) -> LanguageModel:
    model = build_language_model(settings.language)
    if model is None:
        raise ConfigError(
            "no language model is configured; give `--set language.provider=openai` or `local`"
        )
    return model


def _point(text: str) -> tuple[float, float] | None:
    if not text:
        return None
    try:
        x, y = (float(part) for part in text.split(","))
    except ValueError:
        raise ConfigError(f"--from: expected X,Y in metres, got {text!r}") from None
    return x, y


def _show(ranking: Ranking, explain: bool, console: Console) -> None:
    if ranking.query.constraints:
        console.print("understood as", style="bold")
        console.print(ranking.query.tree(), markup=False, soft_wrap=True)
    if explain:
        _show_way(ranking, console)
    if ranking.note:
        console.print(ranking.note, markup=False)
    for place, answer in enumerate(ranking.shown, 1):
        show_answer(place, answer, console)


def _show_way(ranking: Ranking, console: Console) -> None:
    for name, value in (
        ("in one line", ranking.query.line()),
        ("asks for", ranking.query.asks),
        ("evidence", ranking.route),
        ("meant", _listed(ranking.chosen)),
    ):
        console.print(f"{name}: {value}", markup=False, soft_wrap=True, style="dim")


def _listed(ids: Sequence[str]) -> str:
    return ", ".join(ids) or "nothing"


def show_answer(place: int, answer: Answer, console: Console) -> None:
    """One answer and what each constraint adds to its score."""
    where = ", ".join(f"{value:.2f}" for value in answer.centroid_m)
    parts = [f"at ({where}) m", f"in the {answer.room}" if answer.room else "", answer.floor or ""]
    console.print(
        f"[bold]{place:2d}  {escape(answer.label)}[/bold]  {answer.id}  score {answer.score:.2f}  "
        + escape("  ".join(part for part in parts if part)),
        highlight=False,
        soft_wrap=True,
    )
    for reason in answer.why:
        sources = f"  by {', '.join(reason.references)}" if reason.references else ""
        sources += f"  seen from {reason.seen_from}" if reason.seen_from else ""
        line = f"      {reason.part:+.2f}  {reason.constraint}{sources}"
        console.print(line, markup=False, style="dim", soft_wrap=True)
