"""``inherit-fast query``: objects of a map that a text may mean, and why."""

import json
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.markup import escape

from inherit_fast.retrieval import Answer, Ranking, Retriever


def query(
    map_path: Annotated[Path, typer.Argument(metavar="MAP", help="A folder made by `map`.")],
    text: Annotated[str, typer.Argument(metavar="TEXT", help="What to look for.")],
    top: Annotated[int, typer.Option(min=1, help="How many answers.")] = 5,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON document.")] = False,
) -> None:
    """Find objects in a map by what people say."""
    from inherit_fast.cli.maps import encoder_for, load_graph

    graph = load_graph(map_path)
    ranking = Retriever(graph, encoder_for(graph))(text, top=top)
    if as_json:
        typer.echo(json.dumps(ranking.to_dict(), ensure_ascii=False))
    else:
        _show(ranking, Console())


def _show(ranking: Ranking, console: Console) -> None:
    console.print("understood as", style="bold")
    console.print(ranking.query.tree(), markup=False, soft_wrap=True)
    if ranking.note:
        console.print(ranking.note, markup=False)
    for place, answer in enumerate(ranking.answers, 1):
        show_answer(place, answer, console)


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
        line = f"      {reason.part:+.2f}  {reason.constraint}{sources}"
        console.print(line, markup=False, style="dim", soft_wrap=True)
