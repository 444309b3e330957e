import pytest

from inherit_fast.evaluation.benchmark.conditions import Condition, breakers, holds
from inherit_fast.evaluation.benchmark.facts import NO, UNCLEAR, YES, Facts
from inherit_fast.evaluation.benchmark.scene import read_scene
from inherit_fast.language import Synonyms
from scene_maker import SceneMaker


@pytest.fixture(scope="module")
def synonyms():
    return Synonyms.load()


@pytest.fixture
def maker():
    return SceneMaker()


def facts_of(maker, synonyms):
    return Facts(read_scene(maker.graph, synonyms), synonyms)


def named(name):
    return Condition("called", (name,))


@pytest.mark.parametrize(
    ("gap_m", "near"), [(0.0, YES), (0.5, YES), (0.9, UNCLEAR), (1.4, UNCLEAR), (1.6, NO)]
)
def test_near_is_clear_close_by_and_far_away_and_unclear_between(maker, synonyms, gap_m, near):
    room = maker.room("kitchen")
    maker.add("chair", (0, 0, 0.5), (1, 1, 1), room=room)
    maker.add("table", (1 + gap_m, 0, 0.5), (1, 1, 1), room=room)
    assert facts_of(maker, synonyms).related("near")[0, 1] == near


def test_things_close_by_in_different_rooms_are_not_surely_near(maker, synonyms):
    maker.add("chair", (0, 0, 0.5), (1, 1, 1), room=maker.room("kitchen"))
    maker.add("table", (1.2, 0, 0.5), (1, 1, 1), room=maker.room("office"))
    assert facts_of(maker, synonyms).related("near")[0, 1] == UNCLEAR


def test_on_needs_contact_with_the_top_and_under_a_place_below(maker, synonyms):
    room = maker.room("kitchen")
    maker.add("table", (0, 0, 0.7), (1.2, 0.8, 0.1), room=room)
    maker.add("mug", (0.3, 0, 0.8), (0.1, 0.1, 0.1), room=room)
    maker.add("rug", (0, 0, 0.01), (1, 0.7, 0.02), room=room)
    maker.add("lamp", (0.2, 0, 1.6), (0.3, 0.3, 0.3), room=room)
    facts = facts_of(maker, synonyms)
    on, under = facts.related("on"), facts.related("under")
    assert [on[1, 0], on[2, 0], on[3, 0]] == [YES, NO, NO]
    assert [under[2, 0], under[1, 0], under[0, 2]] == [YES, NO, NO]


def test_a_wider_name_is_unclear_unless_the_name_ends_with_it(maker, synonyms):
    room = maker.room("office")
    for label in ("office chair", "armchair", "desk", "table"):
        maker.add(label, (0, 0, 0), (1, 1, 1), room=room)
    facts = facts_of(maker, synonyms)
    assert facts.called("chair").tolist() == [YES, UNCLEAR, NO, NO]
    assert facts.called("couch").tolist()[2:] == [NO, NO]


def test_dark_gray_may_pass_for_black_and_unknown_colours_are_unclear(maker, synonyms):
    room = maker.room("office")
    maker.add("chair", (0, 0, 0), (1, 1, 1), color="red", room=room)
    maker.add("chair", (0, 0, 0), (1, 1, 1), room=room)
    maker.add("chair", (0, 0, 0), (1, 1, 1), color="gray", room=room)
    facts = facts_of(maker, synonyms)
    assert facts.colored("red").tolist() == [YES, UNCLEAR, NO]
    assert facts.colored("gray").tolist() == [NO, UNCLEAR, YES]


def test_a_condition_that_must_not_hold_turns_yes_and_no_round(maker, synonyms):
    kitchen, office = maker.room("kitchen"), maker.room("office")
    maker.add("chair", (0, 0, 0), (1, 1, 1), room=kitchen)
    maker.add("chair", (9, 0, 0), (1, 1, 1), room=office)
    maker.add("chair", (9, 9, 0), (1, 1, 1), room=maker.room("room"))
    outside = (named("chair"), Condition("room", ("kitchen",), positive=False))
    assert holds(outside, facts_of(maker, synonyms)).tolist() == [NO, YES, UNCLEAR]


def test_the_closest_must_lead_by_every_reading_or_nothing_is_clear(maker, synonyms):
    room = maker.room("office")
    maker.add("door", (0, 0, 1), (0.1, 1, 2), room=room)
    maker.add("chair", (1, 0, 0.5), (0.5, 0.5, 1), room=room)
    maker.add("chair", (3, 0, 0.5), (0.5, 0.5, 1), room=room)
    closest = (named("chair"), Condition("rank", ("closest",), "", (named("door"),)))
    facts = facts_of(maker, synonyms)
    assert holds(closest, facts).tolist() == [NO, YES, NO]
    assert breakers(closest, 1, facts).tolist() == [NO, NO, YES]
    maker.add("chair", (1.1, 0, 0.5), (0.5, 0.5, 1), room=room)
    assert YES not in holds(closest, facts_of(maker, synonyms))


def test_a_described_reference_is_settled_first(maker, synonyms):
    room = maker.room("office")
    for x, color in ((0, "red"), (10, "blue")):
        maker.add("table", (x, 0, 0.7), (1, 1, 0.1), color=color, room=room)
        maker.add("chair", (x + 1, 0, 0.5), (0.5, 0.5, 1), room=room)
    red_table = (named("table"), Condition("color", ("red",)))
    meaning = (named("chair"), Condition("relation", (), "near", red_table))
    assert holds(meaning, facts_of(maker, synonyms)).tolist() == [NO, YES, NO, NO]
