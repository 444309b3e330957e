"""The nodes of the scene graph (paper, section III-B). Plain data; rules live in other modules."""

from dataclasses import dataclass, field
from typing import Literal

import numpy as np
import numpy.typing as npt

NodeState = Literal["tentative", "confirmed", "absent", "moved", "deleted"]


@dataclass(frozen=True, slots=True, eq=False)
class Box:
    """An oriented box in the world.

    Attributes:
        center_m: (3,) float64.
        extent_m: (3,) float64, full side lengths along the box's own axes.
        R_world_box: (3, 3) float64, columns are the box's axes; the third is world z for boxes
            made by the mapper.
    """

    center_m: npt.NDArray[np.float64]
    extent_m: npt.NDArray[np.float64]
    R_world_box: npt.NDArray[np.float64] = field(default_factory=lambda: np.eye(3))


@dataclass(frozen=True, slots=True)
class ColorShare:
    """One of an object's dominant colours: basic name, sRGB of its centre, share of its pixels."""

    name: str
    rgb: tuple[int, int, int]
    share: float


@dataclass(frozen=True, slots=True, eq=False)
class View:
    """A crop of one keyframe that shows an object well.

    Attributes:
        keyframe_id: the keyframe it was cut from.
        time_ns: the frame's time.
        score: mask area x centring x sharpness; higher is better.
        jpeg: the crop with some context around the object.
        feature: (D,) float32 unit, visual feature of the masked crop.
        box_px: x0, y0, x1, y1 of the object in the full image.
        bearing_rad: direction from object to camera in the ground plane, for spread over views.
        colors: dominant colours of the masked pixels, largest share first.
        label: what the segmenter called it there.
    """

    keyframe_id: int
    time_ns: int
    score: float
    jpeg: bytes
    feature: npt.NDArray[np.float32]
    box_px: tuple[int, int, int, int]
    bearing_rad: float
    colors: tuple[ColorShare, ...] = ()
    label: str = ""


@dataclass(frozen=True, slots=True)
class LifeEvent:
    """One thing that happened to a node: when, what (a state, or a correction), and a detail."""

    time_ns: int
    what: str
    detail: str = ""


@dataclass(slots=True, eq=False)
class ObjectNode:
    """One thing in the world.

    Attributes:
        id: ``object_<n>``; monotonic, never reused.
        label: the name that people gave it, else the lower-case label with most votes.
        box: oriented box around the points.
        centroid_m: (3,) float64 robust centroid.
        points_m: (N, 3) float32 voxel-hashed surface points, capped.
        label_votes: label -> sum of score x view weight.
        hint_votes: the same for the wider classifier's labels; they never name the node.
        state: tentative until seen in enough keyframes; absent when its place was seen empty; moved
            when it was then found elsewhere; deleted by hand, and found again by nobody.
        seen: keyframes that observed it.
        missed: keyframes in a row that should have seen it and did not.
        views: the best views, best first; their features stand for the node in association.
        colors: dominant colours, largest share first.
        description: one or two sentences.
        text_feature: (D,) float32 unit vector of the label and description; empty until encoded.
        room_flag: why the room is a guess (``doorway``, ``outside``, ``between floors``), or empty.
        source_id: the id that the source gave the object, on imported maps.
        attributes: further words from a source or a model (material, shape, state).
        points_seen: (N,) int32, observations that saw each of ``points_m``.
        points_ns: (N,) int64, time of the latest observation of each of ``points_m``.
        given_label: the name that people gave it, or empty; votes never change it.
        pinned: people vouch for it: it stays confirmed, and is neither merged away nor split.
        moved_to: id of the node that it is now, where ``state`` is moved.
        history: changes of state and corrections, oldest first, capped.
    """

    id: str
    label: str
    box: Box
    centroid_m: npt.NDArray[np.float64]
    points_m: npt.NDArray[np.float32] = field(default_factory=lambda: np.zeros((0, 3), np.float32))
    label_votes: dict[str, float] = field(default_factory=dict)
    hint_votes: dict[str, float] = field(default_factory=dict)
    state: NodeState = "tentative"
    seen: int = 0
    missed: int = 0
    first_seen_ns: int = 0
    last_seen_ns: int = 0
    views: list[View] = field(default_factory=list)
    colors: list[ColorShare] = field(default_factory=list)
    description: str = ""
    text_feature: npt.NDArray[np.float32] = field(default_factory=lambda: np.zeros(0, np.float32))
    floor_id: str | None = None
    room_id: str | None = None
    room_flag: str = ""
    area_id: str | None = None
    source_id: int | None = None
    attributes: list[str] = field(default_factory=list)
    points_seen: npt.NDArray[np.int32] = field(default_factory=lambda: np.zeros(0, np.int32))
    points_ns: npt.NDArray[np.int64] = field(default_factory=lambda: np.zeros(0, np.int64))
    given_label: str = ""
    pinned: bool = False
    moved_to: str | None = None
    history: list[LifeEvent] = field(default_factory=list)

    @property
    def voted_label(self) -> str:
        """What segmenters call it, whatever name people gave it."""
        votes = self.label_votes
        return max(votes, key=lambda label: (votes[label], label)) if votes else self.label

    @property
    def is_there(self) -> bool:
        """Tentative or confirmed: nothing says that it is gone."""
        return self.state in ("tentative", "confirmed")


@dataclass(slots=True, eq=False)
class FloorNode:
    """One storey: its height range in the world, and the evidence it was found by."""

    id: str
    height_m: float
    ceiling_m: float | None = None
    name: str = ""
    evidence: dict[str, float] = field(default_factory=dict)


@dataclass(slots=True, eq=False)
class RoomNode:
    """One room of one floor.

    Attributes:
        polygon_m: (N, 2) float64 outline in world x y, counter-clockwise, not closed.
        cells: (N, 2) int32 grid cells (ix, iy) of the floor's grid that belong to the room.
    """

    id: str
    floor_id: str
    label: str = "room"
    description: str = ""
    polygon_m: npt.NDArray[np.float64] = field(default_factory=lambda: np.zeros((0, 2)))
    cells: npt.NDArray[np.int32] = field(default_factory=lambda: np.zeros((0, 2), np.int32))
    best_view_keyframe: int | None = None
    best_view_jpeg: bytes = b""


@dataclass(slots=True, eq=False)
class AreaNode:
    """A functional group of objects inside one room."""

    id: str
    room_id: str
    label: str = ""
    description: str = ""
    object_ids: list[str] = field(default_factory=list)


@dataclass(slots=True)
class Relation:
    """A directed spatial relation between two objects, also as a sentence."""

    subject_id: str
    predicate: str
    object_id: str
    confidence: float
    seen: int
    sentence: str


@dataclass(slots=True, eq=False)
class Doorway:
    """A passage between two rooms of one floor: centre (2,) in world x y and clear width."""

    room_a: str
    room_b: str
    position_m: npt.NDArray[np.float64]
    width_m: float


@dataclass(frozen=True, slots=True, eq=False)
class Hint:
    """A thing that a model saw in a room's best view and the map does not hold; never an object.

    Attributes:
        box: left, top, right, bottom as shares of the keyframe's picture; None if not usable.
        position_m: (3,) float64 in the world, where depth allowed it.
        extent_m: (3,) float64, rough size along the world's axes, with ``position_m``.
    """

    room_id: str
    label: str
    keyframe_id: int
    box: tuple[float, float, float, float] | None = None
    position_m: npt.NDArray[np.float64] | None = None
    extent_m: npt.NDArray[np.float64] | None = None
