"""What goes into a scene representation, and the viewpoints and objects that come out of it."""

import math
from dataclasses import dataclass, field
from typing import Any, Literal, NamedTuple, Protocol

import numpy as np
import numpy.typing as npt

from inherit_fast.errors import FrameError

Projection = Literal["equirectangular", "pinhole"]


class Vector3(NamedTuple):
    """A point of the map frame, in metres; any object with x, y and z stands for one."""

    x: float
    y: float
    z: float


class Quaternion(NamedTuple):
    """A rotation; any object with x, y, z and w stands for one."""

    x: float = 0.0
    y: float = 0.0
    z: float = 0.0
    w: float = 1.0


UPRIGHT = Quaternion()


@dataclass(frozen=True, slots=True)
class Pose:
    """Where the robot is and how it is turned; a ROS ``geometry_msgs/Pose`` will do as well."""

    position: Vector3
    orientation: Quaternion = UPRIGHT


@dataclass(frozen=True, slots=True, eq=False)
class ImageFrame:
    """One picture.

    Attributes:
        rgb: (H, W, 3) uint8.
        projection: ``equirectangular`` spans 360 degrees across and in its middle looks ahead.
        intrinsics: (4,) float64, fx fy cx cy in pixels, of a pinhole image.
    """

    rgb: npt.NDArray[np.uint8]
    projection: Projection = "equirectangular"
    intrinsics: npt.NDArray[np.float64] | None = None


class VLMInput(Protocol):
    """One tick of a robot: any object with these attributes.

    Attributes:
        image: the picture, kept as it is where it is the best of its room; or None.
        pose: has ``position`` (x, y, z) and ``orientation`` (x, y, z, w); or None if unknown.
        scan: (N, 3) or wider, registered scan points in the map frame, metres; or None.
        tick: grows with time; with a mapper's graph the frame's ``time_ns``.
    """

    @property
    def image(self) -> Any: ...  # noqa: D102
    @property
    def pose(self) -> Any: ...  # noqa: D102
    @property
    def scan(self) -> Any: ...  # noqa: D102
    @property
    def tick(self) -> int: ...  # noqa: D102


@dataclass(frozen=True, slots=True)
class Snapshot:
    """A ready-made ``VLMInput``."""

    tick: int
    pose: Any = None
    image: Any = None
    scan: Any = None


@dataclass(frozen=True, slots=True)
class ViewpointNode:
    """A place that the robot looked from.

    Attributes:
        tick_id: tick of its creation; also its name in edges.
        position: in the map frame.
        yaw: heading in radians.
    """

    tick_id: int
    position: Vector3
    yaw: float


@dataclass(slots=True, kw_only=True)
class ObjectObservation:
    """One object, as it is seen once or as the graph holds it.

    Attributes:
        object_id: given by the representation: monotonic, never reused; 0 before.
        label: lower-case name.
        position: estimated, in the map frame.
        confidence: 0 to 1.
        color_rgb: median of its pixels, 0 to 255.
        color_name: nearest basic colour.
        bbox_min, bbox_max: corners of its box along the map's axes, where LiDAR gave one.
        first_tick_id, last_tick_id: first and latest tick it was seen; None means the tick of the
            latest ``update``.
        observing_viewpoint_ids: ``tick_id`` of the viewpoints that saw it.
    """

    object_id: int = 0
    label: str
    position: Vector3
    confidence: float
    color_rgb: tuple[int, int, int] | None = None
    color_name: str | None = None
    bbox_min: Vector3 | None = None
    bbox_max: Vector3 | None = None
    first_tick_id: int | None = None
    last_tick_id: int | None = None
    observing_viewpoint_ids: list[int] = field(default_factory=list)


def vector_of(value: Any, name: str) -> Vector3:
    """``value`` as a finite Vector3: it has x, y and z, or is a sequence of three numbers.

    Raises:
        FrameError: it is neither, or not finite.
    """
    try:
        if hasattr(value, "x"):
            found = Vector3(float(value.x), float(value.y), float(value.z))
        else:
            found = Vector3(*(float(part) for part in value))
    except (TypeError, ValueError, AttributeError) as error:
        raise FrameError(f"{name}: expected x, y and z, got {value!r}") from error
    if not all(map(math.isfinite, found)):
        raise FrameError(f"{name}: holds NaN or infinity: {tuple(found)}")
    return found


def yaw_of(orientation: Any) -> float:
    """Heading in radians, in (-pi, pi], of an orientation with x, y, z and w of any length.

    Raises:
        FrameError: all four are 0, or one is not finite.
    """
    x, y, z, w = (float(getattr(orientation, part)) for part in "xyzw")
    square = x * x + y * y + z * z + w * w
    if not (math.isfinite(square) and square > 0.0):
        raise FrameError(f"orientation: expected a rotation, got x {x}, y {y}, z {z}, w {w}")
    return math.atan2(2.0 * (w * z + x * y), w * w + x * x - y * y - z * z)
