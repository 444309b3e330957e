"""Camera poses as sources write them, to 4 x 4 float64."""

from collections.abc import Sequence
from pathlib import Path

import numpy as np
import numpy.typing as npt

from inherit_fast.errors import FrameError

Matrix = npt.NDArray[np.float64]

# Right-multiplied: OpenGL camera axes (x right, y up, z back) to OpenCV's.
OPENCV_FROM_OPENGL: Matrix = np.diag([1.0, -1.0, -1.0, 1.0])


def read_pose(path: Path) -> Matrix:
    """(4, 4) from a text file of 16 numbers, or 12 for a matrix without its last row."""
    try:
        values = [float(word) for word in path.read_text().replace(",", " ").split()]
    except OSError as error:
        raise FrameError(f"{path.name}: cannot be read ({error.strerror})") from None
    except ValueError:
        raise FrameError(f"{path.name}: holds something that is not a number") from None
    return matrix_of(values, path.name)


def matrix_of(values: Sequence[float], name: str) -> Matrix:
    """(4, 4) from 12 or 16 numbers in row-major order."""
    if len(values) == 12:
        values = [*values, 0.0, 0.0, 0.0, 1.0]
    if len(values) != 16:
        raise FrameError(f"{name}: expected 16 numbers of a 4 x 4 pose, got {len(values)}")
    return np.array(values, np.float64).reshape(4, 4)


def from_quaternion(position: Sequence[float], wxyz: Sequence[float]) -> Matrix:
    """(4, 4) from a position and a quaternion w, x, y, z of any length but 0.

    A zero or unreadable quaternion gives NaN, which the frame's own check refuses.
    """
    T = np.eye(4)
    q = np.asarray(wxyz, np.float64)
    with np.errstate(invalid="ignore", divide="ignore"):
        w, x, y, z = q / np.linalg.norm(q)
        T[:3, :3] = [
            [1 - 2 * (y * y + z * z), 2 * (x * y - z * w), 2 * (x * z + y * w)],
            [2 * (x * y + z * w), 1 - 2 * (x * x + z * z), 2 * (y * z - x * w)],
            [2 * (x * z - y * w), 2 * (y * z + x * w), 1 - 2 * (x * x + y * y)],
        ]
    T[:3, 3] = position
    return T
