import operator

import numpy as np
import pytest

from inherit_fast.graph import Box, ObjectNode, View
from inherit_fast.perception.seams import Instance
from inherit_fast.semantic.geometry import GeometryConfig, update_box
from inherit_fast.semantic.lift import Lifted
from inherit_fast.semantic.split import SplitConfig, Splitter
from inherit_fast.semantic.views import ViewsConfig

FEATURE = np.array([1.0, 0.0], np.float32)


def cloud(x, seed=0, count=2000):
    points = np.random.default_rng(seed).uniform(0, 0.3, (count, 3)).astype(np.float32)
    points[:, 0] += np.float32(x)
    return points


def node(number, votes, points, labels):
    made = ObjectNode(f"object_{number}", "", Box(np.zeros(3), np.ones(3)), np.zeros(3), points)
    made.label_votes, made.seen = dict(votes), 5
    made.label = made.voted_label
    made.points_seen = np.ones(len(points), np.int32)
    made.points_ns = np.zeros(len(points), np.int64)
    made.views = [
        View(i, 0, 0.5, b"", FEATURE, (0, 0, 1, 1), float(i), label=label)
        for i, label in enumerate(labels)
    ]
    update_box(made, GeometryConfig())
    return made


def seen(which, label, points):
    mask = np.zeros((1, 1), np.uint8)
    box = Box(points.mean(axis=0).astype(np.float64), np.ptp(points, axis=0).astype(np.float64))
    return (
        which,
        Instance(mask, label, 1.0, (0, 0, 1, 1)),
        Lifted(0, points, box.center_m, box, 9, False),
    )


@pytest.fixture
def pair():
    """A screen that holds half of the keyboard in front of it, and that keyboard."""
    both = np.concatenate([cloud(0.0), cloud(0.4, seed=1)])
    screen = node(1, {"tv": 3.0, "keyboard": 2.0}, both, ["tv", "keyboard", "tv"])
    return screen, node(2, {"keyboard": 1.0}, cloud(0.4, seed=2), ["keyboard"])


def run(sightings, times, consistent=operator.eq):
    split = Splitter(SplitConfig(), GeometryConfig(), ViewsConfig(), consistent)
    return [each for _ in range(times) for each in split(sightings, 5)]


def sightings(screen, keyboard):
    return [seen(screen, "tv", cloud(0.0)), seen(keyboard, "keyboard", cloud(0.4, seed=2))]


def test_two_labels_that_keep_occurring_together_inside_one_node_are_parted(pair):
    screen, keyboard = pair
    assert run(sightings(*pair), 3) == [("object_1", "object_2")]
    assert screen.label_votes == {"tv": 3.0}
    assert keyboard.label_votes == {"keyboard": 3.0}
    assert {v.label for v in screen.views} == {"tv"}
    assert {v.label for v in keyboard.views} == {"keyboard"}
    assert screen.points_m[:, 0].max() < 0.4
    assert screen.box.extent_m.max() < 0.45
    assert screen.history[-1].what == "split"


def test_once_or_twice_is_no_proof(pair):
    assert run(sightings(*pair), 2) == []


def test_two_names_of_one_mask_are_one_thing(pair):
    screen, keyboard = pair
    same = [seen(screen, "tv", cloud(0.4)), seen(keyboard, "keyboard", cloud(0.4))]
    assert run(same, 5) == []


def test_synonyms_are_not_parted(pair):
    assert run(sightings(*pair), 5, consistent=lambda a, b: True) == []


def test_a_thing_on_another_that_was_never_called_so_stays_where_it_is(pair):
    pair[0].label_votes = {"tv": 3.0}
    assert run(sightings(*pair), 5) == []


def test_what_people_pinned_is_not_split(pair):
    pair[0].pinned = True
    assert run(sightings(*pair), 5) == []


def test_counts_survive_a_restart(pair):
    first = Splitter(SplitConfig(), GeometryConfig(), ViewsConfig(), operator.eq)
    for _ in range(2):
        assert first(sightings(*pair), 5) == []
    again = Splitter(SplitConfig(), GeometryConfig(), ViewsConfig(), operator.eq)
    again.restore(first.state())
    assert again(sightings(*pair), 5) == [("object_1", "object_2")]
