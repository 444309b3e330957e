"""Camera poses as sources write them, to 4 x 4 float64."""

from collections.abc import Sequence
from pathlib import Path

import numpy as np
import numpy.typing as npt

from inherit_fast.datasets.images import read_npy
from inherit_fast.errors import DatasetError, FrameError

Matrix = npt.NDArray[np.float64]

# Right-multiplied: OpenGL camera axes (x right, y up, z back) to OpenCV's.
OPENCV_FROM_OPENGL: Matrix = np.diag([1.0, -1.0, -1.0, 1.0])


def read_pose(path: Path) -> Matrix:
    """(4, 4) of a ``.npy``, or of a text file of 16 numbers (12 without the last row)."""
    if path.suffix == ".npy":
        return matrix_of(np.asarray(read_npy(path), np.float64).ravel().tolist(), path.name)
    try:
        return matrix_of(_numbers(path.read_text()), path.name)
    except OSError as error:
        raise FrameError(f"{path.name}: cannot be read ({error.strerror})") from None
    except ValueError:
        raise FrameError(f"{path.name}: holds something that is not a number") from None


def read_trajectory(path: Path) -> list[tuple[float | None, Matrix]]:
    """One (time stamp in seconds or None, pose) a line.

    A line holds 12 or 16 numbers of a matrix, 17 of a time stamp and a matrix, or 8 of a time
    stamp, a position and a quaternion x y z w. ``#`` starts a comment.
    """
    poses: list[tuple[float | None, Matrix]] = []
    for line in path.read_text().splitlines():
        if not line.strip() or line.lstrip().startswith("#"):
            continue
        try:
            values = _numbers(line)
        except ValueError:
            values = []
        if len(values) == 8:
            x, y, z, w = values[4:]
            poses.append((values[0], from_quaternion(values[1:4], (w, x, y, z))))
        elif len(values) in {12, 16, 17}:
            stamp = values[0] if len(values) == 17 else None
            poses.append((stamp, matrix_of(values[-16:], path.name)))
        else:
            raise DatasetError(f"{path}: cannot understand the line {line[:60]!r}")
    return poses


def by_frame_number(
    poses: Sequence[Matrix], numbers: Sequence[int], path: Path
) -> dict[int, Matrix]:
    """A trajectory's lines for the frames that exist.

    One line a frame goes by order; a trajectory longer than its frames (a thinned-out recording)
    goes by frame number, counted from 0.

    Raises:
        DatasetError: fewer lines than frames, or frame numbers beyond the last line.
    """
    ordered = sorted(numbers)
    if len(poses) == len(ordered):
        return dict(zip(ordered, poses, strict=True))
    if ordered and len(poses) > ordered[-1]:
        return {n: poses[n] for n in ordered}
    raise DatasetError(
        f"{path}: holds {len(poses)} poses for {len(ordered)} frames; expected one a frame"
    )


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


def inverse(T: Matrix) -> Matrix:
    """(4, 4) inverse of a rigid motion."""
    out = np.eye(4)
    out[:3, :3] = T[:3, :3].T
    out[:3, 3] = -out[:3, :3] @ T[:3, 3]
    return out


def _numbers(text: str) -> list[float]:
    return [float(word) for word in text.replace(",", " ").split()]
