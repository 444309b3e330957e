import json

import pytest

from inherit_fast.errors import QueryError
from inherit_fast.evaluation.foreign_queries import read_query_file
from real_data import need

STATEMENTS = {
    "scene_name": "x",
    "regions": {
        "0": {
            "region": "Kitchen",
            "the mug on the desk": [
                {"target_index": "4", "relation": "on", "distractor_ids": ["5", "6"]}
            ],
            "a chair near a wall": [{"target_index": "1"}, {"target_index": "2"}],
            "what nobody knows": [{"target_index": "_"}],
        },
        "1": {},
    },
}
REVERIE = [
    {"scan": "A", "objId": 7, "path_id": 10, "instructions": ["Dust the lamp", "Clean the lamp"]},
    {"scan": "B", "objId": "_", "path_id": 11, "instructions": ["Go home"]},
    {"scan": "B", "objId": 8, "path_id": 12, "instructions": ["Open the door"]},
]


@pytest.fixture
def write(tmp_path):
    def write(document):
        path = tmp_path / "queries.json"
        path.write_text(json.dumps(document))
        return path

    return write


def test_statements_become_queries_with_all_their_targets(write):
    first, second = read_query_file(write(STATEMENTS))
    assert (first.text, first.target_ids) == ("the mug on the desk", (4,))
    assert (first.hard_negative_id, first.fine_type) == (5, "on")
    assert second.target_ids == (1, 2)


def test_every_instruction_of_the_scene_is_a_query_of_its_own(write):
    path = write(REVERIE)
    assert [q.text for q in read_query_file(path, scene="A")] == ["Dust the lamp", "Clean the lamp"]
    assert [q.target_ids for q in read_query_file(path)] == [(7,), (7,), (8,)]
    with pytest.raises(QueryError, match="no query with a known target for the scene 'C'"):
        read_query_file(path, scene="C")


@pytest.mark.parametrize("document", [{"a": 1}, [1], {"regions": {"0": {"x": [{}]}}}, 3])
def test_what_is_neither_is_told(write, document):
    with pytest.raises(QueryError, match="neither VLA-3D statements nor REVERIE"):
        read_query_file(write(document))


def test_real_files_are_read_whole():
    scene = "02b33e01-be2b-2d54-93fb-4145a709cec5"
    path = need("scenes", scene, f"{scene}_referential_statements.json")
    assert len(read_query_file(path)) == 747  # and the region's name among them
    assert len(read_query_file(need("scenes", "5q7pvUzZiYa", "reverie_queries.jsonl"))) == 108
