"""What ``inherit-fast check`` does: read a source with suspicion."""

from inherit_fast.datasets.dataset import Dataset
from inherit_fast.datasets.folder_dataset import FolderDataset
from inherit_fast.datasets.inspection.bearings import check_alignment, check_up
from inherit_fast.datasets.inspection.counts import check_frames, check_time
from inherit_fast.datasets.inspection.optics import check_camera, check_depth
from inherit_fast.datasets.inspection.poses import check_poses
from inherit_fast.datasets.inspection.report import Finding, Report, Section
from inherit_fast.datasets.inspection.sample import Sample, take_sample
from inherit_fast.errors import DatasetError

__all__ = ["Finding", "Report", "Section", "inspect_source"]


def inspect_source(dataset: Dataset, source: str) -> Report:
    """Check an opened source.

    Args:
        dataset: as ``open_dataset`` gives it.
        source: its path, for the report.

    Raises:
        DatasetError: the source is not made of files in folders.
    """
    if not isinstance(dataset, FolderDataset):
        raise DatasetError(f"{source}: a {dataset.name} source is made here, nothing to check")
    sample = take_sample(dataset)
    sections = [check_frames(dataset, sample), check_time(dataset)]
    if sample.frames:
        sections += [check_camera(dataset, sample), check_depth(dataset, sample)]
    if sample.frames and not sections[-1].failed:
        sections += _geometry(dataset, sample)
    return Report(source, dataset.name, tuple(sections))


def _geometry(dataset: FolderDataset, sample: Sample) -> list[Section]:
    poses = check_poses(dataset, sample)
    registered = dataset.recordings[0].registration is not None
    found = [poses]
    if not poses.failed:  # a floor seen through wrong poses says nothing
        found.append(check_up(dataset, sample))
    if not (poses.failed and registered):  # nor do edges warped with a wrong unit
        found.append(check_alignment(dataset, sample))
    return found
