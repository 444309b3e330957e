"""``inherit-fast doctor``: what this machine has, and what to do about each lack."""

import json
from dataclasses import asdict

import typer
from rich.console import Console
from rich.markup import escape
from rich.table import Table

from inherit_fast import __version__
from inherit_fast.cli.options import AsJson
from inherit_fast.errors import ModelError
from inherit_fast.inference.machine import Fact, examine

MARKS = {"ok": "[green]ok[/]", "absent": "[yellow]absent[/]", "broken": "[red]broken[/]"}


def doctor(
    as_json: AsJson = False,
) -> None:
    """Look at processor, memory, runtimes, GPU, TensorRT, models and folders of this machine."""
    facts = [Fact("inherit-fast", "ok", __version__), *examine()]
    if as_json:
        typer.echo(json.dumps([asdict(fact) for fact in facts]))
    else:
        table = Table("what", "state")
        for heading in ("found", "what to do"):
            table.add_column(heading, overflow="fold")
        for fact in facts:
            found, advice = escape(fact.found), escape(fact.advice)
            table.add_row(fact.name, MARKS[fact.state], found, advice)
        Console().print(table)
    if broken := [fact.name for fact in facts if fact.state == "broken"]:
        raise ModelError(f"doctor: {', '.join(broken)} must be mended before the default runs")
