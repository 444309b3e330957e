"""One thing that the segmenter found twice in one image counts once."""

from collections.abc import Sequence
from dataclasses import dataclass

from inherit_fast.perception.seams import Instance
from inherit_fast.semantic.agreement import Agreement, Consistent


@dataclass(frozen=True, slots=True)
class DoublesConfig:
    """When two masks show one thing.

    Attributes:
        min_inside: share of the smaller mask that lies inside the other.
    """

    min_inside: float = 0.7


def without_doubles(
    instances: Sequence[Instance], config: DoublesConfig, consistent: Consistent
) -> list[Instance]:
    """Drop every instance that lies mostly in one of higher score whose label agrees.

    The order of those that stay does not change.
    """
    agree = Agreement(consistent)
    ranked = sorted(range(len(instances)), key=lambda i: (-instances[i].score, i))
    kept: list[int] = []
    for i in ranked:
        rivals = (instances[k] for k in kept if agree(instances[i].label, instances[k].label))
        if all(_inside(instances[i], rival) < config.min_inside for rival in rivals):
            kept.append(i)
    return [instances[i] for i in sorted(kept)]


def _inside(a: Instance, b: Instance) -> float:
    """Shared pixels over those of the smaller mask."""
    x0, y0 = (max(a.box_px[i], b.box_px[i]) for i in (0, 1))
    x1, y1 = (min(a.box_px[i], b.box_px[i]) for i in (2, 3))
    if x0 >= x1 or y0 >= y1:
        return 0.0
    window = slice(y0, y1), slice(x0, x1)
    shared = int((a.mask[window] & b.mask[window]).sum())
    return shared / max(1, min(int(a.mask.sum()), int(b.mask.sum())))
