"""The command line: one file a command, every failure one sentence and exit code 1."""

import sys
from importlib import import_module

import typer

from inherit_fast import __version__
from inherit_fast.errors import InheritFastError

# Command -> module of this package and the function in it; as one comes to need them.
COMMANDS: dict[str, str] = {
    "demo": "demo:demo",
    "check": "check:check",
    "map": "map:map_",
    "query": "query:query",
    "edit": "edit:edit",
    "view": "view:view",
    "serve": "serve:serve",
    "import": "import_:import_graph",
    "export": "export:export",
    "eval": "eval:evaluate_map",
    "bench-queries": "bench_queries:bench_queries",
    "report": "report:report",
    "rooms": "rooms:rooms",
    "serve-perception": "serve_perception:serve_perception",
    "doctor": "doctor:doctor",
}

# The same for commands that have commands of their own.
GROUPS: dict[str, str] = {
    "models": "models:app",
}


def build_app() -> typer.Typer:
    """Collect the commands; heavy modules are imported by the commands themselves."""
    app = typer.Typer(
        name="inherit-fast",
        help="Scene graphs from RGB-D, and object queries in plain language.",
        no_args_is_help=True,
        add_completion=False,
        pretty_exceptions_enable=False,
    )
    app.callback()(_version_option)
    for command, place in COMMANDS.items():
        module, function = place.split(":")
        app.command(command)(getattr(import_module(f"inherit_fast.cli.{module}"), function))
    for group, place in GROUPS.items():
        module, name = place.split(":")
        app.add_typer(getattr(import_module(f"inherit_fast.cli.{module}"), name), name=group)
    return app


def _print_version(wanted: bool) -> None:
    if wanted:
        typer.echo(__version__)
        raise typer.Exit


def _version_option(
    version: bool = typer.Option(
        False, "--version", callback=_print_version, is_eager=True, help="Print the version."
    ),
) -> None:
    """Scene graphs from RGB-D, and object queries in plain language."""


def main() -> None:
    """Entry point of ``inherit-fast``: 0 done, 1 the work failed, 2 wrong usage."""
    try:
        build_app()()
    except InheritFastError as error:
        print(f"inherit-fast: {error}", file=sys.stderr)
        sys.exit(1)
