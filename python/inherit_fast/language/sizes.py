"""How large things of a name can be; see ``data/sizes.toml``."""

import math
import tomllib
from dataclasses import dataclass, field
from importlib import resources
from typing import Self

import numpy as np
import numpy.typing as npt

SPREAD = 0.35  # of the logarithm of sizes beyond the usual range


@dataclass(frozen=True, slots=True)
class Sizes:
    """Bounds on the sides of boxes by label; labels without an entry have none.

    Attributes:
        largest_m: label -> length, width and height that the box may have at most.
        smallest_m: label -> what the longest side must reach.
        typical_height_m: compound name -> lowest and highest usual height.
        usual_m: label -> range of the longest side of most of them.
        slender: label -> how many times longer than wide most of them look at least.
    """

    largest_m: dict[str, tuple[float, float, float]] = field(default_factory=dict)
    smallest_m: dict[str, float] = field(default_factory=dict)
    typical_height_m: dict[str, tuple[float, float]] = field(default_factory=dict)
    usual_m: dict[str, tuple[float, float]] = field(default_factory=dict)
    slender: dict[str, float] = field(default_factory=dict)

    @classmethod
    def load(cls) -> Self:
        """The table of the package."""
        path = resources.files("inherit_fast.language").joinpath("data", "sizes.toml")
        table = tomllib.loads(path.read_text("utf-8"))
        largest = {label: (side, side, side) for label, side in table["longest_m"].items()}
        largest |= {label: tuple(sides) for label, sides in table["upright_m"].items()}
        heights = {name: tuple(bounds) for name, bounds in table["typical_height_m"].items()}
        usual = {label: (low, high) for label, (low, high) in table["usual_m"].items()}
        smallest, slender = dict(table["smallest_m"]), dict(table["slender"])
        return cls(largest, smallest, heights, usual, slender)

    def longest_m(self) -> dict[str, float]:
        """Label -> longest side that it can have."""
        return {label: max(sides) for label, sides in self.largest_m.items()}

    def is_too_large(self, label: str, extent_m: npt.NDArray[np.float64]) -> bool:
        """Whether an upright box of these sides (x, y, z) cannot hold one ``label`` alone."""
        if label not in self.largest_m:
            return False
        x, y, z = extent_m.tolist()
        sides = (max(x, y), min(x, y), z)
        return any(side > most for side, most in zip(sides, self.largest_m[label], strict=True))

    def is_too_small(self, label: str, extent_m: npt.NDArray[np.float64]) -> bool:
        """Whether a box of these sides is no ``label``, or only a piece of one."""
        return float(extent_m.max()) < self.smallest_m.get(label, 0.0)

    def fit(self, label: str, longest_m: float, shortest_m: float) -> float:
        """How usual a ``label`` of these sides in an image is, 0 to 1.

        1 in the usual range, less the farther outside; sides may be cut off or foreshortened.
        """
        low, high = self.usual_m.get(label, (0.0, math.inf))
        slim = self.slender.get(label, 1.0) * shortest_m / longest_m
        off = (max(low / longest_m, longest_m / high, 1.0), max(slim, 1.0))
        return math.exp(-sum(math.log(times) ** 2 for times in off) / (2 * SPREAD**2))
