import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from examples import examples
from inherit_fast.datasets.registration import rodrigues
from inherit_fast.kernels import (
    face_to_panorama,
    panorama_to_face,
    unwrap_panorama,
    wrap_panorama,
)
from panoramas import cube_faces, smooth_panorama
from reference import panorama as twin

SIZE = {"panorama_height": 640, "panorama_width": 1920}


def face(seed):
    rng = np.random.default_rng(seed)
    R = rodrigues(rng.normal(0, 1.5, 3))
    return {"intrinsics": np.array([300.0, 310.0, 319.5, 200.0]), "R_panorama_face": R}


@examples(40)
@given(st.integers(0, 2**31))
def test_places_agree_with_the_numpy_twin_and_come_back_exactly(seed):
    points = np.random.default_rng(seed).uniform(-200, 900, (200, 2))
    there = face_to_panorama(points, **face(seed), **SIZE)
    np.testing.assert_allclose(
        there, twin.face_to_panorama(points, **face(seed), **SIZE), atol=1e-9
    )
    assert (there[:, 0] >= -0.5).all()
    assert (there[:, 0] < 1919.5).all()
    np.testing.assert_allclose(panorama_to_face(there, **face(seed), **SIZE), points, atol=1e-6)


@examples(20)
@given(st.integers(0, 2**31))
def test_panorama_places_agree_with_the_numpy_twin(seed):
    points = np.random.default_rng(seed).uniform((-0.5, -0.5), (1919.4, 639.4), (300, 2))
    got = panorama_to_face(points, **face(seed), **SIZE)
    want = twin.panorama_to_face(points, **face(seed), **SIZE)
    np.testing.assert_array_equal(np.isnan(got), np.isnan(want))
    near = np.abs(want).max(axis=1) < 1e5  # on the camera's plane places run to infinity
    np.testing.assert_allclose(got[near], want[near], rtol=1e-7, atol=1e-7)


def test_what_lies_behind_a_face_has_no_place_in_it():
    ahead = {"intrinsics": face(0)["intrinsics"], "R_panorama_face": np.eye(3)}
    middle = np.array([[959.5, 319.5], [-0.5, 319.5]])
    places = panorama_to_face(middle, **ahead, **SIZE)
    np.testing.assert_allclose(places[0], [319.5, 200.0], atol=1e-9)
    assert np.isnan(places[1]).all()


@pytest.mark.parametrize("sampling", ["nearest", "bilinear"])
@pytest.mark.parametrize("kind", [np.uint8, np.float32, np.int32])
def test_images_agree_with_the_numpy_twin(kind, sampling):
    panorama = smooth_panorama(96, 288)
    panorama = panorama if kind is np.uint8 else panorama[..., 0].astype(kind)
    faces = cube_faces(4, 64, 80, 100.0)
    got = unwrap_panorama(panorama, **faces, height=64, width=80, sampling=sampling)
    want = twin.unwrap_panorama(panorama, **faces, height=64, width=80, sampling=sampling)
    assert got.dtype == kind
    off = np.abs(got.astype(float) - want)
    assert (off > 1).mean() < 2e-3  # nearest may fall to the other side of a pixel's border
    back, seen = wrap_panorama(got, **faces, height=96, width=288, sampling=sampling)
    wanted, wanted_seen = twin.wrap_panorama(want, **faces, height=96, width=288, sampling=sampling)
    assert (seen != wanted_seen).mean() < 1e-3
    assert (np.abs(back.astype(float) - wanted)[seen == 1] > 1).mean() < 2e-3


@pytest.mark.parametrize("count", [4, 6])
def test_a_panorama_comes_back_from_its_faces(count):
    panorama = smooth_panorama(640, 1920)
    faces = cube_faces(count, 700, 640, 100.0)
    cut = unwrap_panorama(panorama, **faces, height=700, width=640, sampling="bilinear")
    back, seen = wrap_panorama(cut, **faces, height=640, width=1920, sampling="bilinear")
    assert seen.mean() > (0.99 if count == 6 else 0.8)
    inner = seen == 1
    inner[:4] = inner[-4:] = False  # there faces mix with the nothing beyond the panorama
    # A byte of rounding each way; a shift of a tenth of a pixel would show as more than 1.
    assert np.abs(back[inner].astype(int) - panorama[inner]).max() <= 2
    assert np.abs(back[inner].astype(float) - panorama[inner]).mean() < 0.3


def test_columns_go_on_around_the_circle():
    panorama = smooth_panorama(64, 192)
    faces = cube_faces(4, 40, 40, 90.0)
    turned = np.roll(panorama, 96, axis=1)
    a = unwrap_panorama(panorama, **faces, height=40, width=40, sampling="bilinear")
    b = unwrap_panorama(turned, **faces, height=40, width=40, sampling="bilinear")
    assert np.abs(a[0].astype(int) - b[2]).max() <= 1
    assert np.abs(a[2].astype(int) - b[0]).max() <= 1


def test_above_and_below_the_panorama_is_nothing():
    panorama = np.full((32, 192, 3), 200, np.uint8)
    cut = unwrap_panorama(
        panorama, **cube_faces(6, 50, 50, 90.0), height=50, width=50, sampling="nearest"
    )
    assert (cut[:4, 25] == 200).all()
    assert (cut[4:, 25, 25] == 0).all()


def test_where_no_face_looks_is_told():
    one = {k: v[:1] for k, v in cube_faces(4, 40, 40, 90.0).items()}
    faces = np.full((1, 40, 40), 7, np.int32)
    labels, seen = wrap_panorama(faces, **one, height=40, width=160, sampling="nearest")
    assert seen[20, 80] == 1
    assert seen[20, 0] == 0
    np.testing.assert_array_equal(labels, 7 * seen.astype(np.int32))
