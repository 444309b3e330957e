import numpy as np
import pytest

from inherit_fast.kernels import lift_scan, project_scan, render_scan

POINTS = np.ones((5, 3), np.float32)
CAMERA = {"T_camera_world": np.eye(4), "height": 8, "width": 12}
CALLS = {
    project_scan: {
        "points": POINTS,
        **CAMERA,
        "intrinsics": np.array([9.0, 9.0, 5.5, 3.5]),
        "cell_px": 1,
        "reach": 1,
        "margin_m": 0.1,
        "margin_share": 0.0,
    },
    lift_scan: {
        "points": POINTS,
        "pixel": np.zeros(5, np.int32),
        "range_m": np.ones(5, np.float32),
        "visible": np.ones(5, np.uint8),
        "mask": np.ones((8, 12), np.uint8),
        "gap_m": 0.3,
        "mads": 3.0,
        "slack_m": 0.1,
        "min_inliers": 1,
    },
    render_scan: {
        "points": POINTS,
        **CAMERA,
        "intrinsics": np.array([9.0, 9.0, 5.5, 3.5]),
        "min_m": 0.1,
        "max_m": 9.0,
        "spacing_rad": 0.1,
        "most_px": 3,
        "merge_share": 0.1,
    },
}
ARRAYS = [
    (function, name)
    for function, values in CALLS.items()
    for name, value in values.items()
    if isinstance(value, np.ndarray)
]


def call(function, **changes):
    values = CALLS[function] | changes
    return function(values.pop("points"), **values)


@pytest.mark.parametrize(("function", "name"), ARRAYS)
def test_wrong_dtype_is_refused_not_converted(function, name):
    wrong = CALLS[function][name].astype(np.int64)
    with pytest.raises(TypeError):
        call(function, **{name: wrong})


@pytest.mark.parametrize(("function", "name"), ARRAYS)
def test_strided_view_is_refused_not_copied(function, name):
    value = CALLS[function][name]
    with pytest.raises(TypeError):
        call(function, **{name: np.repeat(value, 2, axis=-1)[..., ::2]})


@pytest.mark.parametrize(("function", "name"), ARRAYS)
def test_wrong_shape_names_the_argument(function, name):
    value = CALLS[function][name]
    with pytest.raises(ValueError, match=f"{name}: expected"):
        call(function, **{name: np.ascontiguousarray(np.stack([value, value]))})


@pytest.mark.parametrize(
    ("function", "name", "value"),
    [
        (project_scan, "height", 0),
        (project_scan, "cell_px", 0),
        (project_scan, "reach", 100),
        (project_scan, "margin_m", -1.0),
        (project_scan, "margin_share", float("nan")),
        (project_scan, "intrinsics", np.zeros(4)),
        (lift_scan, "gap_m", -0.1),
        (lift_scan, "mads", float("nan")),
        (lift_scan, "slack_m", -1.0),
        (render_scan, "width", 0),
        (render_scan, "min_m", 0.0),
        (render_scan, "max_m", 0.01),
        (render_scan, "spacing_rad", -0.1),
        (render_scan, "merge_share", float("nan")),
        (render_scan, "intrinsics", np.full(4, np.nan)),
    ],
)
def test_wrong_values_name_the_argument(function, name, value):
    with pytest.raises(ValueError, match=name):
        call(function, **{name: value})


def test_points_and_projection_of_different_length_are_refused():
    with pytest.raises(ValueError, match="same length"):
        call(lift_scan, pixel=np.zeros(4, np.int32))


def test_pixels_that_the_mask_does_not_have_are_under_nothing():
    far_out = np.array([-1, -2147483648, 96, 2147483647, -5], np.int32)
    assert call(lift_scan, pixel=far_out) is None


@pytest.mark.parametrize("function", CALLS)
def test_arguments_by_position_are_refused(function):
    with pytest.raises(TypeError):
        function(*CALLS[function].values())


@pytest.mark.parametrize("function", CALLS)
def test_results_own_their_memory(function):
    result = call(function)
    for array in result if isinstance(result, tuple) else (result,):
        assert array.flags.c_contiguous
        assert array.flags.writeable
