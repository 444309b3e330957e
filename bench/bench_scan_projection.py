import numpy as np
import pytest

from inherit_fast import kernels
from inherit_fast.scene import Pose, SceneRepresentation, Snapshot, Vector3, ViewpointConfig
from reference import scan_projection as twin
from reference import voxel_coverage as twin_coverage
from scans import room_scan
from second_opinion import scan_projection as numba_version

PROJECT = {
    "numpy": twin.project_scan,
    "numba": numba_version.project_scan,
    "core": kernels.project_scan,
}
LIFT = {"numpy": twin.lift_scan, "core": kernels.lift_scan}
T = np.eye(4)
T[:3, :3] = [[0, -1, 0], [0, 0, -1], [1, 0, 0]]
T[:3, 3] = -T[:3, :3] @ (0.0, 0.0, 1.0)
PANORAMA = {
    "T_camera_world": T,
    "height": 640,
    "width": 1920,
    "intrinsics": None,
    "cell_px": 2,
    "reach": 1,
    "margin_m": 0.2,
    "margin_share": 0.02,
}


@pytest.mark.parametrize("implementation", PROJECT)
def test_bench_project_scan(benchmark, implementation):
    benchmark.group = "project_scan, 50000 points, panorama 1920x640"
    points = room_scan()
    function = PROJECT[implementation]
    function(points, **PANORAMA)  # compiles Numba's
    pixel, _, visible = benchmark(function, points, **PANORAMA)
    want = kernels.project_scan(points, **PANORAMA)
    assert (pixel != want[0]).mean() < 1e-3
    assert (visible != want[2]).mean() < 1e-3
    assert visible.sum() > 45_000


@pytest.mark.parametrize("implementation", LIFT)
def test_bench_lift_scan(benchmark, implementation):
    benchmark.group = "lift_scan of one mask, 50000 points"
    points = room_scan()
    pixel, range_m, visible = kernels.project_scan(points, **PANORAMA)
    mask = np.zeros((640, 1920), np.uint8)
    mask[300:460, 760:880] = 1
    scan = {"pixel": pixel, "range_m": range_m, "visible": visible, "mask": mask}
    gate = {"gap_m": 0.3, "mads": 3.0, "slack_m": 0.05, "min_inliers": 10}
    found = benchmark(LIFT[implementation], points, **scan, **gate)
    np.testing.assert_allclose(found[0], kernels.lift_scan(points, **scan, **gate)[0], atol=1e-3)
    assert len(found[3]) > 100


class PlainScene:
    """A tick in NumPy: bounds, distance to the viewpoints, and the voxels of the scan."""

    def __init__(self, coverage, points):
        self.places, self.bounds = [np.zeros(3)], twin_coverage.point_bounds(points)
        self.coverage = None
        if coverage:
            self.coverage = twin_coverage.VoxelCoverage(voxel_m=0.1, max_voxels=10**6)
            self.coverage.add(points)

    def update(self, snapshot):
        low, high = twin_coverage.point_bounds(snapshot.scan)
        self.bounds = np.minimum(self.bounds[0], low), np.maximum(self.bounds[1], high)
        if self.coverage is not None:
            _, fresh = self.coverage.measure(snapshot.scan)
            return True if fresh > 0.6 * len(self.coverage.covered) else None
        far = np.linalg.norm(np.array(self.places) - snapshot.pose.position, axis=1) > 2.0
        return True if far.all() else None


@pytest.mark.parametrize("trigger", ["pose", "coverage"])
@pytest.mark.parametrize("implementation", ["numpy", "core"])
def test_bench_update(benchmark, implementation, trigger):
    """A tick of a robot in a known place: bounds, room, and whether this is a new viewpoint."""
    benchmark.group = f"SceneRepresentation.update by {trigger}, scan of 50000 points"
    points = room_scan()
    if implementation == "numpy":
        rep = PlainScene(trigger == "coverage", points)
    else:
        rep = SceneRepresentation(viewpoints=ViewpointConfig(trigger=trigger, new_share=0.6))
        rep.update(Snapshot(1, Pose(Vector3(0, 0, 1)), None, points))
    snapshot = Snapshot(2, Pose(Vector3(0.1, 0, 1)), None, room_scan(seed=1))
    assert benchmark(rep.update, snapshot) is None


@pytest.mark.parametrize("implementation", ["core"])
def test_bench_update_with_a_new_viewpoint(benchmark, implementation):
    """The same where every tick is a new viewpoint, and its voxels are added."""
    benchmark.group = "SceneRepresentation.update, a new viewpoint by coverage, 50000 points"
    first = room_scan()
    second = Snapshot(2, Pose(Vector3(3, -2, 1)), None, room_scan((3.0, -2.0, 1.0), seed=1))

    def setup():
        rep = SceneRepresentation(viewpoints=ViewpointConfig(trigger="coverage", new_share=0.05))
        rep.update(Snapshot(1, Pose(Vector3(0, 0, 1)), None, first))
        return (rep,), {}

    node = benchmark.pedantic(lambda rep: rep.update(second), setup=setup, rounds=15)
    assert node.tick_id == 2
