import numpy as np
import pytest

from inherit_fast import kernels

POINTS = np.zeros((4, 3), np.float32)
ONES = np.ones(4, np.int32)
CLUSTER = {"links": np.zeros((0, 2), np.int32), "cell_m": 0.1, "min_points": 2}
KERNELS = {
    "largest_cluster": (kernels.largest_cluster, "weights", CLUSTER),
    "merge_voxel_points": (
        kernels.merge_voxel_points,
        "counts",
        {"voxel_m": 0.1, "max_points": 3},
    ),
    "fit_axis_aligned_box": (kernels.fit_axis_aligned_box, "weights", {"trim_share": 0.01}),
    "fit_oriented_box": (
        kernels.fit_oriented_box,
        "weights",
        {"trim_share": 0.01, "turn_gain": 0.97},
    ),
}


@pytest.mark.parametrize(("kernel", "second", "rules"), KERNELS.values(), ids=KERNELS)
def test_wrong_dtype_or_layout_is_refused_not_converted(kernel, second, rules):
    for points, weights in [
        (POINTS.astype(np.float64), ONES),
        (POINTS, ONES.astype(np.int64)),
        (np.zeros((4, 6), np.float32)[:, ::2], ONES),
        (POINTS.tolist(), ONES),
    ]:
        with pytest.raises(TypeError):
            kernel(points, weights, **rules)


@pytest.mark.parametrize(("kernel", "second", "rules"), KERNELS.values(), ids=KERNELS)
def test_wrong_shape_names_the_argument(kernel, second, rules):
    with pytest.raises(ValueError, match="points: expected any x 3, got 4 x 2"):
        kernel(np.zeros((4, 2), np.float32), ONES, **rules)
    with pytest.raises(ValueError, match=f"{second}: expected 4, got 3"):
        kernel(POINTS, ONES[:3], **rules)


@pytest.mark.parametrize("value", [np.nan, np.inf, 1e9])
@pytest.mark.parametrize("name", ["largest_cluster", "merge_voxel_points"])
def test_coordinates_that_no_cell_can_hold_are_refused(name, value):
    kernel, _, rules = KERNELS[name]
    points = POINTS.copy()
    points[2, 1] = value
    with pytest.raises(ValueError, match="not finite or too far out"):
        kernel(points, ONES, **rules)


@pytest.mark.parametrize("size", [0.0, -1.0, np.nan, np.inf])
def test_cells_without_size_are_refused(size):
    with pytest.raises(ValueError, match="cell_m"):
        kernels.largest_cluster(POINTS, ONES, **CLUSTER | {"cell_m": size})
    with pytest.raises(ValueError, match="voxel_m"):
        kernels.merge_voxel_points(POINTS, ONES, voxel_m=size, max_points=2)


@pytest.mark.parametrize("links", [[[0, 4]], [[-1, 0]]])
def test_links_to_points_that_are_not_there_are_refused(links):
    with pytest.raises(ValueError, match="links: expected indices of points"):
        kernels.largest_cluster(POINTS, ONES, **CLUSTER | {"links": np.array(links, np.int32)})


def test_links_of_the_wrong_form_are_refused():
    with pytest.raises(TypeError):
        kernels.largest_cluster(POINTS, ONES, **CLUSTER | {"links": np.zeros((1, 2), np.int64)})
    with pytest.raises(ValueError, match="links: expected any x 2, got 1 x 3"):
        kernels.largest_cluster(POINTS, ONES, **CLUSTER | {"links": np.zeros((1, 3), np.int32)})


def test_counts_below_one_are_refused():
    with pytest.raises(ValueError, match="counts: expected at least 1"):
        kernels.merge_voxel_points(POINTS, ONES * 0, voxel_m=0.1, max_points=2)


@pytest.mark.parametrize("name", ["fit_axis_aligned_box", "fit_oriented_box"])
def test_boxes_of_nothing_are_refused(name):
    kernel, _, rules = KERNELS[name]
    with pytest.raises(ValueError, match="points: expected at least one"):
        kernel(POINTS[:0], ONES[:0], **rules)
    with pytest.raises(ValueError, match="weights: expected a positive sum"):
        kernel(POINTS, ONES * 0, **rules)
    for trim in (-0.1, 0.5, np.nan):
        with pytest.raises(ValueError, match="trim_share"):
            kernel(POINTS, ONES, **rules | {"trim_share": trim})
