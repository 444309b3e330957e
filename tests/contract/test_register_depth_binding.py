import numpy as np
import pytest

from inherit_fast.kernels import register_depth


@pytest.fixture
def inputs():
    return {
        "depth": np.full((4, 6), 1000, np.uint16),
        "depth_intrinsics": np.array([5.0, 5.0, 2.5, 1.5]),
        "colour_intrinsics": np.array([5.0, 5.0, 2.5, 1.5]),
        "T_colour_depth": np.eye(4),
        "depth_scale": 0.001,
        "height": 4,
        "width": 6,
        "surface_step": 0.05,
        "max_magnification": 4.0,
    }


@pytest.mark.parametrize("dtype", [np.uint16, np.float32])
def test_the_result_has_the_inputs_dtype_and_its_own_memory(inputs, dtype):
    inputs["depth"] = inputs["depth"].astype(dtype)
    out = register_depth(**inputs)
    assert out.dtype == dtype
    assert out.shape == (4, 6)
    assert out.flags.c_contiguous
    assert out.flags.writeable
    expected = out.copy()
    inputs["depth"][:] = 0
    np.testing.assert_array_equal(out, expected)


@pytest.mark.parametrize(
    "name", ["depth", "depth_intrinsics", "colour_intrinsics", "T_colour_depth"]
)
def test_a_wrong_dtype_is_refused_not_converted(inputs, name):
    inputs[name] = inputs[name].astype(np.int64)
    with pytest.raises(TypeError):
        register_depth(**inputs)


def test_a_strided_view_is_refused_not_copied(inputs):
    inputs["depth"] = np.full((4, 12), 1000, np.uint16)[:, ::2]
    with pytest.raises(TypeError):
        register_depth(**inputs)


def test_positional_arguments_are_refused(inputs):
    with pytest.raises(TypeError):
        register_depth(*inputs.values())


@pytest.mark.parametrize(
    ("name", "value", "message"),
    [
        ("depth", np.zeros(4, np.uint16), "depth: expected any x any, got 4"),
        ("depth_intrinsics", np.zeros(3), "depth_intrinsics: expected 4, got 3"),
        ("colour_intrinsics", np.zeros((2, 2)), "colour_intrinsics: expected 4, got 2 x 2"),
        ("T_colour_depth", np.eye(3), "T_colour_depth: expected 4 x 4, got 3 x 3"),
        ("T_colour_depth", np.full((4, 4), np.nan), "must be finite"),
        ("depth_intrinsics", np.zeros(4), "focal lengths must be > 0"),
        ("depth_scale", 0.0, "depth_scale must be > 0"),
    ],
)
def test_a_wrong_value_names_the_argument(inputs, name, value, message):
    inputs[name] = value
    with pytest.raises(ValueError, match=message):
        register_depth(**inputs)
