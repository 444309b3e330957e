from dataclasses import asdict, replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import floor_plans
from examples import examples
from inherit_fast.geometric.room_shapes import RoomShapesConfig, regularise
from reference import room_cleanup as twin
from reference.boundaries import signed_area

CELL_M = 0.05


def clean(labels, **changes):
    labels = np.ascontiguousarray(labels, np.int32)
    return regularise(labels, CELL_M, replace(RoomShapesConfig(), **changes))


def rough_flat(seed, degrees, side_m=(8.0, 13.0)):
    """Rooms of a flat, turned, with ragged borders, holes and crumbs."""
    rng = np.random.default_rng(seed)
    truth = floor_plans.turned(floor_plans.flat(rng, side_m=side_m)[1], degrees)
    row, col = np.indices(truth.shape)
    jitter = rng.integers(-1, 2, (2, *truth.shape))
    rows = np.clip(row + jitter[0], 0, truth.shape[0] - 1)
    cols = np.clip(col + jitter[1], 0, truth.shape[1] - 1)
    labels = truth[rows, cols]
    labels[rng.random(truth.shape) < 0.01] = 0
    return labels.astype(np.int32)


def perimeter_m(shape):
    return sum(np.hypot(*(np.roll(r, -1, 0) - r).T).sum() for r in shape.rings_m)


@examples(8)
@given(st.integers(0, 2**31), st.floats(0, 90))
def test_matches_the_reference_on_ragged_flats(seed, degrees):
    labels = rough_flat(seed, degrees, side_m=(4.0, 6.0))
    got = clean(labels)
    expected, rings_m, turn = twin.regularise_rooms(
        labels=labels, cell_m=CELL_M, **asdict(RoomShapesConfig())
    )
    assert np.sin(2 * (got.direction_rad - turn)) == pytest.approx(0, abs=1e-9)
    sound = {s.room for s in got.shapes if s.squared}
    assert len(sound) >= 0.8 * len(got.shapes)
    same = np.isin(got.labels, list(sound)) & (got.labels == expected)
    assert same.sum() >= 0.999 * np.isin(got.labels, list(sound)).sum()
    for shape in got.shapes:
        if shape.squared:
            areas = [signed_area(ring) for ring in rings_m[shape.room]]
            assert shape.area_m2 == pytest.approx(sum(areas), rel=1e-6)


@examples(20)
@given(st.integers(0, 2**31), st.floats(0, 90))
def test_outlines_and_masks_agree_and_angles_are_right(seed, degrees):
    got = clean(rough_flat(seed, degrees))
    for shape in got.shapes:
        cells_m2 = np.sum(got.labels == shape.room) * CELL_M**2
        assert abs(shape.area_m2 - cells_m2) <= CELL_M * perimeter_m(shape) + 1e-9
        if not shape.squared:
            continue
        for ring in shape.rings_m:
            edges = np.roll(ring, -1, axis=0) - ring
            directions = np.arctan2(edges[:, 1], edges[:, 0]) - got.direction_rad
            off = np.abs(np.sin(2 * directions))
            moved_m2 = (edges**2).sum(axis=1) * off / 8
            assert ((off < 1e-6) | (moved_m2 > 0.4)).all()


@examples(60)
@given(st.integers(0, 2**31), st.integers(1, 40), st.integers(1, 40), st.integers(0, 4))
def test_any_labels_give_one_connected_mask_a_room_that_agrees_with_its_outline(
    seed, height, width, rooms
):
    labels = np.random.default_rng(seed).integers(0, rooms + 1, (height, width), np.int32)
    got = clean(labels, fragment_min_m2=0.02)
    assert set(np.unique(got.labels)) <= {0, *range(1, rooms + 1)}
    for shape in got.shapes:
        cells_m2 = np.sum(got.labels == shape.room) * CELL_M**2
        assert abs(shape.area_m2 - cells_m2) <= CELL_M * perimeter_m(shape) + 1e-9


@pytest.mark.parametrize("degrees", [0, 12, 33, 45, 71])
def test_the_building_s_own_direction_is_found_however_it_lies(degrees):
    _, truth = floor_plans.corridor_with_rooms(rooms=3)
    got = clean(floor_plans.turned(truth, degrees))
    off = np.degrees(got.direction_rad) - degrees
    assert abs((off + 45) % 90 - 45) < 0.3
    assert all(shape.squared for shape in got.shapes)
    assert [len(shape.rings_m[0]) for shape in got.shapes] == [4] * 7


def test_a_rectangle_keeps_its_corners_to_the_cell():
    labels = np.zeros((60, 80), np.int32)
    labels[10:50, 20:70] = 7
    (shape,) = clean(labels).shapes
    assert shape.room == 7
    corners = {tuple(np.round(p / CELL_M, 6)) for p in shape.rings_m[0]}
    assert corners == {(20, 10), (70, 10), (70, 50), (20, 50)}
    np.testing.assert_array_equal(clean(labels).labels, labels)


def test_a_long_oblique_wall_stays_oblique_and_a_short_one_is_squared():
    row, col = np.indices((140, 140))
    labels = ((row > 5) & (col > 5) & (row + col < 150) & (row < 120) & (col < 120)).astype(int)
    (oblique,) = clean(labels).shapes
    (square,) = clean(labels, oblique_cost_m2=100.0).shapes
    edges = {s: np.roll(s.rings_m[0], -1, 0) - s.rings_m[0] for s in (oblique, square)}
    assert np.abs(edges[oblique]).min(axis=1).max() > 4.0
    assert np.abs(edges[square]).min(axis=1).max() < 1e-9


def test_holes_made_by_furniture_are_filled_and_courtyards_are_not():
    labels = np.ones((120, 120), np.int32)
    labels[10:20, 10:20] = 0
    labels[40:100, 40:100] = 0
    got = clean(np.pad(labels, 5))
    assert got.labels[20, 20] == 1
    assert got.labels[70, 70] == 0
    assert len(got.shapes[0].rings_m) == 2
    assert got.shapes[0].area_m2 == pytest.approx((120**2 - 60**2) * CELL_M**2)


def test_fragments_join_the_neighbour_with_the_longest_border_and_crumbs_go():
    labels = np.zeros((80, 160), np.int32)
    labels[10:70, 10:70] = 1
    labels[10:70, 70:150] = 2
    labels[30:36, 60:70] = 3  # in room 1, touching room 2
    labels[2:4, 2:4] = 1  # alone
    got = clean(labels)
    assert got.labels[33, 65] == 1
    assert got.labels[2, 2] == 0
    assert [shape.room for shape in got.shapes] == [1, 2]


@pytest.mark.parametrize("shape", [(0, 0), (0, 5), (5, 0), (30, 30)])
def test_no_room_gives_no_outline(shape):
    got = clean(np.zeros(shape))
    assert got.shapes == ()
    assert got.labels.shape == shape


def test_a_room_of_one_cell_goes_unless_it_may_stay():
    labels = np.zeros((9, 9), np.int32)
    labels[4, 4] = 1
    assert clean(labels).shapes == ()
    (shape,) = clean(labels, fragment_min_m2=0.0).shapes
    assert shape.area_m2 == pytest.approx(CELL_M**2)


def test_a_million_cells_of_noise_end_in_few_rooms():
    labels = np.random.default_rng(0).integers(0, 200, (1000, 1000), np.int32)
    assert len(clean(labels).shapes) <= 200
