import numpy as np
import pytest

from box_maker import box, random_boxes
from inherit_fast import kernels
from inherit_fast.semantic.box_kinds import BARE, CONTAINER, FIXED, GROUND, PLAIN, RAISED, STEMMED
from reference import relations as reference
from relation_rules import rules

NAMES = kernels.relation_predicates()


def standing(low, high, yaw_rad=0.0):
    """A box between two corners, turned about its centre."""
    low, high = np.array(low, float), np.array(high, float)
    return box((low + high) / 2, high - low, yaw_rad=yaw_rad)


def relate(*things, groups=None, **changes):
    """{(i, j): predicates} of (box, kind) pairs."""
    found = kernels.relate_boxes(
        np.array([thing for thing, _ in things]).reshape(-1, 15),
        kinds=np.array([kind for _, kind in things], np.uint8),
        groups=np.array(groups if groups is not None else [-1] * len(things), np.int32),
        subjects=np.arange(len(things), dtype=np.int32),
        **rules(**changes),
    )
    pairs = {}
    for i, j, code, confidence in zip(*found, strict=True):
        assert 0.0 <= confidence <= 1.0
        pairs.setdefault((int(i), int(j)), set()).add(NAMES[code])
    return pairs


def stands(subject, other, **changes):
    """What the first of two is to the second."""
    return relate(subject, other, **changes).get((0, 1), set())


TABLE = standing((0, 0, 0), (1.6, 0.9, 0.75)), RAISED
TABLE_TOP = standing((0, 0, 0.70), (1.6, 0.9, 0.75)), RAISED
SOFA = standing((0, 0, 0), (2.0, 0.9, 0.85)), RAISED
SHELF = standing((0, 0, 0), (1.0, 0.4, 2.0)), CONTAINER


def mug(bottom_m, x=0.5):
    return standing((x, 0.2, bottom_m), (x + 0.08, 0.28, bottom_m + 0.1)), PLAIN


@pytest.mark.parametrize("table", [TABLE, TABLE_TOP], ids=["to the floor", "only its top"])
@pytest.mark.parametrize("error_m", [-0.06, -0.03, 0.0, 0.04, 0.08])
def test_a_mug_is_on_the_table_though_boxes_are_off_by_centimetres(table, error_m):
    assert stands(mug(0.75 + error_m), table) == {"on"}
    assert stands(table, mug(0.75 + error_m)) == {"under"}


def test_a_mug_high_over_the_table_is_above_it_not_on_it():
    assert stands(mug(1.2), TABLE) == {"above", "near"}
    assert stands(TABLE, mug(1.2)) == {"under", "near"}


def test_a_magazine_that_sank_into_the_table_lies_on_it():
    magazine = standing((0.5, 0.2, 0.70), (0.8, 0.42, 0.71)), PLAIN
    assert stands(magazine, TABLE) == {"on"}


def test_a_chair_pushed_half_under_a_table_is_beside_it():
    chair = standing((0.5, -0.25, 0.0), (0.95, 0.2, 0.9)), RAISED
    assert stands(chair, TABLE) == {"beside", "near"}
    assert stands(TABLE, chair) == {"beside", "near"}


@pytest.mark.parametrize("table", [TABLE, TABLE_TOP], ids=["to the floor", "only its top"])
def test_a_stool_wholly_under_a_table_is_under_it(table):
    stool = standing((0.5, 0.2, 0.0), (0.9, 0.6, 0.5)), RAISED
    assert "under" in stands(stool, table)
    assert not stands(stool, table) & {"inside", "on", "beside"}


def test_a_table_does_not_stand_on_the_stool_that_fits_closely_under_it():
    stool = standing((0.5, 0.2, 0.0), (0.9, 0.6, 0.65)), RAISED
    assert "on" not in stands(TABLE_TOP, stool)


def test_a_mug_in_a_tall_open_shelf_is_inside():
    assert stands(mug(1.2), SHELF) == {"inside"}
    assert stands(SHELF, mug(1.2)) == set()


def test_a_vase_on_top_of_a_shelf_is_on_it():
    vase = standing((0.4, 0.1, 1.97), (0.6, 0.3, 2.3)), PLAIN
    assert stands(vase, SHELF) == {"on"}


@pytest.mark.parametrize("kind", [RAISED, PLAIN])
def test_a_cushion_on_a_sofa_is_on_it_though_within_its_box(kind):
    cushion = standing((0.2, 0.3, 0.4), (0.65, 0.75, 0.8)), PLAIN
    assert stands(cushion, (SOFA[0], kind)) == {"on"}


def test_the_same_cushion_in_a_chest_of_that_size_is_inside():
    cushion = standing((0.2, 0.3, 0.4), (0.65, 0.75, 0.8)), PLAIN
    assert stands(cushion, (SOFA[0], CONTAINER)) == {"inside"}


def test_a_lamp_whose_stem_was_not_seen_is_on_the_nightstand():
    nightstand = standing((0, 0, 0), (0.5, 0.4, 0.55)), CONTAINER
    shade = standing((0.1, 0.05, 0.75), (0.4, 0.35, 1.0))
    assert stands((shade, STEMMED), nightstand) == {"on"}
    assert stands((shade, PLAIN), nightstand) == {"above", "near"}
    assert "above" in stands((shade + np.eye(15)[2] * 0.3, STEMMED), nightstand)


def test_a_backrest_seen_over_the_table_is_no_chair_on_the_table():
    backrest = standing((0.5, 0.0, 0.7), (0.9, 0.15, 1.0)), RAISED
    assert not stands(backrest, TABLE) & {"on", "inside", "under"}


def test_a_jacket_thrown_over_a_chair_is_on_it():
    chair = standing((0, 0, 0), (0.5, 0.5, 1.0)), RAISED
    jacket = standing((0.05, -0.05, 0.45), (0.45, 0.3, 1.0)), PLAIN
    assert stands(jacket, chair) == {"on"}


def test_a_blanket_that_hangs_over_the_bed_is_on_it():
    bed = standing((0, 0, 0), (2.0, 1.6, 0.5)), RAISED
    blanket = standing((0.2, -0.05, 0.1), (2.0, 1.65, 0.56)), PLAIN
    assert stands(blanket, bed) == {"on"}
    assert stands(bed, blanket) == {"under"}


def test_an_apple_in_a_bowl_is_inside_it_and_one_on_a_tray_is_on_it():
    apple = standing((0.05, 0.05, 0.01), (0.13, 0.13, 0.08)), PLAIN
    assert stands(apple, (standing((0, 0, 0), (0.25, 0.25, 0.09)), CONTAINER)) == {"inside"}
    assert stands(apple, (standing((0, 0, 0), (0.4, 0.3, 0.02)), PLAIN)) == {"on"}


def test_the_floor_carries_and_nothing_else():
    floor = standing((-3, -3, -0.05), (3, 3, 0.02)), GROUND
    chair = standing((0.5, 0.2, 0.0), (0.95, 0.65, 0.9)), RAISED
    lamp = standing((0.5, 0.2, 1.2), (0.7, 0.4, 1.5)), BARE
    found = relate(floor, chair, lamp)
    assert found[1, 0] == {"on"}
    assert not {(0, 1), (0, 2), (2, 0)} & found.keys()


def test_nothing_is_on_or_in_a_window_or_a_picture():
    blinds = standing((0.1, 0.02, 1.1), (0.9, 0.06, 1.9)), PLAIN
    frame = standing((0, 0, 1), (1, 0.1, 2))
    book = standing((0.2, 0, 1.98), (0.4, 0.1, 2.2)), PLAIN
    for kind in (FIXED, BARE):
        assert not stands(blinds, (frame, kind)) & {"on", "inside"}
        assert not stands(book, (frame, kind)) & {"on", "inside"}


def test_two_boxes_of_one_thing_do_not_contain_each_other():
    a, b = standing((0, 0, 0), (1, 1, 1)), standing((0.001, 0, 0), (1.001, 1, 1))
    found = relate((a, PLAIN), (b, PLAIN))
    assert not (found.get((0, 1), set()) | found.get((1, 0), set())) & {"on", "above"}
    assert sum("inside" in names for names in found.values()) <= 1


def test_near_are_the_five_nearest_within_a_metre():
    things = [(standing((x, 0, 0), (x + 0.1, 0.1, 0.1)), PLAIN) for x in np.arange(8) * 0.25]
    found = relate(*things, beside_gap_m=0.0)
    assert {j for (i, j), names in found.items() if i == 0 and "near" in names} == {1, 2, 3, 4}
    assert {j for (i, j), names in found.items() if i == 3 and "near" in names} == {1, 2, 4, 5, 6}


def test_things_of_different_rooms_are_not_near_but_hold_each_other():
    bed, wardrobe = (
        (standing((0, 0, 0), (2, 1, 0.6)), RAISED),
        (
            standing((2.15, 0, 0), (2.75, 1, 0.8)),
            CONTAINER,
        ),
    )
    assert stands(bed, wardrobe) == {"near", "beside"}
    assert stands(bed, wardrobe, groups=[1, 2]) == set()
    assert stands(bed, wardrobe, groups=[1, -1]) == {"near", "beside"}
    assert stands(mug(0.75), TABLE, groups=[1, 2]) == {"on"}
    assert stands(mug(1.2), TABLE, groups=[1, 2]) == set()


def cluttered(rng, n):
    """Things of all kinds, many of them touching, sunk in, or of equal size."""
    things = random_boxes(rng, n, upright=True, spread_m=0.8)
    things[:, 2] = rng.choice([0.0, 0.5, 0.75, 1.5], n) + things[:, 5] / 2
    things[: n // 4, 3:6] = rng.uniform(0.02, 0.2, (n // 4, 3))
    tilted = random_boxes(rng, n // 4, upright=False, spread_m=0.6)
    things[-len(tilted) :] = tilted
    return things


@pytest.mark.parametrize("seed", range(4))
def test_matches_the_reference(seed):
    rng = np.random.default_rng(seed)
    boxes = cluttered(rng, 18)
    inputs = {
        "kinds": rng.integers(0, 7, 18).astype(np.uint8),
        "groups": rng.integers(-1, 2, 18).astype(np.int32),
        "subjects": rng.permutation(18)[:12].astype(np.int32),
        **rules(near_count=3),
    }
    got, expected = kernels.relate_boxes(boxes, **inputs), reference.relate_boxes(boxes, **inputs)
    assert len(expected[0]) > 20
    for column, other in zip(got[:3], expected[:3], strict=True):
        np.testing.assert_array_equal(column, other)
    np.testing.assert_allclose(got[3], expected[3], atol=1e-5)


def test_every_predicate_of_the_reference_is_met_and_directions_agree():
    rng = np.random.default_rng(9)
    boxes = cluttered(rng, 150)
    inputs = {
        "kinds": rng.integers(0, 7, 150).astype(np.uint8),
        "groups": np.full(150, -1, np.int32),
    }
    every = np.arange(150, dtype=np.int32)
    found = kernels.relate_boxes(boxes, subjects=every, **inputs, **rules())
    expected = reference.relate_boxes(boxes, subjects=every, measures=kernels, **inputs, **rules())
    for column, other in zip(found[:3], expected[:3], strict=True):
        np.testing.assert_array_equal(column, other)
    assert set(found[2].tolist()) == set(range(6))
    stacked = {(i, j): NAMES[p] for i, j, p, _ in zip(*found, strict=True) if 1 <= p <= 4}
    for (i, j), name in stacked.items():
        # The inverse of under may have no name: a stool beneath a table, or the floor below.
        assert name == "under" or stacked.get((j, i), "under") == "under"


def test_flat_and_point_like_boxes_are_related_too():
    poster = box((0, 0, 0.5), (0.6, 0.4, 0.0)), PLAIN
    point = box((0, 0, 0.502), (0, 0, 0)), PLAIN
    assert stands(point, poster) == {"on"}
    assert relate(point) == {}
    assert relate() == {}
