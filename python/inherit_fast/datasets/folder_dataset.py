"""The one data set class behind every reader of files in folders."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import numpy as np

from inherit_fast.datasets.dataset import BadFrame
from inherit_fast.datasets.floor_plane import corrected_up, estimate_up
from inherit_fast.datasets.loader import FrameLoader
from inherit_fast.datasets.options import DatasetConfig
from inherit_fast.datasets.poses import Matrix
from inherit_fast.datasets.recording import FrameFiles, Recording, in_one_time
from inherit_fast.datasets.registration import read_registration
from inherit_fast.datasets.up_axis import Z_UP, UpAxis, configured
from inherit_fast.errors import ConfigError, DatasetError, FrameError
from inherit_fast.frame import Frame


@dataclass(slots=True, eq=False)
class FolderDataset:
    """Recordings in one world, read frame by frame; see ``Dataset`` for what it offers.

    Attributes:
        recordings: in the order in which they are mapped.
        up_axis: which way is up, and how that was found.
        notes: sentences about the source that ``check`` and ``map`` pass on.
    """

    name: str
    recordings: Sequence[Recording]
    up_axis: UpAxis
    config: DatasetConfig
    instance_labels: Mapping[int, str] = field(default_factory=dict)
    notes: Sequence[str] = ()
    bad_frames: list[BadFrame] = field(default_factory=list)

    @property
    def T_map_source(self) -> Matrix:
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
            loader = self._loader(number)
            for files in recording.files:
                if index >= start:
                    try:
                        yield loader.load(files, index)
                    except FrameError as error:
                        self._skip(BadFrame(index, str(error)))
                index += 1

    def load(self, index: int) -> Frame:
        """One frame, wherever it is.

        Raises:
            FrameError: it is bad.
        """
        number, files = self.files(index)
        return self._loader(number).load(files, index)

    def files(self, index: int) -> tuple[int, FrameFiles]:
        """The recording's number and the files of one frame."""
        first = 0
        for number, recording in enumerate(self.recordings):
            if index < first + len(recording.files):
                return number, recording.files[index - first]
            first += len(recording.files)
        raise IndexError(index)

    def pose(self, index: int) -> Matrix:
        """(4, 4) camera (OpenCV) to the map's world, without reading the images."""
        number, files = self.files(index)
        return self._loader(number).pose(files)

    def _loader(self, number: int) -> FrameLoader:
        return FrameLoader(
            self.recordings[number], number, self.T_map_source, self.config.min_image_width_px
        )

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
    """Settle what is common to all sources: one time, the user's word, the up axis.

    Args:
        name: the reader's name.
        recordings: in mapping order.
        given_up: what the source says or its format prescribes; None estimates the floor.
        config: the user's word, which goes before the source's.
        instance_labels: label of each id in the instance images.
        notes: see ``FolderDataset``.

    Raises:
        DatasetError: there is no frame at all, or up is unknown and no floor is seen.
    """
    settled = [as_configured(recording, config) for recording in in_one_time(recordings)]
    if not any(recording.files for recording in settled):
        raise DatasetError(f"the {name} source has no colour or depth image")
    word = configured(config.up_axis) or (None if config.up_axis == "floor" else given_up)
    labels = instance_labels or {}
    if word and not word.measured:
        return FolderDataset(name, settled, word, config, labels, notes)
    raw = FolderDataset(name, settled, word or UpAxis(Z_UP, "not known yet"), config)
    frames = spread_frames(raw, config.floor_frames)
    up = corrected_up(word, frames) if word else estimate_up(frames)
    return FolderDataset(name, settled, up, config, labels, notes)


def as_configured(recording: Recording, config: DatasetConfig) -> Recording:
    """The recording with what the user says in place of what the source says."""
    changes: dict[str, Any] = {}
    if config.intrinsics:
        if len(config.intrinsics) != 4 or min(config.intrinsics[:2]) <= 0:
            raise ConfigError(
                f"dataset.intrinsics: expected fx, fy, cx, cy, got {list(config.intrinsics)}"
            )
        changes |= {"intrinsics": np.array(config.intrinsics, np.float64), "size_px": None}
    if config.depth_scale_m:
        scale_m = config.depth_scale_m
        changes |= {"depth_scale_m": scale_m, "float_scale_m": scale_m}
        changes["unit_from"] = "dataset.depth_scale_m"
    if config.camera_axes != "auto":
        changes["opengl"] = config.camera_axes == "opengl"
    if config.pose_meaning != "auto":
        changes["world_to_camera"] = config.pose_meaning == "world_to_camera"
    if config.registration and recording.registration is None:
        changes["registration"] = read_registration(Path(config.registration))
    return replace(recording, **changes)


def spread_frames(dataset: FolderDataset, count: int) -> Iterator[Frame]:
    """About ``count`` good frames, spread evenly; bad ones are left out without a record."""
    total = len(dataset)
    wanted = sorted({round(i * (total - 1) / max(1, count - 1)) for i in range(count)})
    for index in wanted:
        try:
            yield dataset.load(index)
        except FrameError:
            continue
