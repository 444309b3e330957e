"""Questions that are an id."""

import pytest

from inherit_fast.graph import AreaNode, SceneGraph
from inherit_fast.language import Synonyms
from inherit_fast.retrieval import Retriever
from inherit_fast.retrieval.ids import asked_id
from rooms import flat


@pytest.fixture
def world():
    graph, names = flat()
    return graph, {name: node_id for node_id, name in names.items()}


def ask(graph, text, top=5):
    return Retriever(graph, synonyms=Synonyms.load())(text, top)


@pytest.mark.parametrize("text", ["{}", '"{}"', " {}? ", "where is {}", "find {}."])
def test_an_id_finds_its_object(world, text):
    graph, ids = world
    ranking = ask(graph, text.format(ids["lamp"].replace("object", "Object")))
    assert [answer.id for answer in ranking.answers] == [ids["lamp"]]
    assert ranking.chosen == (ids["lamp"],)
    assert ranking.note == ""
    assert ranking.top.score == 1.0


@pytest.mark.parametrize("kind", ["room", "floor", "area"])
def test_the_id_of_a_place_finds_all_things_in_it(world, kind):
    graph, ids = world
    node = graph.objects[ids["lamp"]]
    graph.areas["area_1"] = AreaNode("area_1", node.room_id, "sleeping area")
    graph.objects[ids["bed"]].area_id = node.area_id = "area_1"
    place = getattr(node, f"{kind}_id")
    inside = [n.id for n in graph.objects.values() if getattr(n, f"{kind}_id") == place]
    ranking = ask(graph, f"what is in {place}?", top=2)
    assert list(ranking.chosen) == inside
    assert [answer.id for answer in ranking.answers] == inside[:2]
    assert f"holds {len(inside)} objects" in ranking.note


def test_an_id_that_was_merged_leads_to_what_stands(world):
    graph, ids = world
    graph.aliases["object_90"] = "object_91"
    graph.aliases["object_91"] = ids["mug_red"]
    graph.aliases["room_90"] = graph.objects[ids["mug_red"]].room_id
    ranking = ask(graph, "object_90")
    assert ranking.chosen == (ids["mug_red"],)
    assert ranking.note == f"object_90 is {ids['mug_red']} now"
    assert ids["mug_red"] in ask(graph, "room_90").chosen


def test_a_thing_that_is_gone_is_told_and_no_answer(world):
    graph, ids = world
    graph.objects[ids["lamp"]].state = "absent"
    ranking = ask(graph, ids["lamp"])
    assert (ranking.answers, ranking.chosen) == ((), ())
    assert ranking.note == f"{ids['lamp']} (table lamp) is not there any more"


@pytest.mark.parametrize("node_id", ["object_999", "room_99", "area_99", "floor_99"])
def test_an_id_that_nothing_has_is_told(world, node_id):
    for graph in (world[0], SceneGraph()):
        ranking = ask(graph, node_id)
        assert (ranking.answers, ranking.chosen) == ((), ())
        assert ranking.note == f"the map has no {node_id}"


@pytest.mark.parametrize("text", ["the mug near object_3", "object 3", "object_x", "mugobject_3"])
def test_other_questions_are_no_ids(text):
    assert asked_id(text) is None
