"""``inherit-fast edit``: corrections by hand, which later mapping keeps to."""

import json
from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from inherit_fast.cli.options import AsJson


class EditAction(StrEnum):
    """What can be done to an object."""

    rename = "rename"
    delete = "delete"
    restore = "restore"
    merge = "merge"
    pin = "pin"
    unpin = "unpin"


def edit(
    map_: Annotated[Path, typer.Argument(metavar="MAP", help="Folder or file of the map.")],
    action: Annotated[EditAction, typer.Argument(metavar="ACTION", help="What to do.")],
    node_id: Annotated[str, typer.Argument(metavar="OBJECT", help="Its id, such as object_17.")],
    argument: Annotated[
        str, typer.Argument(metavar="NAME", help="rename: the name; merge: the id to fold in.")
    ] = "",
    as_json: AsJson = False,
) -> None:
    """Correct a map: rename, delete, restore, merge, pin or unpin an object.

    Corrections are part of the map and survive later mapping with --resume.
    """
    from inherit_fast.cli.maps import encoder_for
    from inherit_fast.graph import Store
    from inherit_fast.mapper.editing import edit_map
    from inherit_fast.semantic.edits import Edit

    if (action in (EditAction.rename, EditAction.merge)) != bool(argument):
        wanted = "a name" if action is EditAction.rename else "the id of a second object"
        needs = f"needs {wanted}" if not argument else "takes nothing after the object"
        raise typer.BadParameter(f"{action.value} {needs}")
    with Store.open(map_) as store:
        graph = store.load()
        changed = edit_map(store, Edit(action.value, node_id, argument), encoder_for(graph))
        graph = store.load()
    node = graph.objects[graph.resolve(node_id)]
    if as_json:
        told = {"id": node.id, "label": node.label, "state": node.state, "pinned": node.pinned}
        typer.echo(json.dumps({"map": str(map_), "object": told, "changed": sorted(changed)}))
    else:
        pinned = ", pinned" if node.pinned else ""
        typer.echo(f"{node.id}: {node.label}, {node.state}{pinned}; {len(changed)} objects changed")
