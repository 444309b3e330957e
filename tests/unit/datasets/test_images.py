import numpy as np
import pytest
from PIL import Image

from inherit_fast.datasets.images import image_size, read_colour, read_depth, read_ids
from inherit_fast.errors import FrameError

RGB = np.arange(4 * 6 * 3, dtype=np.uint8).reshape(4, 6, 3)


@pytest.mark.parametrize("mode", ["RGB", "RGBA", "P", "L", "LA"])
def test_eight_bit_images_of_any_mode_become_rgb(tmp_path, mode):
    path = tmp_path / "a.png"
    image = Image.fromarray(RGB).convert(mode)
    image.save(path)
    np.testing.assert_array_equal(read_colour(path), np.asarray(image.convert("RGB")))


def test_a_jpeg_is_decoded_to_rgb(tmp_path):
    path = tmp_path / "a.jpg"
    Image.new("RGB", (16, 8), (200, 30, 60)).save(path, quality=95)
    got = read_colour(path)
    assert got.shape == (8, 16, 3)
    assert np.abs(got.astype(int) - (200, 30, 60)).max() < 8


def test_a_grey_jpeg_becomes_rgb(tmp_path):
    path = tmp_path / "a.jpg"
    Image.new("L", (16, 8), 90).save(path)
    np.testing.assert_allclose(read_colour(path), 90, atol=2)


@pytest.mark.parametrize(("orientation", "refused"), [(1, False), (6, True), (3, True)])
def test_an_image_that_its_tag_turns_is_refused(tmp_path, orientation, refused):
    path = tmp_path / "a.jpg"
    exif = Image.Exif()
    exif[0x0112] = orientation
    Image.fromarray(RGB).save(path, exif=exif)
    if refused:
        with pytest.raises(FrameError, match="EXIF tag turns the image"):
            read_colour(path)
    else:
        assert read_colour(path).shape == RGB.shape


def test_sixteen_bit_grey_is_no_colour(tmp_path):
    path = tmp_path / "a.png"
    Image.fromarray(np.ones((4, 6), np.uint16)).save(path)
    with pytest.raises(FrameError, match="expected 8-bit colour"):
        read_colour(path)


def test_sixteen_bit_depth_comes_back_and_saturation_is_no_return(tmp_path):
    path = tmp_path / "a.png"
    depth = np.array([[0, 1, 65534, 65535]], np.uint16)
    Image.fromarray(depth).save(path)
    got = read_depth(path)
    assert got.dtype == np.uint16
    assert got.tolist() == [[0, 1, 65534, 0]]


@pytest.mark.parametrize("kind", [".npy", ".tiff"])
def test_float_depth_is_never_quantised(tmp_path, kind):
    path = tmp_path / f"a{kind}"
    depth = np.array([[1.23456, np.nan, np.inf, 0.0]], np.float32)
    if kind == ".npy":
        np.save(path, depth)
    else:
        Image.fromarray(depth).save(path)
    got = read_depth(path)
    assert got.dtype == np.float32
    np.testing.assert_array_equal(got, depth)


@pytest.mark.parametrize("array", [RGB, RGB[:, :, 0]])
def test_eight_bit_depth_is_refused(tmp_path, array):
    path = tmp_path / "a.png"
    Image.fromarray(array).save(path)
    with pytest.raises(FrameError, match="expected 16-bit or float depth of one channel"):
        read_depth(path)


def test_an_array_file_with_objects_is_refused(tmp_path):
    np.save(tmp_path / "a.npy", np.array([{}]), allow_pickle=True)
    with pytest.raises(FrameError, match="not a readable array file"):
        read_depth(tmp_path / "a.npy")


def test_ids_come_back_as_integers(tmp_path):
    ids = np.array([[0, 300], [65535, 7]], np.uint16)
    Image.fromarray(ids).save(tmp_path / "a.png")
    got = read_ids(tmp_path / "a.png")
    assert got.dtype == np.int32
    np.testing.assert_array_equal(got, ids)
    np.save(tmp_path / "a.npy", ids.astype(np.float32))
    with pytest.raises(FrameError, match="integer ids"):
        read_ids(tmp_path / "a.npy")


def test_the_size_is_known_without_decoding(tmp_path):
    Image.fromarray(RGB).save(tmp_path / "a.png")
    np.save(tmp_path / "a.npy", np.zeros((5, 7)))
    assert image_size(tmp_path / "a.png") == (4, 6)
    assert image_size(tmp_path / "a.npy") == (5, 7)
