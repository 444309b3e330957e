"""``inherit-fast export``: a map in the format of another program."""

import json
from pathlib import Path
from typing import Annotated

import typer

from inherit_fast.cli.options import AsJson, MapPath

_FORMATS = "json, hovsg, conceptgraphs, dsg or ply."


def export(
    map_path: MapPath,
    format_name: Annotated[str, typer.Argument(metavar="FORMAT", help=_FORMATS)],
    output: Annotated[Path, typer.Option("--output", "-o", metavar="OUT", help="Where to write.")],
    as_json: AsJson = False,
) -> None:
    """Write a map in another format."""
    from inherit_fast.cli.maps import load_graph
    from inherit_fast.export import write_graph

    graph = load_graph(map_path)
    write_graph(graph, format_name, output)
    # Nodes that are not confirmed leave in our own format alone (docs/formats.md).
    objects = graph.objects if format_name == "json" else list(graph.present())
    counts = {"rooms": len(graph.rooms), "objects": len(objects)}
    if as_json:
        typer.echo(json.dumps({"output": str(output), "format": format_name, **counts}))
    else:
        typer.echo(f"{output}: {counts['objects']} objects in {counts['rooms']} rooms")
