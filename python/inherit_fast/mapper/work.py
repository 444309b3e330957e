"""What crosses the queue from the geometric to the semantic stream."""

from concurrent.futures import Future
from dataclasses import dataclass, field
from typing import Any

from inherit_fast.frame import Keyframe
from inherit_fast.geometric.events import Event
from inherit_fast.geometric.floor_map import FloorMap
from inherit_fast.semantic.edits import Edit
from inherit_fast.semantic.pose_correction import PoseCorrection


@dataclass(frozen=True, slots=True, eq=False)
class Wish:
    """A correction of what is mapped already; ``done`` gets the ids of the nodes it changed."""

    what: Edit | PoseCorrection
    done: Future[set[str]] = field(default_factory=Future)


@dataclass(slots=True, eq=False)
class Work:
    """One parcel.

    Attributes:
        keyframe: what to look at; None where only events or wishes are handed over.
        wishes: corrections, to be carried out before anything else.
        events: structural events since the parcel before, to be worked off before the keyframe.
        maps: the geometry that the updates of ``events`` need.
        state: the geometric stream's own state at this moment, for resuming.
        meta: what to keep by name with the keyframe.
        grid_bytes: memory of the grids at this moment.
        last: the run ends here, with a last update over all that waits for one.
    """

    keyframe: Keyframe | None
    events: list[Event] = field(default_factory=list)
    maps: tuple[FloorMap, ...] = ()
    state: dict[str, bytes] = field(default_factory=dict)
    meta: dict[str, Any] = field(default_factory=dict)
    grid_bytes: int = 0
    last: bool = False
    wishes: list[Wish] = field(default_factory=list)
