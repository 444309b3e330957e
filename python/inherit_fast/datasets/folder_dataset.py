"""The one data set class behind every reader of files in folders."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np

from inherit_fast.datasets.dataset import BadFrame
from inherit_fast.datasets.loader import FrameLoader
from inherit_fast.datasets.options import DatasetConfig
from inherit_fast.datasets.recording import Recording, in_one_time
from inherit_fast.datasets.up_axis import UpAxis, configured
from inherit_fast.errors import DatasetError, FrameError
from inherit_fast.frame import Frame


@dataclass(slots=True, eq=False)
class FolderDataset:
    """Recordings in one world, read frame by frame; see ``Dataset`` for what it offers.

    Attributes:
        recordings: in the order in which they are mapped.
        up_axis: which way is up, and how that was found.
        notes: sentences about the source that ``check`` passes on.
    """

    name: str
    recordings: Sequence[Recording]
    up_axis: UpAxis
    config: DatasetConfig
    instance_labels: Mapping[int, str] = field(default_factory=dict)
    notes: Sequence[str] = ()
    bad_frames: list[BadFrame] = field(default_factory=list)

    @property
    def T_map_source(self) -> np.ndarray[tuple[int, ...], np.dtype[np.float64]]:
        """(4, 4) float64, the source's world to the map's (z up)."""
        return self.up_axis.T_map_source

    def __len__(self) -> int:
        return sum(len(recording.files) for recording in self.recordings)

    def __iter__(self) -> Iterator[Frame]:
        return self.frames(0)

    def frames(self, start: int) -> Iterator[Frame]:
        """Good frames whose index is at least ``start``."""
        self.bad_frames = []
        index = 0
        for number, recording in enumerate(self.recordings):
            loader = FrameLoader(
                recording, number, self.T_map_source, self.config.min_image_width_px
            )
            for files in recording.files:
                if index >= start:
                    try:
                        yield loader.load(files, index)
                    except FrameError as error:
                        self._skip(BadFrame(index, str(error)))
                index += 1

    def _skip(self, bad: BadFrame) -> None:
        self.bad_frames.append(bad)
        if 2 * len(self.bad_frames) > len(self):
            raise DatasetError(
                f"{len(self.bad_frames)} of {len(self)} frames are unusable, more than half; the"
                f" last one: {bad.reason}"
            )


def folder_dataset(
    name: str,
    recordings: Sequence[Recording],
    given_up: UpAxis | None,
    config: DatasetConfig,
    *,
    instance_labels: Mapping[int, str] | None = None,
    notes: Sequence[str] = (),
) -> FolderDataset:
    """Settle what is common to all sources: one time, the user's intrinsics, the up axis.

    Args:
        name: the reader's name.
        recordings: in mapping order.
        given_up: what the source says or its format prescribes; None estimates the floor.
        config: the user's word, which goes before the source's.
        instance_labels: label of each id in the instance images.
        notes: see ``FolderDataset``.

    Raises:
        DatasetError: there is no frame at all.
    """
    settled = in_one_time(recordings)
    if not any(recording.files for recording in settled):
        raise DatasetError(f"the {name} source has no colour or depth image")
    up = configured(config.up_axis) or given_up
    if up is None or config.up_axis == "floor":
        raise DatasetError("the up axis is unknown; set dataset.up_axis")
    return FolderDataset(name, settled, up, config, instance_labels or {}, notes)
