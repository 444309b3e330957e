"""``inherit-fast map``: a recording becomes a map."""

import json
from collections import Counter
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.markup import escape
from rich.table import Table

from inherit_fast.cli.options import AsJson, Settings
from inherit_fast.cli.progress import progress_bar
from inherit_fast.config import load_config
from inherit_fast.datasets import Dataset, open_dataset
from inherit_fast.errors import StoreError
from inherit_fast.frame import Frame
from inherit_fast.graph import SceneGraph
from inherit_fast.graph.store import Store
from inherit_fast.mapper import Mapper, MapStats
from inherit_fast.view.svg import write_map_svg

MOST_REASONS = 5


def map_(
    source: Annotated[str, typer.Argument(help="Folder of a recording; house for the sample.")],
    output: Annotated[Path, typer.Option("--output", "-o", help="Folder of the map.")],
    dataset: Annotated[str | None, typer.Option(help="Format, where detection fails.")] = None,
    config: Annotated[
        Path | None, typer.Option(help="TOML file, or a profile: cpu, orin-nano, orin, thor.")
    ] = None,
    set_: Settings = None,
    resume: Annotated[bool, typer.Option(help="Go on with the map at the output.")] = False,
    as_json: AsJson = False,
) -> None:
    """Map a recording: floors, rooms, areas, objects, relations."""
    settings = load_config(config, set_ or [])
    frames = open_dataset(source, dataset, settings.dataset)
    for note in frames.notes:
        typer.echo(f"note: {note}", err=True)
    with open_store(output, resume=resume) as store:
        mapper = Mapper(
            settings,
            store=store,
            instance_labels=frames.instance_labels,
            T_map_source=frames.T_map_source,
        )
        store.put_meta({"source": frames.name})
        try:
            graph = run(mapper, frames, quiet=as_json)
        except KeyboardInterrupt:
            typer.echo(f"inherit-fast: interrupted; {output} keeps what is done", err=True)
            typer.echo("go on by the same command with --resume", err=True)
            raise
        picture = store.folder / "map.svg"
        write_map_svg(graph, picture, title=f"Map of {Path(source).name}")
        report(mapper.stats(), frames, output, picture, as_json=as_json)


def open_store(output: Path, *, resume: bool) -> Store:
    """A new map, or with ``resume`` the one that is there.

    Raises:
        StoreError: a map is there and ``resume`` was not asked for.
    """
    if not ((output / "map.db").exists() or (output.suffix == ".db" and output.exists())):
        return Store.create(output)
    if not resume:
        raise StoreError(f"{output}: a map is there already; add --resume, or name another folder")
    return Store.open(output)


def run(mapper: Mapper, frames: Dataset, *, quiet: bool) -> SceneGraph:
    """Push all frames that the map does not hold yet; an interrupt keeps what is done."""
    try:
        first = next(frames.frames(0), None)
        start = 0 if first is None else mapper.begin(first)
        for frame in _with_progress(frames, start, quiet):
            mapper.push(frame)
        return mapper.close()
    except BaseException:
        mapper.abort()
        raise


def _with_progress(frames: Dataset, start: int, quiet: bool) -> Iterator[Frame]:
    with progress_bar(quiet) as bar:
        task = bar.add_task("mapping", total=len(frames), completed=start)
        for frame in frames.frames(start):
            yield frame
            bar.update(task, completed=frame.index + 1)


def report(stats: MapStats, frames: Dataset, output: Path, picture: Path, *, as_json: bool) -> None:
    """Tell what the run did: one JSON document, or tables for people."""
    reasons = Counter(bad.reason for bad in frames.bad_frames)
    if as_json:
        document: dict[str, Any] = {
            "map": str(output),
            "picture": str(picture),
            "bad_frames": dict(reasons),
            "notes": list(frames.notes),
        }
        typer.echo(json.dumps(document | stats.to_dict()))
        return
    console = Console()
    console.print(_funnel(stats, reasons))
    console.print(_timings(stats))
    console.print(f"map: {output}\npicture: {picture}", markup=False)
    console.print(f'next: inherit-fast query {output} "a chair near the table"', markup=False)


def _funnel(stats: MapStats, bad_frames: Counter[str]) -> Table:
    table = Table("step", "count", title="What became of the frames", title_justify="left")
    rows = {
        **stats.funnel,
        **{f"objects {state}": count for state, count in stats.nodes.items()},
        "relations": stats.relations,
        "floors": stats.floors,
        "rooms": stats.rooms,
        "areas": stats.areas,
        "fullest queue": stats.queue_most,
        "dropped by the queue": stats.queue_dropped,
        **{f"dropped: {reason}": count for reason, count in stats.dropped.items()},
        **_bad(bad_frames),
        **_language(stats.language),
    }
    for name, count in rows.items():
        table.add_row(escape(name), str(count))
    return table


def _bad(reasons: Counter[str]) -> dict[str, int]:
    """How many were left out, and the first reasons: each names its file."""
    rows = {"bad frames": reasons.total()} if reasons else {}
    first = islice(reasons.items(), MOST_REASONS)
    return rows | {f"bad frame: {reason}": count for reason, count in first}


def _language(figures: dict[str, Any]) -> dict[str, int]:
    """What the language model did, where one was asked or still owes texts."""
    rows = {f"texts: {role}": count for role, count in figures.get("answers", {}).items()}
    rows |= {f"texts failed: {kind}": count for kind, count in figures["failures"].items()}
    tries = figures.get("failed_tries", {}) if figures["pending"] else {}
    rows |= {f"tries failed: {kind}": count for kind, count in tries.items()}
    return rows | ({"texts pending": figures["pending"]} if figures["pending"] else {})


def _timings(stats: MapStats) -> Table:
    table = Table("stage", "calls", "p50 ms", "p95 ms", "total s", title="Where the time went")
    for stage, timing in stats.timings.items():
        table.add_row(
            stage,
            str(timing.count),
            f"{timing.p50_ms:.2f}",
            f"{timing.p95_ms:.2f}",
            f"{timing.total_s:.1f}",
        )
    return table
