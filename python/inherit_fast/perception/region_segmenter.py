"""A segmenter widened by what the depth shows and an image classifier can name."""

from collections import Counter
from collections.abc import Callable, Sequence
from threading import Lock

import numpy as np
import numpy.typing as npt

from inherit_fast.frame import Frame
from inherit_fast.perception.depth_segmenter import DepthSegmenterConfig
from inherit_fast.perception.regions import Region, RegionsConfig, find_regions
from inherit_fast.perception.seams import FeatureExtractor, Instance, Segmenter

TooSmall = Callable[[str, npt.NDArray[np.float64]], bool]


class RegionSegmenter:
    """Another segmenter's instances, and named regions that they leave free (see Segmenter).

    Args:
        segmenter: asked first.
        classifier: names regions by its hints, best first.
        vocabulary: names that regions may have when a call gives none; empty means all.
        config: which regions, and how sure of their names.
        masks: what is a plane, and what a jump in depth.
        too_small: whether a thing of a name cannot have these sides (3,), in metres: a cushion
            is called the couch that it lies on.
    """

    def __init__(
        self,
        segmenter: Segmenter,
        classifier: FeatureExtractor,
        vocabulary: Sequence[str] = (),
        config: RegionsConfig | None = None,
        masks: DepthSegmenterConfig | None = None,
        too_small: TooSmall | None = None,
    ) -> None:
        self._segmenter = segmenter
        self._classifier = classifier
        self._vocabulary = frozenset(vocabulary)
        self._config = config or RegionsConfig()
        self._masks = masks or DepthSegmenterConfig()
        self._too_small = too_small or (lambda label, sides_m: False)
        self._dropped: Counter[str] = Counter()
        self._lock = Lock()

    @property
    def dropped(self) -> Counter[str]:
        """Regions left out so far, by reason."""
        with self._lock:
            return Counter({f"regions: {why}": n for why, n in self._dropped.items() if n})

    def __call__(self, frame: Frame, vocabulary: Sequence[str] = ()) -> list[Instance]:
        """The segmenter's instances, then the regions', largest and most compact first."""
        known = self._segmenter(frame, vocabulary)
        covered = np.zeros(frame.depth.shape, bool)
        for instance in known:
            covered |= instance.mask != 0
        regions, dropped = find_regions(frame, covered, self._config, self._masks)
        wanted = frozenset(vocabulary) or self._vocabulary
        named = self._named(frame, regions, wanted) if regions else []
        dropped["without a sure name"] = len(regions) - len(named)
        with self._lock:  # several threads may look at keyframes side by side
            self._dropped.update(dropped)
        return known + named

    def _named(
        self, frame: Frame, regions: Sequence[Region], wanted: frozenset[str]
    ) -> list[Instance]:
        unnamed = [Instance(region.mask, "", 0.0, region.box_px) for region in regions]
        _, hints = self._classifier.describe(frame.rgb, unnamed)
        return [
            Instance(region.mask, label, score, region.box_px)
            for region, names in zip(regions, hints, strict=True)
            for label, score in names[:1]
            if score >= self._config.min_probability
            and (not wanted or label in wanted)
            and not self._too_small(label, region.sides_m)
        ]
