"""One thing that the segmenter found twice in one image counts once."""

from collections.abc import Sequence
from dataclasses import dataclass

from inherit_fast.perception.seams import Instance
from inherit_fast.semantic.agreement import Agreement, Consistent


@dataclass(frozen=True, slots=True)
class DoublesConfig:
    """When two masks show one thing.

    Attributes:
        min_inside: share of the smaller mask that lies inside the other, where labels agree;
        min_iou: pixels of both over those of either, whatever the labels.
    """

    min_inside: float = 0.7
    min_iou: float = 0.6


def without_doubles(
    instances: Sequence[Instance], config: DoublesConfig, consistent: Consistent
) -> list[Instance]:
    """Drop every instance that one of higher score covers: see the config.

    The order of those that stay does not change.
    """
    agree = Agreement(consistent)
    ranked = sorted(range(len(instances)), key=lambda i: (-instances[i].score, i))
    kept: list[int] = []
    for i in ranked:
        one = instances[i]
        if not any(_is_double(one, instances[k], config, agree) for k in kept):
            kept.append(i)
    return [instances[i] for i in sorted(kept)]


def _is_double(a: Instance, b: Instance, config: DoublesConfig, agree: Agreement) -> bool:
    inside, iou = _overlap(a, b)
    return iou >= config.min_iou or (inside >= config.min_inside and agree(a.label, b.label))


def _overlap(a: Instance, b: Instance) -> tuple[float, float]:
    """Shared pixels over those of the smaller mask, and over those of either."""
    x0, y0 = (max(a.box_px[i], b.box_px[i]) for i in (0, 1))
    x1, y1 = (min(a.box_px[i], b.box_px[i]) for i in (2, 3))
    if x0 >= x1 or y0 >= y1:
        return 0.0, 0.0
    window = slice(y0, y1), slice(x0, x1)
    shared = int((a.mask[window] & b.mask[window]).sum())
    sizes = int(a.mask.sum()), int(b.mask.sum())
    return shared / max(1, min(sizes)), shared / max(1, sum(sizes) - shared)
