"""Arguments and options that several commands take."""

from pathlib import Path
from typing import Annotated

import typer

MapPath = Annotated[Path, typer.Argument(metavar="MAP", help="A folder made by `map`.")]
ConfigFile = Annotated[Path | None, typer.Option(help="TOML file.")]
Settings = Annotated[list[str] | None, typer.Option("--set", help="key=value, repeated.")]
Host = Annotated[str, typer.Option(help="Address; others than this machine take a token.")]
Port = Annotated[int, typer.Option(min=0, max=65535)]
AsJson = Annotated[bool, typer.Option("--json", help="Print one JSON document.")]
KnownScenes = Annotated[
    list[str],
    typer.Argument(
        metavar="SOURCE...", help="Known scenes: imported maps, VLA-3D folders, house:seed=1."
    ),
]
QueryCount = Annotated[int, typer.Option(min=36, help="Queries in all.")]
