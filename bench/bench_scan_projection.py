import numpy as np
import pytest

from inherit_fast import kernels
from inherit_fast.scene import Pose, SceneRepresentation, Snapshot, Vector3, ViewpointConfig
from reference import scan_projection as twin
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


@pytest.mark.parametrize("trigger", ["core pose", "core coverage"])
def test_bench_update(benchmark, trigger):
    """A tick of a robot in a known place: bounds, room, and whether this is a new viewpoint."""
    benchmark.group = "SceneRepresentation.update, scan of 50000 points"
    rules = ViewpointConfig(trigger=trigger.removeprefix("core "), new_share=0.6)
    rep = SceneRepresentation(viewpoints=rules)
    points = room_scan()
    rep.update(Snapshot(1, Pose(Vector3(0, 0, 1)), None, points))
    snapshot = Snapshot(2, Pose(Vector3(0.1, 0, 1)), None, room_scan(seed=1))
    assert benchmark(rep.update, snapshot) is None
    assert len(rep.viewpoints) == 1
