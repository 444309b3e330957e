"""What a thing is called in one view: the detector's scores, its size, and a second opinion."""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from importlib import resources
from typing import Self

from inherit_fast.frame import Frame
from inherit_fast.language.sizes import Sizes
from inherit_fast.perception.seams import Hints, Instance
from inherit_fast.semantic.lift import Lifted


@dataclass(frozen=True, slots=True)
class NamingConfig:
    """How labels that a detector gives one box are weighed against each other.

    Attributes:
        trust: power of the image classifier's shares; 0 leaves it out.
        doubt: probability that is added to each label before shares are taken, so that a classifier
            that is sure of something else says nothing.
        min_hint: probability from which on a noun of the classifier is kept with the node.
        max_hints: nouns kept, best first.
    """

    trust: float = 1.0
    doubt: float = 0.03
    min_hint: float = 0.3
    max_hints: int = 3


@dataclass(frozen=True, slots=True)
class Namer:
    """Chooses one of the labels that a detector gives a box.

    Each label counts by its score, times how usual its size is, times the share that the image
    classifier gives it among those of them that are small things (a product of experts).

    Args:
        config: weights.
        sizes: how large things are.
        nouns: label -> nouns of the image classifier that speak for it.
    """

    config: NamingConfig
    sizes: Sizes
    nouns: Mapping[str, frozenset[str]] = field(default_factory=dict)

    @classmethod
    def load(cls, config: NamingConfig, sizes: Sizes) -> Self:
        """With the table of the package."""
        path = resources.files("inherit_fast.language").joinpath("data", "looks.toml")
        table = tomllib.loads(path.read_text("utf-8"))
        return cls(config, sizes, {label: frozenset(nouns) for label, nouns in table.items()})

    def __call__(self, instance: Instance, hints: Hints, sides_m: tuple[float, float]) -> str:
        """The label that fits best; the detector's own where it gives no other.

        Args:
            instance: with the detector's labels.
            hints: nouns of the image classifier with their probabilities.
            sides_m: longest and shortest side of the instance's box at its distance.
        """
        scores = {instance.label: instance.score, **dict(instance.others)}
        if len(scores) == 1:
            return instance.label
        looks = self._looks(list(scores), hints)
        fits = {
            label: score * looks.get(label, 1.0) * self.sizes.fit(label, *sides_m)
            for label, score in scores.items()
        }
        return max(fits, key=lambda label: (fits[label], label))

    def kept(self, hints: Hints) -> Hints:
        """The hints that are sure enough to be kept with a node."""
        sure = [hint for hint in hints if hint[1] >= self.config.min_hint]
        return tuple(sure[: self.config.max_hints])

    def _looks(self, labels: list[str], hints: Hints) -> dict[str, float]:
        """How much more or less than its fair share the classifier gives each small thing."""
        c = self.config
        given = {
            label: c.doubt + sum(p for noun, p in hints if noun in self.nouns[label])
            for label in labels
            if label in self.nouns
        }
        fair = sum(given.values()) / max(1, len(given))
        return {label: (p / fair) ** c.trust for label, p in given.items()}


def seen_sides_m(frame: Frame, instance: Instance, lifted: Lifted) -> tuple[float, float]:
    """Longest and shortest side of the instance's box at its distance: a mask leaks, a box not."""
    x0, y0, x1, y1 = instance.box_px
    away_m = float((lifted.centroid_m - frame.position_m) @ frame.T_world_camera[:3, 2])
    fx, fy = frame.intrinsics[:2].tolist()
    sides = away_m * (x1 - x0) / fx, away_m * (y1 - y0) / fy
    return max(sides), min(sides)
