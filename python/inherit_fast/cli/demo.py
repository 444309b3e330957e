"""``inherit-fast demo``: the whole job on the embedded sample, with nothing to download."""

import json
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console

from inherit_fast.cli.options import AsJson
from inherit_fast.config import load_config
from inherit_fast.datasets.house import HouseConfig, HouseDataset, truth_graph
from inherit_fast.errors import StoreError
from inherit_fast.graph import SceneGraph, Store
from inherit_fast.retrieval import Ranking, Retriever

# What is asked, and the kinds of things that must be in the map for the question to make sense.
QUESTIONS: list[tuple[str, set[str]]] = [
    ("the red mug", {"mug"}),
    ("the vase on the coffee table", {"vase", "coffee table"}),
    ("a chair that is not brown", {"chair"}),
    ("the lamp on the nightstand upstairs", {"lamp", "nightstand"}),
    ("the box near the desk", {"box", "desk"}),
    ("the largest rug", {"rug"}),
    ("the books in the office", {"books"}),
]
MOST_QUESTIONS = 5
# The sample's masks are true, so that fewer keyframes are evidence enough, and it ends sooner.
SETTINGS = ("perception.segmenter=dataset", "geometric.keyframes.below_similarity=0.9")


@dataclass(frozen=True, slots=True, eq=False)
class Result:
    """What the demo did: the map, how much of the truth is in it, the answers, the time."""

    graph: SceneGraph
    true_objects: int
    found: int
    rankings: list[Ranking]
    frames: int
    seconds: float


def demo(
    seed: Annotated[int, typer.Option(min=0, help="Another seed is another house.")] = 0,
    out: Annotated[
        Path, typer.Option("--out", "-o", help="Folder of the map; an earlier demo's is replaced.")
    ] = Path("demo.map"),
    as_json: AsJson = False,
) -> None:
    """Walk through a furnished house, map it, ask for things, and draw the map.

    The house is made by a program, rendered to RGB-D as the camera goes, and mapped like any
    recording. Nothing is downloaded.
    """
    from inherit_fast.view.svg import write_map_svg

    console = Console(stderr=as_json, quiet=as_json)
    result = _run(seed, out, console, quiet=as_json)
    picture = out / "map.svg"
    write_map_svg(result.graph, picture, title=f"A house of two floors (demo, seed {seed})")
    if as_json:
        typer.echo(json.dumps(_document(result, seed, out, picture), ensure_ascii=False))
    else:
        show(result, out, picture, console)


def _run(seed: int, out: Path, console: Console, *, quiet: bool) -> Result:
    from inherit_fast.cli.map import run
    from inherit_fast.mapper import Mapper

    start = time.perf_counter()
    settings = load_config(None, SETTINGS)
    with console.status("building a house and planning the walk through it"):
        walk = HouseDataset(HouseConfig(seed=seed))
        frames = len(walk)
    things, rooms = len(walk.house.objects), len(walk.house.plan.rooms)
    console.print(f"a house of {rooms} rooms with {things} things, a walk of {frames} frames")
    with fresh_map(out) as store:
        store.put_meta({"source": walk.name})
        mapper = Mapper(
            settings,
            store=store,
            instance_labels=walk.instance_labels,
            T_map_source=walk.T_map_source,
        )
        run(mapper, walk, quiet=quiet)
        graph = store.load()
    rankings = ask(graph)
    found = count_found(graph, walk)
    return Result(graph, things, found, rankings, frames, time.perf_counter() - start)


def ask(graph: SceneGraph, questions: Sequence[tuple[str, set[str]]] = QUESTIONS) -> list[Ranking]:
    """The first questions that make sense in this map, answered."""
    from inherit_fast.cli.maps import encoder_for

    known = {node.label for node in graph.present()}
    fitting = [text for text, needs in questions if needs <= known][:MOST_QUESTIONS]
    retriever = Retriever(graph, encoder_for(graph))
    return [retriever(text, top=3) for text in fitting]


def count_found(graph: SceneGraph, walk: HouseDataset) -> int:
    """True things that some node of the same label stands at, by the rules of ``eval``."""
    from inherit_fast.evaluation.labels import LabelTable
    from inherit_fast.evaluation.match import Matcher
    from inherit_fast.evaluation.truth import truth_of
    from inherit_fast.language import Synonyms

    truth = truth_of(truth_graph(walk.house))
    labels = {t.id: t.labels for t in truth}
    matcher = Matcher(truth, LabelTable.load(Synonyms.load()))
    hits = {(matcher.match(n.centroid_m, n.label), n.label) for n in graph.present()}
    return sum(1 for number, label in hits if number is not None and label in labels[number])


def fresh_map(out: Path) -> Store:
    """An empty map; one that an earlier demo made is replaced, any other is left alone."""
    file = out / "map.db"
    if file.exists():
        with Store.open(out, readonly=True) as store:
            source = store.meta().get("source")
        if source != HouseDataset.name:
            raise StoreError(f"{out}: holds a map that no demo made; name another folder with -o")
        for leftover in (file, out / "map.db-wal", out / "map.db-shm"):
            leftover.unlink(missing_ok=True)
    return Store.create(out)


def next_commands(out: Path, rankings: Sequence[Ranking]) -> list[str]:
    """What to try after the demo."""
    text = rankings[0].query.text if rankings else "a chair"
    return [
        f'inherit-fast query {out} "{text}"',
        f"inherit-fast export {out} json -o house.json",
        "inherit-fast check YOUR_RECORDING",
        "inherit-fast map YOUR_RECORDING -o my.map",
    ]


def _document(result: Result, seed: int, out: Path, picture: Path) -> dict[str, object]:
    from inherit_fast.cli.outline import outline_dict

    return {
        "seed": seed,
        "frames": result.frames,
        "seconds": round(result.seconds, 1),
        "map": str(out),
        "picture": str(picture),
        "true_objects": result.true_objects,
        "found": result.found,
        "floors": outline_dict(result.graph),
        "queries": [ranking.to_dict() for ranking in result.rankings],
        "next": next_commands(out, result.rankings),
    }


def show(result: Result, out: Path, picture: Path, console: Console) -> None:
    """Print the outline, the answers with their reasons, and where to look next."""
    from inherit_fast.cli.outline import outline_tree
    from inherit_fast.cli.query import show_answer

    console.print(outline_tree(result.graph, "what the map holds"))
    console.print(
        f"{result.found} of the house's {result.true_objects} things are in the map, "
        f"made in {result.seconds:.0f} s\n"
    )
    for ranking in result.rankings:
        console.print(f"[bold green]?[/] [bold]{ranking.query.text}[/]")
        for place, answer in enumerate(ranking.shown[:2], 1):
            show_answer(place, answer, console)
        console.print(ranking.note, markup=False)
    console.print(f"map      {out}\npicture  {picture}\n\ntry next", highlight=False)
    for command in next_commands(out, result.rankings):
        console.print(f"  {command}", markup=False, highlight=False, soft_wrap=True)
