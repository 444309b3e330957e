from collections import Counter

import pytest

from inherit_fast.datasets.house import HouseConfig, build_house
from inherit_fast.datasets.house.truth import truth_graph
from inherit_fast.errors import QueryError
from inherit_fast.evaluation import read_queries
from inherit_fast.evaluation.benchmark import FINE_TYPES, BenchmarkConfig, generate_queries
from inherit_fast.evaluation.queries import write_queries
from inherit_fast.language import Synonyms
from scene_maker import SceneMaker

COUNT = 72


@pytest.fixture(scope="module")
def synonyms():
    return Synonyms.load()


@pytest.fixture(scope="module")
def graphs():
    seeds = {f"house-{seed}": seed for seed in range(2)}
    return {
        name: truth_graph(build_house(HouseConfig(seed=seed, rooms_per_floor=6)))
        for name, seed in seeds.items()
    }


@pytest.fixture(scope="module")
def queries(graphs, synonyms):
    return generate_queries(graphs, synonyms, BenchmarkConfig(count=COUNT))


def test_all_categories_and_fine_types_have_their_share(queries):
    asked = [query for made in queries.values() for query in made]
    assert len(asked) == COUNT
    for category, fine_types in FINE_TYPES.items():
        counts = Counter(q.fine_type for q in asked if q.category == category)
        assert sorted(counts) == sorted(fine_types)
        assert set(counts.values()) == {COUNT // 6 // len(fine_types)}


def test_the_same_seed_asks_the_same_and_another_seed_does_not(graphs, synonyms, queries):
    assert generate_queries(graphs, synonyms, BenchmarkConfig(count=COUNT)) == queries
    other = generate_queries(graphs, synonyms, BenchmarkConfig(count=COUNT, seed=1))
    assert other != queries


def test_a_hard_negative_is_there_and_is_no_target(graphs, queries):
    for name, made in queries.items():
        ids = {node.source_id for node in graphs[name].objects.values()}
        for query in made:
            assert query.target_ids
            assert {*query.target_ids, query.hard_negative_id} <= ids
            assert query.hard_negative_id not in query.target_ids
            assert query.broken


def test_targets_in_rooms_are_complete_by_a_plain_count(graphs, queries):
    """Counted anew from the graph: everything of that name and room, nothing else."""
    checked = 0
    for name, made in queries.items():
        graph = graphs[name]
        for query in made:
            if query.fine_type != "place" or query.broken != "room":
                continue
            by_id = {n.source_id: n for n in graph.objects.values()}
            label = by_id[query.target_ids[0]].label
            rooms = {graph.rooms[by_id[i].room_id].label for i in query.target_ids}
            same = {
                n.source_id
                for n in graph.objects.values()
                if n.label == label and graph.rooms[n.room_id].label in rooms
            }
            assert same <= set(query.target_ids)
            assert len(rooms) == 1
            checked += 1
    assert checked >= 3


def test_words_vary(queries):
    texts = [query.text for made in queries.values() for query in made]
    assert len(set(texts)) > 0.95 * len(texts)
    assert len({text.split()[0] for text in texts}) >= 8


def test_scenes_that_hold_too_little_are_told(synonyms):
    maker = SceneMaker()
    maker.add("chair", (0, 0, 0), (1, 1, 1), room=maker.room("kitchen"))
    with pytest.raises(QueryError, match="hold only"):
        generate_queries({"tiny": maker.graph}, synonyms, BenchmarkConfig(count=12))


def test_a_query_file_reads_back_as_it_was_written(tmp_path, queries):
    made = next(iter(queries.values()))
    write_queries(tmp_path / "q.jsonl", made)
    assert read_queries(tmp_path / "q.jsonl") == made
