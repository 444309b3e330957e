"""What a scene remembers beside its graph, as bytes for ``Store.put_state``."""

import base64
import json
from typing import TYPE_CHECKING, Any

import numpy as np

from inherit_fast.errors import StoreError
from inherit_fast.scene.objects import Sighting
from inherit_fast.scene.rooms import RoomMemory
from inherit_fast.scene.types import Vector3, ViewpointNode

if TYPE_CHECKING:
    from inherit_fast.scene.coverage import Coverage
    from inherit_fast.scene.objects import Objects
    from inherit_fast.scene.viewpoints import Viewpoints

_VERSION = 1


def pack(
    viewpoints: "Viewpoints",
    memory: dict[str, RoomMemory],
    objects: "Objects",
    coverage: "Coverage",
    where: dict[str, Any],
) -> bytes:
    """Viewpoints, edges and coverage; pictures are the caller's own objects and left out."""
    document = {
        "version": _VERSION,
        **where,
        "viewpoints": [[v.tick_id, *v.position, v.yaw] for v in viewpoints.nodes],
        "rooms": {
            room_id: [m.viewpoint_tick_ids, m.best_image_tick_id, m.best_image_position]
            for room_id, m in memory.items()
        },
        "objects": {
            node_id: [s.confidence, s.viewpoint_ids, s.named_only]
            for node_id, s in objects.sightings.items()
        },
        "runs": [[tick, *run] for tick, run in coverage.runs.items()],
        "voxels": base64.b64encode(coverage.voxels().astype("<i4").tobytes()).decode(),
    }
    return json.dumps(document, separators=(",", ":")).encode()


def unpack(
    data: bytes,
    viewpoints: "Viewpoints",
    memory: dict[str, RoomMemory],
    objects: "Objects",
    coverage: "Coverage",
) -> dict[str, Any]:
    """Bring everything back to where ``pack`` was called; gives ``where`` back.

    Raises:
        StoreError: the bytes are not of this version of the library.
    """
    try:
        document = json.loads(data)
        if document["version"] != _VERSION:
            raise ValueError(f"it is of version {document['version']}")
        rows = document["viewpoints"]
        nodes = [ViewpointNode(t, Vector3(x, y, z), yaw) for t, x, y, z, yaw in rows]
        rooms = {room_id: _memory(*row) for room_id, row in document["rooms"].items()}
        sightings = {node_id: Sighting(*row) for node_id, row in document["objects"].items()}
        voxels = np.frombuffer(base64.b64decode(document["voxels"]), "<i4").reshape(-1, 3)
        runs = {tick: (start, stop) for tick, start, stop in document["runs"]}
    except (ValueError, KeyError, TypeError) as error:
        raise StoreError(f"the kept scene cannot be read: {error}") from error
    viewpoints.nodes[:] = nodes
    memory.clear()
    memory.update(rooms)
    objects.sightings.clear()
    objects.sightings.update(sightings)
    coverage.restore(voxels.astype(np.int32), runs)
    return {name: document[name] for name in ("tick", "room", "one_room")}


def _memory(ticks: list[int], tick: int | None, position: list[float] | None) -> RoomMemory:
    return RoomMemory(None, tick, None if position is None else Vector3(*position), ticks)
