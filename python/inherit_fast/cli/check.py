"""``inherit-fast check``: what the reader understood of a source, and what is wrong."""

import json
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.markup import escape
from rich.table import Table

from inherit_fast.cli.options import AsJson, ConfigFile
from inherit_fast.config import load_config
from inherit_fast.datasets import open_dataset
from inherit_fast.datasets.inspection import Report, inspect_source
from inherit_fast.errors import DatasetError

_MARKS = {"ok": "[green]ok[/]", "note": "[cyan]note[/]", "warning": "[yellow]warning[/]"}


def check(
    source: Annotated[Path, typer.Argument(help="Folder with frames and poses.")],
    dataset: Annotated[str | None, typer.Option(help="Its format, instead of a guess.")] = None,
    config: ConfigFile = None,
    settings: Annotated[
        list[str] | None, typer.Option("--set", help="key=value, such as dataset.up_axis=+y.")
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Say what was understood of a source: counts, camera, depth, poses, up; and what is wrong.

    Ends with 1 where the source must not be mapped as it is.
    """
    settled = load_config(config, settings or []).dataset
    with Console(stderr=True).status("reading a sample of the frames"):
        report = inspect_source(open_dataset(source, dataset, settled), str(source))
    if as_json:
        typer.echo(json.dumps(report.to_dict(), indent=2))
    else:
        _print(report)
    if report.refusal:
        raise DatasetError(f"{source}: {report.refusal}")


def _print(report: Report) -> None:
    table = Table(title=escape(f"{report.source}: {report.dataset}"), title_justify="left")
    table.add_column("topic")
    table.add_column("")
    table.add_column("what was understood", overflow="fold")
    for finding in report.findings:
        mark = _MARKS.get(finding.level, "[bold red]error[/]")
        table.add_row(finding.topic, mark, escape(finding.text))
    Console().print(table)
