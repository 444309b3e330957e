"""``inherit-fast eval``: how many queries of a file a map answers rightly."""

import hashlib
import json
from collections.abc import Sequence
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from rich.console import Console
from rich.markdown import Markdown
from rich.table import Table

from inherit_fast.cli.options import AsJson, MapPath
from inherit_fast.errors import QueryError
from inherit_fast.evaluation import (
    LabelTable,
    Matcher,
    Report,
    TruthObject,
    evaluate,
    missing_targets,
    read_truth,
    truth_of,
)
from inherit_fast.evaluation.comparison import Case
from inherit_fast.evaluation.foreign_queries import read_query_file
from inherit_fast.evaluation.metrics import Scores, by_category, total
from inherit_fast.evaluation.truth import share_of_labels_met
from inherit_fast.graph import SceneGraph, content_digest
from inherit_fast.language import Synonyms
from inherit_fast.retrieval import Retriever

if TYPE_CHECKING:
    from inherit_fast.evaluation.on_map import MapComparison

SAME_PLACE_M = 0.5
WIDE = 160  # columns that the table of methods needs


class TruthFrame(StrEnum):
    """The world that the truth's boxes are given in."""

    MAP = "map"
    SOURCE = "source"


def evaluate_map(
    map_path: MapPath,
    queries_path: Annotated[
        Path, typer.Argument(metavar="QUERIES", help="A .jsonl file, VLA-3D statements, REVERIE.")
    ],
    truth: Annotated[
        Path | None,
        typer.Option(help="True objects with boxes; without it the ids of an imported map count."),
    ] = None,
    truth_frame: Annotated[
        TruthFrame, typer.Option(help="The world of the truth's boxes: the map's or the source's.")
    ] = TruthFrame.MAP,
    scene: Annotated[str, typer.Option(help="The scan of a REVERIE file that the map is of.")] = "",
    compare: Annotated[
        bool, typer.Option("--compare", help="Peers' mechanisms and our components, too.")
    ] = False,
    language: Annotated[
        list[Path] | None,
        typer.Option(metavar="CONFIG.toml", help="A language model for --compare; repeatable."),
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Ask every query of a file and count the right answers."""
    from inherit_fast.cli import maps

    graph, synonyms = maps.load_graph(map_path), Synonyms.load()
    case = _case(map_path.name, graph, synonyms, queries_path, scene, truth, truth_frame)
    if truth and (doubt := _other_world(graph, truth, truth_frame)):
        typer.echo(f"inherit-fast: {doubt}", err=True)
    report = evaluate(
        Retriever(graph, maps.encoder_for(graph), synonyms=synonyms),
        case.queries,
        case.matcher,
        by_source_id=case.by_source_id,
        sources=_digests(map_path, queries_path, truth),
    )
    comparison = _compared(case, synonyms, language or ()) if compare else None
    if as_json:
        more = comparison.to_dict() if comparison else {}
        typer.echo(json.dumps({**report.to_dict(), **more}, ensure_ascii=False))
        return
    _show(report, missing_targets(case.queries, case.matcher), Console())
    if comparison:
        _show_comparison(comparison.to_markdown(), Console())


def _case(
    name: str,
    graph: SceneGraph,
    synonyms: Synonyms,
    queries_path: Path,
    scene: str,
    truth: Path | None,
    frame: TruthFrame,
) -> Case:
    """The map with its queries and what is true of it.

    Raises:
        QueryError: the file or the truth cannot be used, or they have nothing in common.
    """
    queries = read_query_file(queries_path, scene=scene)
    matcher = Matcher(_truth(graph, truth, frame), LabelTable.load(synonyms))
    wanted = {i for query in queries for i in query.target_ids}
    if wanted and len(missing_targets(queries, matcher)) == len(wanted):
        raise QueryError(f"{queries_path}: none of its targets is among the true objects")
    return Case(name, graph, matcher, queries, by_source_id=truth is None)


def _digests(map_path: Path, queries_path: Path, truth: Path | None) -> dict[str, str]:
    """What was evaluated, so that a report can be held against it."""
    files = {"queries": queries_path} | ({"truth": truth} if truth else {})
    hashes = {name: hashlib.sha256(path.read_bytes()).hexdigest() for name, path in files.items()}
    return {"map": content_digest(map_path), **hashes}


def _compared(case: Case, synonyms: Synonyms, language: Sequence[Path]) -> "MapComparison":
    from inherit_fast.cli import maps
    from inherit_fast.evaluation.on_map import compare_on_map

    models = {path.stem: maps.language_model(path) for path in language}
    return compare_on_map(case, maps.text_encoder(), synonyms, models)


def _other_world(graph: SceneGraph, path: Path, frame: TruthFrame) -> str:
    """A sentence where the truth's labels lie much better in the other world; else empty."""
    met = {
        each: share_of_labels_met(_truth(graph, path, each), graph, SAME_PLACE_M)
        for each in TruthFrame
    }
    other = next(each for each in TruthFrame if each is not frame)
    if met[other] < met[frame] + 0.2:
        return ""
    return (
        f"{met[frame]:.0%} of the map's things lie by a true one of their label, with"
        f" --truth-frame {other} {met[other]:.0%} would: is that the truth's world?"
    )


def _truth(graph: SceneGraph, path: Path | None, frame: TruthFrame) -> list[TruthObject]:
    if path is not None:
        return read_truth(path, graph.T_map_source if frame is TruthFrame.SOURCE else None)
    objects = truth_of(graph)
    if not objects:
        raise QueryError("no object of this map bears an id of the truth; give --truth FILE")
    return objects


def _show(report: Report, missing: list[int], console: Console) -> None:
    table = Table("category", "queries", "strict Top-1", "Recall@5", "SR@1m")
    for name, scores in by_category(report.verdicts).items():
        table.add_row(*_cells(name, scores))
    table.add_section()
    table.add_row(*_cells("all", total(report.verdicts)), style="bold")
    console.print(table)
    console.print(f"{report.milliseconds:.1f} ms a query")
    if missing:
        console.print(f"targets that the truth lacks: {', '.join(map(str, missing))}")


def _show_comparison(markdown: str, console: Console) -> None:
    """As tables where they have room, as their text where columns would be cut to nothing."""
    if console.width >= WIDE:
        console.print(Markdown(markdown))
    else:
        console.print(markdown, markup=False, soft_wrap=True, highlight=False)


def _cells(name: str, scores: Scores) -> list[str]:
    shares = (scores.strict_top1, scores.recall_at_5, scores.sr_at_1m)
    return [name, str(scores.count), *(f"{100 * share:.1f} %" for share in shares)]
