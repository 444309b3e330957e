"""The OKLab colour space (B. Ottosson, 2020): lightness, and two axes of even colour difference."""

import numpy as np
import numpy.typing as npt

_LMS_OF_LINEAR = np.array(
    [
        [0.4122214708, 0.5363325363, 0.0514459929],
        [0.2119034982, 0.6806995451, 0.1073969566],
        [0.0883024619, 0.2817188376, 0.6299787005],
    ],
    np.float32,
)
_LAB_OF_ROOTS = np.array(
    [
        [0.2104542553, 0.7936177850, -0.0040720468],
        [1.9779984951, -2.4285922050, 0.4505937099],
        [0.0259040371, 0.7827717662, -0.8086757660],
    ],
    np.float32,
)
_VALUES = np.arange(256) / 255
_LINEAR = np.where(_VALUES <= 0.04045, _VALUES / 12.92, ((_VALUES + 0.055) / 1.055) ** 2.4).astype(
    np.float32
)


def oklab(rgb: npt.NDArray[np.uint8]) -> npt.NDArray[np.float32]:
    """(N, 3) float32 lightness (0 black to 1 white), a (green to red), b (blue to yellow).

    Args:
        rgb: (N, 3) uint8 sRGB.
    """
    roots = np.cbrt(_mixed(_LINEAR[rgb], _LMS_OF_LINEAR))
    return _mixed(roots, _LAB_OF_ROOTS)


def _mixed(
    rows: npt.NDArray[np.float32], matrix: npt.NDArray[np.float32]
) -> npt.NDArray[np.float32]:
    # Sums in a fixed order: a matrix product may add in another one on another machine.
    return np.stack(
        [rows[:, 0] * m[0] + rows[:, 1] * m[1] + rows[:, 2] * m[2] for m in matrix], axis=1
    )
