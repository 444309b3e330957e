"""What one keyframe shows, before any of it is matched with nodes."""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from inherit_fast.perception.seams import Instance
from inherit_fast.semantic.lift import Lifted


@dataclass(frozen=True, slots=True, eq=False)
class Look:
    """What one keyframe shows, before any of it is matched with nodes.

    Attributes:
        instances, lifted, features: N each, in one order; features are (N, D) float32 unit.
        detections: what the segmenter found in all.
        doubles: how many of these were left out as second finds of one thing.
    """

    instances: list[Instance]
    lifted: list[Lifted]
    features: npt.NDArray[np.float32]
    detections: int
    doubles: int
