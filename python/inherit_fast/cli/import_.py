"""``inherit-fast import``: a graph that another program made, or that is known, becomes a map."""

import json
from pathlib import Path
from typing import Annotated

import typer

from inherit_fast.cli.options import AsJson
from inherit_fast.graph import SceneGraph
from inherit_fast.perception import TextEncoder

_FORMATS = "vla3d, hovsg, conceptgraphs, dsg or json."


def import_graph(
    format_name: Annotated[str, typer.Argument(metavar="NAME", help=_FORMATS)],
    source: Annotated[Path, typer.Argument(metavar="SOURCE", help="A file or folder.")],
    output: Annotated[Path, typer.Option("--output", "-o", metavar="MAP", help="The new map.")],
    as_json: AsJson = False,
) -> None:
    """Make a map of a scene graph in another format."""
    from inherit_fast.cli.maps import text_encoder
    from inherit_fast.export import read_graph
    from inherit_fast.graph import Store

    graph = read_graph(format_name, source)
    with Store.create(output) as store:
        encoder = text_encoder()
        if encoder is not None:
            _encode(graph, encoder, quiet=as_json)
        meta = {"source": {"format": format_name, "path": str(source)}}
        store.save_keyframe(graph, meta=meta)
    counts = {
        "floors": len(graph.floors),
        "rooms": len(graph.rooms),
        "objects": len(graph.objects),
        "relations": len(graph.relations),
        "text_vectors": encoder is not None,
    }
    if as_json:
        typer.echo(json.dumps({"map": str(output), **counts}))
    else:
        places = f"{counts['rooms']} rooms on {counts['floors']} floors"
        typer.echo(f"{output}: {counts['objects']} objects in {places}")
        if encoder is None:
            typer.echo("no text vectors: pip install 'inherit-fast[cpu]' adds them")


def _encode(graph: SceneGraph, encoder: TextEncoder, *, quiet: bool) -> None:
    from inherit_fast.cli.progress import progress_bar

    with progress_bar(quiet) as progress:
        for node in progress.track(list(graph.objects.values()), description="text vectors"):
            node.text_feature = encoder([node.description])[0]
