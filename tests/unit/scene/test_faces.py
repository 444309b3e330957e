"""Panoramas cut into faces and joined again; masks across seams."""

import math

import numpy as np
import pytest

from inherit_fast.scene import Faces, FacesConfig, PanoramaMask, join_across_seams
from panoramas import smooth_panorama

SIZE = (160, 480)


@pytest.mark.parametrize("count", [4, 6])
def test_a_panorama_comes_back_from_its_faces(count):
    panorama = smooth_panorama(*SIZE)
    faces = Faces(FacesConfig(count, 200, 200, math.radians(100), yaw_rad=0.4))
    cut = faces.split(panorama)
    assert cut.shape == (count, 200, 200, 3)
    back, seen = faces.join(cut, *SIZE)
    inner = seen == 1
    inner[:3] = inner[-3:] = False
    assert np.abs(back[inner].astype(int) - panorama[inner]).max() <= 2


def test_the_first_face_looks_ahead_and_the_second_to_the_right():
    panorama = np.zeros((*SIZE, 3), np.uint8)
    panorama[80, 240], panorama[80, 360] = 255, 128
    faces = Faces(FacesConfig(width_px=320, height_px=320))
    ahead, right = faces.split(panorama, "nearest")[:2, 120:200, 120:200].max(axis=(1, 2, 3))
    assert (ahead, right) == (255, 128)


@pytest.mark.parametrize(("face", "row"), [(4, 0), (5, 1)])
def test_of_six_faces_one_looks_up_and_one_down(face, row):
    panorama = np.zeros((240, 480), np.int32)
    panorama[:40], panorama[-40:] = 1, 2
    cut = Faces(FacesConfig(6, 64, 64)).split(panorama, "nearest")
    assert cut[face, 32, 32] == row + 1


@pytest.mark.parametrize("config", [{"count": 5}, {"fov_rad": 0.0}, {"fov_rad": 3.2}])
def test_faces_that_cannot_be_are_refused(config):
    with pytest.raises(ValueError, match=next(iter(config))):
        FacesConfig(**config)


def found_in_faces(faces, truth, label="sofa"):
    """What a perfect detector finds in every face alone."""
    return [
        PanoramaMask(faces.join_mask(k, face, *SIZE), label, 0.5 + 0.1 * k)
        for k, face in enumerate(faces.split(truth.astype(np.int32), "nearest"))
        if face.any()
    ]


@pytest.mark.parametrize("columns", [(280, 330), (460, 500), (225, 255), (150, 330)])
def test_a_thing_that_a_seam_cuts_is_joined(columns):
    """Across a seam between faces, across the panorama's own edge, inside one, over two seams."""
    truth = np.zeros(SIZE, bool)
    truth[60:100, np.arange(*columns) % SIZE[1]] = True
    faces = Faces(FacesConfig(width_px=240, height_px=240, fov_rad=math.radians(90)))
    joined = join_across_seams(found_in_faces(faces, truth))
    assert len(joined) == 1
    mask = joined[0].mask != 0
    assert (mask & truth).sum() / (mask | truth).sum() > 0.9


def test_things_apart_or_of_another_name_stay_apart():
    a, b = np.zeros((2, *SIZE), np.uint8)
    a[60:100, 100:140], b[60:100, 145:180] = 1, 1
    beside = np.roll(a, 40, axis=1)
    apart = [PanoramaMask(a, "sofa", 0.9), PanoramaMask(b, "sofa", 0.8)]
    assert len(join_across_seams(apart)) == 2
    assert len(join_across_seams([apart[0], PanoramaMask(beside, "table", 0.8)])) == 2
    joined = join_across_seams([apart[0], PanoramaMask(beside, "sofa", 0.95)])
    assert [(t.label, t.score, int(t.mask.sum())) for t in joined] == [("sofa", 0.95, 3200)]


def test_a_bridge_joins_what_lay_apart():
    parts = np.zeros((3, *SIZE), np.uint8)
    for k, (x0, x1) in enumerate(((100, 120), (140, 160), (118, 142))):
        parts[k, 60:80, x0:x1] = 1
    scores = (0.9, 0.8, 0.7)
    masks = [PanoramaMask(m, "rug", s) for m, s in zip(parts, scores, strict=True)]
    assert len(join_across_seams(masks)) == 1
