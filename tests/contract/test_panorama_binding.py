import numpy as np
import pytest

from inherit_fast.kernels import (
    face_to_panorama,
    panorama_to_face,
    unwrap_panorama,
    wrap_panorama,
)
from panoramas import cube_faces


@pytest.fixture(params=["unwrap", "wrap"])
def call(request):
    faces = cube_faces(4, 8, 8, 90.0)
    if request.param == "unwrap":
        image, function, name = np.zeros((12, 36, 3), np.uint8), unwrap_panorama, "panorama"
        size = {"height": 8, "width": 8}
    else:
        image, function, name = np.zeros((4, 8, 8, 3), np.uint8), wrap_panorama, "faces"
        size = {"height": 12, "width": 36}
    values = {name: image, **faces, **size, "sampling": "nearest"}
    return name, lambda **changes: function(**(values | changes))


@pytest.mark.parametrize("dtype", [np.float64, np.int64, np.uint16])
def test_wrong_dtype_is_refused_not_converted(call, dtype):
    name, function = call
    with pytest.raises(TypeError):
        function(**{name: np.zeros((4, 8, 8), dtype)})


def test_strided_view_is_refused_not_copied(call):
    name, function = call
    shape = (12, 36, 6) if name == "panorama" else (4, 8, 8, 6)
    with pytest.raises(TypeError):
        function(**{name: np.zeros(shape, np.uint8)[..., ::2]})


@pytest.mark.parametrize(
    ("name", "value", "message"),
    [
        ("intrinsics", np.ones((4, 3)), "intrinsics: expected any x 4"),
        ("intrinsics", np.zeros((4, 4)), "intrinsics"),
        ("R_panorama_face", np.zeros((4, 3, 2)), "R_panorama_face: expected 4 x 3 x 3"),
        ("R_panorama_face", np.ones((4, 3, 3)), "R_panorama_face: expected rotations"),
        ("R_panorama_face", np.full((4, 3, 3), np.nan), "R_panorama_face: expected rotations"),
        ("sampling", "cubic", "sampling: expected nearest or bilinear, got cubic"),
        ("height", 0, "pixels"),
        ("width", 0, "pixels"),
    ],
)
def test_wrong_values_name_the_argument(call, name, value, message):
    with pytest.raises(ValueError, match=message):
        call[1](**{name: value})


def test_wrong_image_shape_names_the_argument(call):
    name, function = call
    with pytest.raises(ValueError, match=f"{name}: expected any"):
        function(**{name: np.zeros((4, 8), np.uint8)})


def test_faces_without_a_camera_are_refused():
    with pytest.raises(ValueError, match="intrinsics: expected one row a face, got 4"):
        wrap_panorama(
            np.zeros((3, 8, 8), np.float32),
            **cube_faces(4, 8, 8, 90.0),
            height=4,
            width=8,
            sampling="nearest",
        )


@pytest.mark.parametrize("function", [face_to_panorama, panorama_to_face])
@pytest.mark.parametrize(
    ("name", "value", "error"),
    [
        ("points", np.zeros((3, 3)), ValueError),
        ("points", np.zeros((3, 2), np.float32), TypeError),
        ("intrinsics", np.zeros(3), ValueError),
        ("R_panorama_face", np.zeros((3, 2)), ValueError),
    ],
)
def test_points_are_refused_likewise(function, name, value, error):
    values = {
        "points": np.zeros((3, 2)),
        "intrinsics": np.ones(4),
        "R_panorama_face": np.eye(3),
        "panorama_height": 4,
        "panorama_width": 8,
    }
    with pytest.raises(error, match=name if error is ValueError else None):
        function(**(values | {name: value}))


def test_results_own_their_memory(call):
    result = call[1]()
    image = result[0] if isinstance(result, tuple) else result
    assert image.flags.c_contiguous
    assert image.flags.writeable
    assert image.dtype == np.uint8
