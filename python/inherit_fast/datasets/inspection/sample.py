"""The frames that ``check`` looks at: a few places, each with some of what follows."""

from collections import Counter
from dataclasses import dataclass, field

from inherit_fast.datasets.folder_dataset import FolderDataset
from inherit_fast.errors import FrameError
from inherit_fast.frame import Frame

_PLACES = 12
_GAPS = (1, 3, 10)


@dataclass(slots=True)
class Sample:
    """Good frames in order, pairs of them that may see the same things, and the bad ones.

    Attributes:
        frames: a few dozen.
        pairs: positions in ``frames``, of one recording, a few frames apart.
        bad: reason of each frame that was tried and could not be read.
    """

    frames: list[Frame] = field(default_factory=list)
    pairs: list[tuple[int, int]] = field(default_factory=list)
    bad: list[str] = field(default_factory=list)


def take_sample(dataset: FolderDataset) -> Sample:
    """Load the frames; bad ones are noted and left out."""
    count = len(dataset)
    last = max(0, count - 1 - min(_GAPS))
    starts = sorted({round(last * i / max(1, _PLACES - 1)) for i in range(_PLACES)})
    wanted = sorted({i + gap for i in starts for gap in (0, *_GAPS) if i + gap < count})
    sample = Sample()
    places: dict[int, int] = {}
    for index in wanted:
        try:
            frame = dataset.load(index)
        except FrameError as error:
            sample.bad.append(str(error))
            continue
        places[index] = len(sample.frames)
        sample.frames.append(frame)
    for i in starts:
        for j in (i + gap for gap in _GAPS):
            if i in places and j in places and _together(sample.frames, places[i], places[j]):
                sample.pairs.append((places[i], places[j]))
    return sample


def missing_parts(dataset: FolderDataset) -> Counter[str]:
    """How many frames of the whole source lack a part; nothing is decoded."""
    counts: Counter[str] = Counter()
    for recording in dataset.recordings:
        for files in recording.files:
            for part in ("colour", "depth", "pose"):
                value = getattr(files, part)
                if value is None or (hasattr(value, "is_file") and not value.is_file()):
                    counts[part] += 1
                    break
    return counts


def _together(frames: list[Frame], i: int, j: int) -> bool:
    return frames[i].recording == frames[j].recording
