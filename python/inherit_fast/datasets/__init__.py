"""Sources of frames."""

from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import cast

from inherit_fast.datasets.dataset import BadFrame, Dataset
from inherit_fast.datasets.options import DatasetConfig
from inherit_fast.errors import DatasetError

__all__ = ["BadFrame", "Dataset", "DatasetConfig", "dataset_names", "open_dataset"]

# Name -> module with NAME, LOOKS_LIKE, detect(root) and open_source(root, config).
_READERS = {
    "7scenes": "seven_scenes",
    "conceptgraphs": "conceptgraphs",
    "habitat": "habitat",
    "hm3d": "hm3d",
    "replica": "replica",
    "scannet": "scannet",
    "tum": "tum",
}


SAMPLE = "house"


def dataset_names() -> list[str]:
    """Every format that can be read."""
    return sorted(_READERS)


def is_sample(path: Path | str) -> bool:
    """True if ``path`` names the embedded sample and no folder of that name is in the way."""
    return str(path).partition(":")[0] == SAMPLE and not Path(path).is_dir()


def open_dataset(
    path: Path | str, name: str | None = None, config: DatasetConfig | None = None
) -> Dataset:
    """Open the source at ``path``.

    Args:
        path: a folder; or ``house``, ``house:seed=3,rooms_per_floor=6``: the embedded sample, a
            procedural house.
        name: one of ``dataset_names()``; None looks at what the folder holds.
        config: the user's word on what the files do not say; None means the defaults.

    Raises:
        DatasetError: there is no such folder, its format is unknown, or it has no frames.
    """
    root = Path(path)
    if name == SAMPLE or (name is None and is_sample(path)):
        return cast(Dataset, import_module("inherit_fast.datasets.house").open_house(str(path)))
    if root.is_file():
        raise DatasetError(
            f"{root}: is a file; expected a folder of images and poses: write out what a bag or a"
            " video holds (docs/sources.md, Your own recording)"
        )
    if not root.is_dir():
        raise DatasetError(f"{root}: there is no such folder")
    if not any(root.iterdir()):
        raise DatasetError(f"{root}: the folder is empty")
    reader = _reader(name) if name else _detect(root)
    dataset: Dataset = reader.open_source(root, config or DatasetConfig())
    return dataset


def _reader(name: str) -> ModuleType:
    if name not in _READERS:
        raise DatasetError(f"unknown data set {name!r}; known: {', '.join(dataset_names())}")
    return import_module(f"inherit_fast.datasets.{_READERS[name]}")


def _detect(root: Path) -> ModuleType:
    readers = [_reader(name) for name in dataset_names()]
    fitting = [reader for reader in readers if reader.detect(root)]
    if len(fitting) == 1:
        return fitting[0]
    if fitting:
        names = " and ".join(reader.NAME for reader in fitting)
        raise DatasetError(f"{root}: looks like {names}; choose one with --dataset")
    entries = sorted(p.name + "/" * p.is_dir() for p in root.iterdir())
    shown = ", ".join(entries[:8]) + (", ..." if len(entries) > 8 else "")
    formats = "; ".join(f"{reader.NAME} ({reader.LOOKS_LIKE})" for reader in readers)
    raise DatasetError(
        f"{root}: no known data set; found {shown}; known formats: {formats}; for a recording of"
        " your own the plainest is that of scannet"
    )
