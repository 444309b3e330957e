"""DINOv3 features: one pass over the frame, then the patches under each mask are averaged."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from inherit_fast.inference import ModelEntry, Session
from inherit_fast.perception.crops import BoxPx, NetworkInput, coverage, square_around
from inherit_fast.perception.seams import Hints, Instance


@dataclass(frozen=True, slots=True)
class DinoV3Config:
    """How patches become features.

    Attributes:
        around: weight of the patches of an instance's box that its mask does not touch; patches
            carry their surroundings already, so little of it does.
    """

    around: float = 0.05


class DinoV3Features:
    """Unit features of instances (see FeatureExtractor).

    Args:
        session: the loaded model.
        entry: its manifest entry.
        config: how patches become features.
    """

    def __init__(
        self, session: Session, entry: ModelEntry, config: DinoV3Config | None = None
    ) -> None:
        self._session = session
        self._config = config or DinoV3Config()
        self._network = NetworkInput.of(entry.preprocess)
        sizes = entry.outputs["patches"].split(" ")[1].split("x")
        self._dim = int(sizes[1])

    @property
    def dim(self) -> int:
        """Length of a feature."""
        return self._dim

    def describe(
        self, rgb: npt.NDArray[np.uint8], instances: Sequence[Instance]
    ) -> tuple[npt.NDArray[np.float32], list[Hints]]:
        """(N, dim) float32 unit features; the model knows no labels, so there are no hints."""
        hints: list[Hints] = [()] * len(instances)
        if not instances:
            return np.zeros((0, self._dim), np.float32), hints
        square = _whole(rgb)
        patches = self._run(rgb, square)["patches"][0]
        flat = patches.reshape(self._dim, -1)
        rows = [self._pooled(flat, i, square, patches.shape[1]) for i in instances]
        return np.array(rows, np.float32), hints

    def global_feature(self, rgb: npt.NDArray[np.uint8]) -> npt.NDArray[np.float32]:
        """(dim,) float32 unit feature of the whole image, for the choice of keyframes."""
        return _unit(self._run(rgb, _whole(rgb))["pooled"][0])

    def _run(self, rgb: npt.NDArray[np.uint8], square: BoxPx) -> dict[str, npt.NDArray[Any]]:
        return self._session.run({"image": self._network.crop(rgb, square)[None]})

    def _pooled(
        self, flat: npt.NDArray[np.float32], instance: Instance, square: BoxPx, cells: int
    ) -> npt.NDArray[np.float32]:
        weights = coverage(instance.mask, square, cells)
        weights = weights + self._config.around * _box_cells(instance.box_px, square, cells)
        # A plain sum of each row: a matrix product may sum in another order on another machine.
        return _unit((flat * weights.reshape(-1)).sum(axis=1))


def _whole(rgb: npt.NDArray[np.uint8]) -> BoxPx:
    return square_around((0.0, 0.0, float(rgb.shape[1]), float(rgb.shape[0])), 0.0)


def _box_cells(
    box_px: tuple[int, int, int, int], square: BoxPx, cells: int
) -> npt.NDArray[np.float32]:
    """1 for the cells that a box touches; a box inside one cell still has that one."""
    scale = cells / (square[2] - square[0])
    low = np.floor((np.array(box_px[:2]) - square[:2]) * scale).astype(int)
    high = np.ceil((np.array(box_px[2:]) - square[:2]) * scale).astype(int)
    touched = np.zeros((cells, cells), np.float32)
    touched[
        max(low[1], 0) : max(high[1], low[1] + 1), max(low[0], 0) : max(high[0], low[0] + 1)
    ] = 1
    return touched


def _unit(vector: npt.NDArray[np.float32]) -> npt.NDArray[np.float32]:
    return np.asarray(vector / max(float(np.linalg.norm(vector)), 1e-12), np.float32)
