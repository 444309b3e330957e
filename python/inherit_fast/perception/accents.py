"""Small marks of another colour on a pale thing: the red flowers on a white mug.

Small marks are mixed with what they lie on, by the lens and by JPEG, so their own colour is pale as
well and has the name of a white or a beige. What they differ by, seen from the thing's own colour,
still has their hue.
"""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

# Hue sectors of OKLab in degrees. None for orange and yellow: wood, skin and sand have those, and
# where a mask's edge mixes with a wooden table everything would be yellow.
SECTORS = {"red": (330.0, 400.0), "green": (115.0, 190.0), "blue": (190.0, 290.0)}


@dataclass(frozen=True, slots=True)
class AccentConfig:
    """When a few pixels count as marks.

    Attributes:
        pale_chroma: things of more chroma than this have no marks that would be told apart so.
        min_difference: from the thing's own colour, in OKLab's a and b.
        min_share: of the thing's pixels.
    """

    pale_chroma: float = 0.06
    min_difference: float = 0.035
    min_share: float = 0.025


def accents(
    ab: npt.NDArray[np.float32], config: AccentConfig
) -> list[tuple[str, npt.NDArray[np.bool_]]]:
    """Names of the marks and which pixels show them, most first.

    Args:
        ab: (N, 2) float32, OKLab a and b of the thing's pixels.
        config: thresholds.
    """
    own = np.median(ab, axis=0)
    if float(np.hypot(*own)) > config.pale_chroma:
        return []
    difference = ab - own
    hue = np.degrees(np.arctan2(difference[:, 1], difference[:, 0])) % 360
    marked = np.hypot(difference[:, 0], difference[:, 1]) >= config.min_difference
    found = []
    for name, (start, end) in SECTORS.items():
        shown = marked & ((hue - start) % 360 < end - start)
        if shown.mean() >= config.min_share:
            found.append((name, shown))
    return sorted(found, key=lambda each: (-int(each[1].sum()), each[0]))
