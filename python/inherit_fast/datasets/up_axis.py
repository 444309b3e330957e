"""Which way is up: from the source's world to the map's, whose z points up."""

from dataclasses import dataclass
from pathlib import Path

import numpy as np
import numpy.typing as npt

from inherit_fast.errors import ConfigError, DatasetError

Vector = npt.NDArray[np.float64]

Y_UP: Vector = np.array([0.0, 1.0, 0.0])
Z_UP: Vector = np.array([0.0, 0.0, 1.0])
GRAVITY_FILE = "gravity-direction.txt"


@dataclass(frozen=True, slots=True, eq=False)
class UpAxis:
    """The direction up in the source's world.

    Attributes:
        up: (3,) unit vector.
        origin: in words, where it comes from.
        measured: by a sensor, so that the scene's level surfaces may know better.
    """

    up: Vector
    origin: str
    measured: bool = False

    @property
    def T_map_source(self) -> npt.NDArray[np.float64]:
        """(4, 4) the smallest rotation that brings ``up`` to z; the origin stays."""
        T = np.eye(4)
        T[:3, :3] = rotation_to_z(self.up)
        return T


def rotation_to_z(up: Vector) -> npt.NDArray[np.float64]:
    """(3, 3) smallest rotation that maps ``up`` to z; half a turn about x where it is -z."""
    x, y, z = np.asarray(up, np.float64) / np.linalg.norm(up)
    if z < -1.0 + 1e-12:
        return np.diag([1.0, -1.0, -1.0])
    k = 1.0 / (1.0 + z)
    return np.array(
        [[1.0 - k * x * x, -k * x * y, -x], [-k * x * y, 1.0 - k * y * y, -y], [x, y, z]]
    )


def configured(axis: str) -> UpAxis | None:
    """The axis that a user names, such as ``+y``; None for ``auto`` and ``floor``."""
    if axis in {"auto", "floor"}:
        return None
    if len(axis) != 2 or axis[0] not in "+-" or axis[1] not in "xyz":
        raise ConfigError(
            f"dataset.up_axis: expected auto, floor or one of +x -x +y -y +z -z, got {axis!r}"
        )
    up = np.zeros(3)
    up["xyz".index(axis[1])] = -1.0 if axis[0] == "-" else 1.0
    return UpAxis(up, f"the configured axis {axis}")


def from_gravity_file(folder: Path) -> UpAxis | None:
    """``gravity-direction.txt``: three numbers, the way things fall in the source's world."""
    path = folder / GRAVITY_FILE
    if not path.is_file():
        return None
    try:
        down = np.array([float(word) for word in path.read_text().replace(",", " ").split()])
    except ValueError:
        raise DatasetError(f"{path}: expected three numbers") from None
    if down.shape != (3,) or not np.isfinite(down).all() or np.linalg.norm(down) < 1e-6:
        raise DatasetError(f"{path}: expected three numbers of a direction, got {down.tolist()}")
    return UpAxis(-down / np.linalg.norm(down), GRAVITY_FILE, measured=True)
