"""Depth has a vote in masks that were made of colour."""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from inherit_fast.frame import Frame
from inherit_fast.perception.depth_segmenter import (
    DepthSegmenterConfig,
    masks_by_depth,
    whole_pixels,
)

Votes = npt.NDArray[np.int8]
Logits = npt.NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class VoteConfig:
    """How much votes weigh.

    Attributes:
        for_it: added to the logit of a pixel with a vote for it.
        against: taken from the logit of a pixel with a vote against it.
        min_shared: votes count where they are for this share of the mask by colour; where it is
            less, the two speak of different things, or there is hardly any depth.
    """

    for_it: float = 2.0
    against: float = 4.0
    min_shared: float = 0.5


def depth_votes(
    frame: Frame, boxes_px: npt.NDArray[np.float64], config: DepthSegmenterConfig
) -> Votes:
    """What depth says to every pixel of every box.

    Returns:
        (N, H, W): 1 where the box's mask by depth is, -1 in the rest of the box, 0 beyond it and
        where there is no depth in reach: a box may be too small, a hole is no edge.
    """
    boxes = [whole_pixels((x0, y0, x1, y1)) for x0, y0, x1, y1 in boxes_px.tolist()]
    masks = masks_by_depth(frame, boxes, config)
    depth = frame.depth_m
    seen = (depth >= config.min_depth_m) & (depth <= config.max_depth_m)
    votes = np.zeros(masks.shape, np.int8)
    for vote, mask, (x0, y0, x1, y1) in zip(votes, masks, boxes, strict=True):
        part = slice(max(y0, 0), max(y1, 0)), slice(max(x0, 0), max(x1, 0))
        vote[part] = np.where(mask[part] != 0, 1, -1) * seen[part]
    return votes


def voted(logits: Logits, votes: Votes, min_logit: float, config: VoteConfig) -> Logits:
    """Logits (H, W) of one mask after the vote (H, W): clear ones stand, doubtful ones fall."""
    by_colour = logits > min_logit
    shared = np.count_nonzero(by_colour & (votes > 0))
    if shared < config.min_shared * np.count_nonzero(by_colour):
        return logits
    weights = np.array([0.0, config.for_it, -config.against], np.float32)  # of 0, 1 and -1
    return np.asarray(logits + weights[votes], np.float32)
