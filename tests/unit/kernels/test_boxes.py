import numpy as np
import pytest

from box_maker import box, random_boxes, rotation
from inherit_fast import kernels
from reference import boxes as reference

MEASURES = ["box_iou", "box_containment", "footprint_overlap"]


def one(name, a, b, **more):
    return getattr(kernels, name)(a[None], b[None], **more)[0, 0]


@pytest.mark.parametrize("measure", MEASURES)
@pytest.mark.parametrize("kinds", [(True, True), (True, False), (False, False)])
def test_volumes_and_areas_match_the_reference(measure, kinds):
    rng = np.random.default_rng(3)
    a, b = (random_boxes(rng, 9, upright) for upright in kinds)
    expected = getattr(reference, measure)(a, b)
    assert (expected > 0).any()
    np.testing.assert_allclose(getattr(kernels, measure)(a, b), expected, atol=2e-8)


@pytest.mark.parametrize("kinds", [(True, True), (True, False), (False, False)])
def test_gaps_match_the_reference(kinds):
    rng = np.random.default_rng(4)
    a, b = (random_boxes(rng, 12, upright, spread_m=3.0) for upright in kinds)
    expected = reference.box_gap(a, b, max_gap_m=4.0)
    assert np.isinf(expected).any()
    np.testing.assert_allclose(kernels.box_gap(a, b, max_gap_m=4.0), expected, atol=1e-6)


TURN = rotation((1, 2, 3), 0.7)


@pytest.mark.parametrize("R", [np.eye(3), rotation((0, 0, 1), 0.3), TURN])
@pytest.mark.parametrize("center", [(0, 0, 0), (1e4, -2e4, 30)])
def test_a_box_is_itself_wholly(R, center):
    b = box(center, (0.3, 2.0, 0.7), R)
    for measure in MEASURES:
        assert one(measure, b, b) == pytest.approx(1.0, abs=1e-6)
    assert one("box_gap", b, b, max_gap_m=1.0) == 0.0


@pytest.mark.parametrize("R", [np.eye(3), TURN])
@pytest.mark.parametrize("tilt_rad", [0.0, 1e-15, 1e-13, 1e-11, 1e-8, 1e-5])
def test_nearly_equal_rotations_do_not_upset_the_clipping(R, tilt_rad):
    a = box((0, 0, 0), (1, 1, 1), R)
    b = box(R @ (0.5, 0, 0), (1, 1, 1), R @ rotation((3, 1, 2), tilt_rad))
    assert one("box_iou", a, b) == pytest.approx(1 / 3, abs=1e-4)


@pytest.mark.parametrize("R", [np.eye(3), TURN])
def test_touching_boxes_share_nothing_and_have_no_gap(R):
    a = box((0, 0, 0), (1, 1, 1), R)
    for direction in ((1, 0, 0), (0, 1, 0), (0, 0, 1), (1, 1, 0), (1, 1, 1)):
        b = box(R @ np.array(direction, float), (1, 1, 1), R)
        assert one("box_iou", a, b) == pytest.approx(0.0, abs=1e-9)
        assert one("box_gap", a, b, max_gap_m=1.0) == pytest.approx(0.0, abs=1e-9)


@pytest.mark.parametrize("R", [np.eye(3), rotation((0, 0, 1), 0.4), TURN])
def test_a_small_box_inside_a_large_one(R):
    small = box(R @ (0.1, 0.2, -0.1), (0.5, 0.4, 0.3), R @ rotation((1, 0, 0), 0.2))
    large = box((0, 0, 0), (2, 2, 2), R)
    assert one("box_containment", small, large) == pytest.approx(1.0)
    assert one("box_containment", large, small) == pytest.approx(0.06 / 8)
    assert one("box_iou", small, large) == pytest.approx(0.06 / 8)
    assert one("box_gap", small, large, max_gap_m=1.0) == 0.0


def test_two_cubes_on_edge_have_the_gap_between_their_edges():
    R = rotation((0, 0, 1), np.pi / 4)
    a = box((0, 0, 0), (1, 1, 1), R)
    b = box((3, 0, 0), (1, 1, 1), rotation((0, 1, 0), np.pi / 4))
    assert one("box_gap", a, b, max_gap_m=9.0) == pytest.approx(3 - np.sqrt(2))


def test_flat_things_count_as_a_millimetre_thick():
    poster = box((0, 0, 1), (0.6, 0.0, 0.4))
    assert one("box_iou", poster, poster) == pytest.approx(1.0)
    assert one("box_containment", poster, box((0, 0, 1), (1, 1, 1))) == pytest.approx(1.0)
    point = box((0, 0, 0), (0, 0, 0))
    assert one("footprint_overlap", point, box((0, 0, 5), (1, 1, 1))) == pytest.approx(1.0)


def test_gaps_beyond_the_limit_are_infinite():
    a, b = box((0, 0, 0)), box((3, 0, 0))
    assert one("box_gap", a, b, max_gap_m=2.0) == pytest.approx(2.0)
    assert one("box_gap", a, b, max_gap_m=1.99) == np.inf


def test_measures_are_symmetric():
    rng = np.random.default_rng(5)
    a, b = random_boxes(rng, 20, upright=False), random_boxes(rng, 20, upright=True)
    for measure in ("box_iou", "footprint_overlap"):
        forth, back = getattr(kernels, measure)(a, b), getattr(kernels, measure)(b, a)
        np.testing.assert_allclose(forth, back.T, atol=1e-9)
    np.testing.assert_allclose(
        kernels.box_gap(a, b, max_gap_m=9.0), kernels.box_gap(b, a, max_gap_m=9.0).T, atol=1e-9
    )


def test_nothing_against_something_is_an_empty_table():
    assert kernels.box_iou(np.zeros((0, 15)), box()[None]).shape == (0, 1)
