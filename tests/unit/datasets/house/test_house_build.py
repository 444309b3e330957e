import dataclasses
import sys
from pathlib import Path

import numpy as np
import pytest

from inherit_fast.datasets.house import HouseConfig, build_house, parse_house_config
from inherit_fast.datasets.house.shapes import COLORS, bounds_of
from inherit_fast.errors import DatasetError

sys.path.insert(0, str(Path(__file__).parent))
from solids_overlap import overlaps

CONFIGS = [
    HouseConfig(seed=0),
    HouseConfig(seed=1),
    HouseConfig(seed=2, rooms_per_floor=7),
    HouseConfig(seed=3, rooms_per_floor=2),
    HouseConfig(seed=4, floors=1, rooms_per_floor=5, clutter=1.0),
]


@pytest.fixture(scope="module", params=CONFIGS, ids=lambda c: f"seed{c.seed}")
def house(request):
    return build_house(request.param)


def described(house):
    return [(o.id, o.label, o.color, o.on, o.box.center_m.tolist()) for o in house.objects]


def test_the_same_seed_builds_the_same_house(house):
    again = build_house(house.config)
    assert described(again) == described(house)
    assert again.packed.shapes.tobytes() == house.packed.shapes.tobytes()


def test_another_seed_builds_another_house(house):
    other = build_house(dataclasses.replace(house.config, seed=house.config.seed + 100))
    assert described(other) != described(house)


def test_no_two_things_reach_into_each_other(house):
    groups = {o.id: o.solids for o in house.objects}
    groups["shell"] = [s for s, _ in house.shell]
    assert overlaps(groups, tolerance_m=0.004) == {}


def test_everything_touches_what_carries_it(house):
    by_id = {o.id: o for o in house.objects}
    for o in house.objects:
        bottom = bounds_of(o.solids)[0][2]
        if o.support == "floor":
            assert bottom == pytest.approx(house.floor_heights_m[o.floor], abs=0.06), o.label
        if o.support == "object":
            tops = [bounds_of([s])[1][2] for s in by_id[o.on].solids]
            assert min(abs(bottom - top) for top in tops) < 1e-6, o.label


def test_every_object_is_in_its_room(house):
    for o in house.objects:
        inner = house.room(o.room).rect
        x, y, _ = o.box.center_m
        assert inner.x0 <= x <= inner.x1, o.label
        assert inner.y0 <= y <= inner.y1, o.label


def test_boxes_hold_their_solids_tightly(house):
    for o in house.objects:
        local = [dataclasses.replace(s, yaw=0.0, center=(0.0, 0.0, 0.0)) for s in o.solids]
        assert all(np.add(s.reach, s.reach).max() <= o.box.extent_m.max() + 1e-6 for s in local)
        (_, _, low), (_, _, high) = bounds_of(o.solids)
        assert o.box.extent_m[2] == pytest.approx(high - low)
        assert o.box.center_m[2] == pytest.approx((high + low) / 2)


def test_rooms_of_a_floor_share_no_area_and_fill_the_outline(house):
    for floor in range(house.config.floors):
        rects = [r.rect for r in house.plan.rooms if r.floor == floor]
        assert len(rects) == house.config.rooms_per_floor + 1
        for i, rect in enumerate(rects):
            assert not any(rect.grown(-1e-9).overlaps(other) for other in rects[i + 1 :])
        outline = house.plan.outline
        area = sum(r.width * r.depth for r in rects)
        assert area == pytest.approx(outline.width * outline.depth)


def test_every_room_has_a_door_and_the_hall_has_one_to_each(house):
    for room in house.plan.rooms:
        assert any(room.id in (d.room_a, d.room_b) for d in house.plan.doors)


def test_colours_are_basic_and_kinds_come_in_several(house):
    assert {o.color for o in house.objects} <= COLORS.keys()
    mugs = [o.color for o in house.objects if o.label == "mug"]
    assert len(mugs) >= 2
    assert len(set(mugs)) >= 2


def test_a_house_for_evaluation_grows_with_its_rooms():
    small = build_house(HouseConfig(rooms_per_floor=2))
    large = build_house(HouseConfig(rooms_per_floor=8))
    assert len(large.plan.rooms) == 18
    assert len(large.objects) > 2 * len(small.objects)


def test_a_text_chooses_the_house():
    assert parse_house_config("seed=3, rooms_per_floor=6,shadows=false") == HouseConfig(
        seed=3, rooms_per_floor=6, shadows=False
    )


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("sed=3", "unknown key 'sed'; known: seed"),
        ("seed=x", "seed: expected int, got 'x'"),
        ("rooms_per_floor=20", "rooms_per_floor must be within 2 to 8, got 20"),
        ("clutter=nan", "clutter must be within"),
    ],
)
def test_a_wrong_choice_is_refused_with_a_sentence(text, message):
    with pytest.raises(DatasetError, match=message):
        parse_house_config(text)
