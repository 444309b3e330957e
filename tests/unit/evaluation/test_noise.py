import numpy as np
import pytest

from graphs import plain
from inherit_fast.datasets.house import HouseConfig, build_house
from inherit_fast.datasets.house.truth import truth_graph
from inherit_fast.evaluation.noise import NoiseConfig, add_noise


@pytest.fixture(scope="module")
def house():
    return truth_graph(build_house(HouseConfig(seed=5)))


@pytest.fixture(scope="module")
def worse(house):
    return add_noise(house)


def test_a_tenth_is_missed_a_fifth_of_the_rest_confused_and_all_are_shifted(house, worse):
    count = len(house.objects)
    assert len(worse.objects) == count - round(0.1 * count)
    pairs = [(house.objects[key], node) for key, node in worse.objects.items()]
    confused = sum(before.label != after.label for before, after in pairs)
    assert confused == round(0.2 * len(pairs))
    shifts = [np.linalg.norm(after.centroid_m - before.centroid_m) for before, after in pairs]
    np.testing.assert_allclose(shifts, 0.2, atol=1e-9)


def test_a_confused_thing_keeps_no_trace_of_its_name(house, worse):
    for key, node in worse.objects.items():
        before = house.objects[key]
        if node.label != before.label:
            assert set(node.label_votes) == {node.label}
            assert before.label not in node.description.split()
        assert node.source_id == before.source_id
        assert not node.text_feature.size


def test_relations_are_those_of_the_shifted_boxes_only(worse):
    assert worse.relations
    ends = {end for r in worse.relations.values() for end in (r.subject_id, r.object_id)}
    assert ends <= set(worse.objects)
    for relation in worse.relations.values():
        assert worse.objects[relation.subject_id].label in relation.sentence


def test_the_same_seed_makes_the_same_map_and_leaves_the_known_one_alone(house, worse):
    before = plain(house)
    assert plain(add_noise(house)) == plain(worse)
    assert plain(add_noise(house, NoiseConfig(seed=1))) != plain(worse)
    assert plain(house) == before


def test_no_noise_changes_no_object(house):
    same = add_noise(house, NoiseConfig(confused=0.0, missed=0.0, shift_m=0.0))
    assert [n.label for n in same.objects.values()] == [n.label for n in house.objects.values()]
