import dataclasses
import sqlite3

import numpy as np
import pytest

from graphs import add_object, full_graph, plain, view
from inherit_fast.errors import StoreError
from inherit_fast.graph import Relation, SceneGraph, Store, content_digest


@pytest.fixture
def store(tmp_path):
    with Store.create(tmp_path / "kitchen.map") as opened:
        yield opened


def reloaded(store):
    with Store.open(store.file, readonly=True) as other:
        return other.load()


def test_everything_comes_back_bit_for_bit(store):
    graph = full_graph()
    store.save_keyframe(graph)
    assert plain(reloaded(store)) == plain(graph)


def _is_empty(value):
    return value is None or not (value.size if isinstance(value, np.ndarray) else value)


def test_the_graph_of_these_tests_fills_every_field():
    graph = full_graph()
    for node in (graph, *graph.floors.values(), graph.rooms["room_1"], *graph.objects.values()):
        values = {f.name: getattr(node, f.name) for f in dataclasses.fields(node)}
        assert [n for n, v in values.items() if _is_empty(v)] == []


def test_an_empty_graph_comes_back_empty(store):
    store.save_keyframe(SceneGraph())
    assert plain(reloaded(store)) == plain(SceneGraph())


def test_a_map_is_a_folder_that_holds_map_db_or_a_db_file(tmp_path):
    Store.create(tmp_path / "a.map").close()
    Store.create(tmp_path / "b.db").close()
    assert (tmp_path / "a.map" / "map.db").is_file()
    assert (tmp_path / "b.db").is_file()
    for path in (tmp_path / "a.map", tmp_path / "a.map" / "map.db", tmp_path / "b.db"):
        Store.open(path).close()


def test_loaded_arrays_can_be_changed_in_place(store):
    store.save_keyframe(full_graph())
    node = reloaded(store).objects["object_1"]
    node.points_m += 1.0
    node.centroid_m += 1.0


def random_step(graph, rng):
    """One keyframe's worth of changes of every kind; returns the dirty ids."""
    dirty = set()
    for _ in range(int(rng.integers(0, 3))):
        add_object(graph, rng)
    ids = list(graph.objects)
    for node_id in rng.choice(ids, min(2, len(ids)), replace=False).tolist():
        node = graph.objects[node_id]
        node.seen += 1
        node.views = [view(rng, 7), *node.views][: int(rng.integers(0, 6))]
        node.points_m = rng.normal(size=(int(rng.integers(0, 9)), 3)).astype(np.float32)
        dirty.add(node_id)
    if len(ids) > 4 and rng.random() < 0.5:
        gone = ids[int(rng.integers(len(ids)))]
        del graph.objects[gone]
        graph.aliases[gone] = next(iter(graph.objects))
        graph.relations = {k: r for k, r in graph.relations.items() if gone not in (k[0], k[2])}
    ids = list(graph.objects)
    for _ in range(3):
        a, b = rng.choice(ids, 2).tolist()
        if rng.random() < 0.5:  # removed and added again: moves to the end
            graph.relations.pop((a, "near", b), None)
        graph.add_relation(Relation(a, "near", b, float(rng.random()), 1, f"{a} near {b}"))
    graph.rooms["room_1"].label = str(rng.integers(9))
    graph.path_m.append(tuple(rng.normal(size=3).tolist()))
    graph.path_ns.append(int(rng.integers(2**60)))
    if rng.random() < 0.2:
        graph.path_m = [(x + 0.1, y, z) for x, y, z in graph.path_m]
        graph.doorways = graph.doorways[:0] if rng.random() < 0.5 else full_graph().doorways
        graph.hints = full_graph().hints[: int(rng.integers(0, 3))]
    return dirty | {"room_1"}


@pytest.mark.parametrize("seed", range(4))
def test_incremental_saves_add_up_to_the_whole_graph(store, tmp_path, seed):
    rng = np.random.default_rng(seed)
    graph = full_graph()
    for _ in range(15):
        store.save_keyframe(graph, random_step(graph, rng))
        assert plain(reloaded(store)) == plain(graph)
        assert list(reloaded(store).relations) == list(graph.relations)
    with Store.create(tmp_path / "whole.db") as whole:
        whole.save_keyframe(graph)
    assert content_digest(whole.file) == content_digest(store.file)


def test_saving_goes_on_after_a_restart(store):
    rng = np.random.default_rng(5)
    graph = full_graph()
    store.save_keyframe(graph)
    store.close()
    for _ in range(8):
        with Store.open(store.file) as again:
            graph = again.load()
            again.save_keyframe(graph, random_step(graph, rng))
        assert plain(reloaded(store)) == plain(graph)


def test_a_clean_object_is_not_written_again(store):
    graph = full_graph()
    store.save_keyframe(graph)
    graph.objects["object_1"].seen = 99
    graph.objects["object_2"].seen = 99
    store.save_keyframe(graph, {"object_2"})
    seen = {node.id: node.seen for node in reloaded(store).objects.values()}
    assert seen == {"object_1": 3, "object_2": 99, "object_3": 3}


def test_a_failed_keyframe_leaves_the_earlier_ones_and_can_be_repeated(store):
    graph = full_graph()
    store.save_keyframe(graph)
    before = plain(graph)
    node = add_object(graph, np.random.default_rng(1))
    node.label = object()  # SQLite cannot bind it
    with pytest.raises(StoreError, match="SQLite says"):
        store.save_keyframe(graph)
    assert plain(reloaded(store)) == before
    node.label = "spoon"
    store.save_keyframe(graph, ())
    assert plain(reloaded(store)) == plain(graph)


def test_meta_and_state_are_kept_with_the_keyframe(store):
    meta = {"config": {"voxel_m": 0.025}, "last_frame": [12, 3]}
    store.save_keyframe(SceneGraph(), meta=meta, state={"grid/floor_1": b"\x00\xff"})
    store.put_state("rooms", b"abc")
    store.put_meta({"source": "kitchen"})
    assert store.meta() == {**meta, "source": "kitchen"}
    assert store.state_names() == ["grid/floor_1", "rooms"]
    assert store.get_state("grid/floor_1") == b"\x00\xff"
    assert store.get_state("nothing") is None


def test_the_digest_tells_different_content_apart_but_not_different_runs(tmp_path):
    def digest(name, seed=0, **meta):
        with Store.create(tmp_path / name) as store:
            store.save_keyframe(full_graph(seed), meta=meta)
        return content_digest(tmp_path / name)

    first = digest("a", **{"run.seconds": 1.0})
    assert digest("b", **{"run.seconds": 2.0}) == first
    assert digest("c", seed=1) != first
    assert digest("d", source="other") != first


def test_a_map_can_be_read_while_it_is_written(store):
    store.save_keyframe(full_graph())
    with Store.open(store.file, readonly=True) as reader:
        store.save_keyframe(SceneGraph())
        assert plain(reader.load()) == plain(SceneGraph())


def test_one_file_remains_after_closing_and_after_reading(store):
    store.save_keyframe(full_graph())
    store.close()
    reloaded(store)
    assert [path.name for path in store.folder.iterdir()] == ["map.db"]
    with sqlite3.connect(store.file) as connection:
        assert connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)
    connection.close()
