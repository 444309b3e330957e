import numpy as np
import pytest

from inherit_fast.graph import Box, ObjectNode, Relation, SceneGraph, View
from inherit_fast.updates.memory import MemoryConfig, MemoryKeeper, node_bytes

VIEW_BYTES, DIM = 1000, 64


def node(number, state="confirmed", last=0, points=400, views=4):
    made = ObjectNode(f"object_{number}", "cup", Box(np.zeros(3), np.ones(3)), np.zeros(3))
    rng = np.random.default_rng(number)
    made.points_m = rng.uniform(0, 2, (points, 3)).astype(np.float32)
    made.points_seen = np.ones(points, np.int32)
    made.points_ns = np.zeros(points, np.int64)
    made.views = [
        View(i, 0, 1.0 - i / 10, bytes(VIEW_BYTES), np.ones(DIM, np.float32), (0, 0, 1, 1), 0.0)
        for i in range(views)
    ]
    made.state, made.last_seen_ns = state, last
    return made


def keeper(graph, **caps_bytes):
    caps = {name: value / 1e6 for name, value in caps_bytes.items()}
    return MemoryKeeper(MemoryConfig(**caps, evict_to=1.0), graph, 0.025)


def graph_of(*nodes):
    return SceneGraph(objects={n.id: n for n in nodes})


def held(graph):
    return np.array([node_bytes(n) for n in graph.objects.values()]).sum(axis=0).tolist()


def test_under_the_cap_nothing_goes():
    graph = graph_of(node(1), node(2))
    before = held(graph)
    assert keeper(graph)(graph.objects) == set()
    assert held(graph) == before


@pytest.mark.parametrize(
    ("store", "place"), [("points_mb", 0), ("views_mb", 1), ("features_mb", 2)]
)
def test_each_store_stays_under_its_own_cap(store, place):
    graph = graph_of(*map(node, range(1, 9)))
    cap = held(graph)[place] * 0.6
    keep = keeper(graph, **{store: cap})
    assert keep(graph.objects)
    assert held(graph)[place] <= cap
    assert len(graph.objects) == 8  # all nodes stay, with less
    assert list(keep.bytes().values())[:3] == held(graph)


def test_all_together_stay_under_the_total():
    graph = graph_of(*map(node, range(1, 9)))
    keeper(graph, total_mb=sum(held(graph)) * 0.5)(graph.objects)
    assert len(graph.objects) == 8
    assert min(len(n.views) for n in graph.objects.values()) >= 1


def test_what_is_gone_gives_first_then_what_was_not_seen_for_long():
    old, new, gone = node(1, last=5), node(2, last=9), node(3, "absent", last=99)
    graph = graph_of(old, new, gone)
    total = held(graph)[0]
    keeper(graph, points_mb=total - 100)(graph.objects)
    assert [len(n.points_m) for n in (old, new, gone)] == [400, 400, 200]
    keeper(graph, points_mb=held(graph)[0] - 3000)(graph.objects)
    assert len(gone.points_m) == 100
    assert (len(old.points_m), len(new.points_m)) == (200, 400)


def test_the_worst_view_goes_first():
    graph = graph_of(node(1))
    keeper(graph, views_mb=3.5 * VIEW_BYTES)(graph.objects)
    assert [v.keyframe_id for v in graph.objects["object_1"].views] == [0, 1, 2]


def test_where_all_have_given_nodes_are_forgotten_and_counted():
    graph = graph_of(node(1, "tentative"), node(2), node(3), node(4, "deleted"))
    graph.objects["object_2"].pinned = True
    graph.add_relation(Relation("object_3", "near", "object_2", 1.0, 1, ""))
    graph.aliases["object_9"] = "object_3"
    keep = keeper(graph, views_mb=2 * VIEW_BYTES)
    touched = keep(graph.objects)
    assert set(graph.objects) == {"object_2", "object_4"}  # what people vouch for, or deleted
    assert {"object_1", "object_3"} <= touched
    assert graph.relations == {}
    assert graph.aliases == {}
    assert keep.counts["objects forgotten"] == 2
    assert keep.counts["views evicted"] > 0


def test_bytes_follow_what_changes_and_what_goes():
    graph = graph_of(node(1), node(2))
    keep = keeper(graph)
    graph.objects["object_1"].views = graph.objects["object_1"].views[:1]
    del graph.objects["object_2"]
    keep({"object_1", "object_2"})
    assert list(keep.bytes().values()) == held(graph)


def test_what_others_hold_counts_in_the_total():
    graph = graph_of(node(1))
    config = MemoryConfig(total_mb=(sum(held(graph)) + 10) / 1e6)
    assert MemoryKeeper(config, graph, 0.025)(graph.objects) == set()
    crowded = MemoryKeeper(config, graph, 0.025, lambda: {"grids": 1000})
    assert crowded(graph.objects) == {"object_1"}
    assert crowded.bytes()["grids"] == 1000


def test_a_long_path_loses_every_second_position():
    graph = SceneGraph(path_m=[(float(i), 0.0, 0.0) for i in range(11)], path_ns=list(range(11)))
    keep = MemoryKeeper(MemoryConfig(max_path=10), graph, 0.025)
    keep(())
    assert graph.path_ns == [0, 2, 4, 6, 8, 10]
    assert len(graph.path_m) == 6
    assert keep.counts["path thinned"] == 5
