"""``inherit-fast report``: ours and the peers' mechanisms on known scenes, as tables."""

import json
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.markdown import Markdown

from inherit_fast.cli.progress import progress_bar
from inherit_fast.errors import ModelError


def report(
    sources: Annotated[
        list[str],
        typer.Argument(
            metavar="SOURCE...",
            help="Known scenes: imported maps, VLA-3D folders, house:seed=1.",
        ),
    ],
    output: Annotated[
        Path, typer.Option("--output", "-o", metavar="FOLDER", help="Tables and predictions.")
    ],
    count: Annotated[int, typer.Option(min=36, help="Queries in all.")] = 864,
    seed: Annotated[int, typer.Option(help="Of the queries.")] = 0,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON document.")] = False,
) -> None:
    """Compare retrieval mechanisms on generated queries, on clean and on noisy maps."""
    from inherit_fast.cli.maps import text_encoder
    from inherit_fast.evaluation.benchmark import BenchmarkConfig, generate_queries
    from inherit_fast.evaluation.comparison import TimedEncoder
    from inherit_fast.evaluation.sources import open_known_scene
    from inherit_fast.evaluation.study import StudyConfig, run_study
    from inherit_fast.evaluation.systems import ablated_systems, compared_systems
    from inherit_fast.language import Synonyms

    plain = text_encoder()
    if plain is None:
        raise ModelError("the comparison needs sentence vectors; install inherit-fast[cpu]")
    encoder, synonyms = TimedEncoder(plain), Synonyms.load()
    graphs = {scene.name: scene.graph for scene in map(open_known_scene, sources)}
    config = StudyConfig(BenchmarkConfig(count=count, seed=seed))
    queries = generate_queries(graphs, synonyms, config.benchmark)
    systems = compared_systems(encoder, synonyms)
    parts = ablated_systems(encoder, synonyms)
    with progress_bar(as_json) as bar:
        steps = sum(map(bool, queries.values())) * (2 * len(systems) + len(parts))
        task = bar.add_task("asking", total=steps)
        study = run_study(
            graphs, queries, systems, parts, encoder, synonyms, config, lambda: bar.advance(task)
        )
    study.write(output)
    if as_json:
        typer.echo(json.dumps({"output": str(output), **study.to_dict()}, ensure_ascii=False))
    else:
        Console().print(Markdown(study.to_markdown()))
        typer.echo(f"{output}: report.md, report.json, predictions.jsonl, queries")
