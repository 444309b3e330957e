"""``inherit-fast rooms``: the rooms of a floor map drawn as an image."""

import json
import math
from pathlib import Path
from typing import Annotated

import typer

from inherit_fast.cli.options import AsJson


def rooms(
    grid: Annotated[Path, typer.Argument(metavar="GRID.png", help="White free, else occupied.")],
    output: Annotated[
        Path, typer.Option("--output", "-o", metavar="LABELS.npy", help="(H, W) int32, 0 for none.")
    ],
    resolution: Annotated[float, typer.Option(help="Metres a pixel.")] = 0.05,
    picture: Annotated[
        Path | None, typer.Option(metavar="OUT.png", help="Draw rooms, outlines and doorways.")
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Part the free space of a floor map into rooms."""
    from inherit_fast.geometric.floor_image import draw_rooms, read_floor, write_labels
    from inherit_fast.geometric.room_shapes import RoomShapesConfig, regularise
    from inherit_fast.geometric.rooms import RoomsConfig, segment

    if not 0 < resolution < math.inf:
        raise typer.BadParameter(f"--resolution: expected a length in metres, got {resolution}")
    free = read_floor(grid)
    found = segment(free, 1 - free, None, resolution, RoomsConfig())
    write_labels(output, found.labels)
    if picture is not None:
        draw_rooms(picture, found, regularise(found.labels, resolution, RoomShapesConfig()))
    doorways = [{"rooms": d.rooms, "width_m": round(d.width_m, 3)} for d in found.doorways]
    if as_json:
        document = {"output": str(output), "rooms": found.count, "doorways": doorways}
        typer.echo(json.dumps(document | {"lines_dropped": found.gates_dropped}))
    else:
        typer.echo(f"{output}: {found.count} rooms, {len(doorways)} doorways")
