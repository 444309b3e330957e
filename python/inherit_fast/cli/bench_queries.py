"""``inherit-fast bench-queries``: questions about known scenes, with their right answers."""

import json
from collections import Counter
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.table import Table

from inherit_fast.cli.options import AsJson, KnownScenes, QueryCount


def bench_queries(
    sources: KnownScenes,
    output: Annotated[
        Path, typer.Option("--output", "-o", metavar="FOLDER", help="One .jsonl a scene.")
    ],
    count: QueryCount = 864,
    seed: Annotated[int, typer.Option(help="Another seed asks other queries.")] = 0,
    as_json: AsJson = False,
) -> None:
    """Make balanced queries of 14 fine types, each with all its targets and a hard negative."""
    from inherit_fast.evaluation.benchmark import BenchmarkConfig, generate_queries
    from inherit_fast.evaluation.queries import write_queries
    from inherit_fast.evaluation.sources import open_known_scene
    from inherit_fast.language import Synonyms

    graphs = {scene.name: scene.graph for scene in map(open_known_scene, sources)}
    made = generate_queries(graphs, Synonyms.load(), BenchmarkConfig(count=count, seed=seed))
    output.mkdir(parents=True, exist_ok=True)
    for name, queries in made.items():
        write_queries(output / f"{name}.jsonl", queries)
    types = Counter((q.category, q.fine_type) for queries in made.values() for q in queries)
    scenes = {name: len(queries) for name, queries in made.items()}
    if as_json:
        by_type = {fine_type: number for (_, fine_type), number in types.items()}
        document = {"output": str(output), "queries": scenes, "fine_types": by_type, "seed": seed}
        typer.echo(json.dumps(document))
        return
    table = Table("category", "fine type", "queries")
    for (category, fine_type), number in types.items():
        table.add_row(category, fine_type, str(number))
    Console().print(table)
    for name, number in scenes.items():
        typer.echo(f"{output / name}.jsonl: {number} queries")
