"""Questions on a real scene of the challenge: through the representation and through the graph."""

from collections import Counter
from dataclasses import replace

import pytest

from inherit_fast.export.vla3d import read_vla3d
from inherit_fast.graph import id_number
from inherit_fast.language import Synonyms
from inherit_fast.retrieval import Retriever
from inherit_fast.scene import Challenge, ObjectObservation, SceneRepresentation, Vector3
from inherit_fast.scene.objects import corners
from inherit_fast.updates.phrases import plural
from real_data import need

SYNONYMS = Synonyms.load()


@pytest.fixture(scope="module")
def graph():
    """With one colour a thing, and whole: an observation tells no more."""
    graph = read_vla3d(need("scenes", "loft"))
    for node in graph.objects.values():
        node.colors = [replace(color, share=1.0) for color in node.colors[:1]]
        node.description = node.label  # it told of the other colours
    return graph


def questions(graph):
    labels = Counter(node.label for node in graph.objects.values())
    colored = [(n.label, n.colors[0].name) for n in graph.objects.values() if n.colors]
    single = [label for label, count in labels.items() if count == 1][:8]
    asked = [f"How many {plural(label)} are there?" for label in labels]
    asked += [f"How many {color} {plural(label)} are there?" for label, color in colored]
    asked += [f"Find the {c} {label}." for (label, c), n in Counter(colored).items() if n == 1]
    asked += [f"the {label} closest to the {s}" for label in ("chair", "lamp") for s in single]
    return list(dict.fromkeys(asked))


def by_graph(retriever, question):
    ranking = retriever(question)
    if question.startswith("How many"):
        return sorted(map(id_number, ranking.chosen))
    ids = ranking.chosen or ((ranking.top.id,) if ranking.top else ())
    return [id_number(node_id) for node_id in ids[:1]]


def fed(graph):
    """The scene as a robot would report it, thing by thing; its ids to those of the graph."""
    rep, source = SceneRepresentation(merge_radius=0.0), {}
    for node in graph.objects.values():
        low, high = corners(node.box)
        color = node.colors[0] if node.colors else None
        seen = rep.add_object(
            ObjectObservation(
                label=node.label, position=Vector3(*node.centroid_m.tolist()), confidence=0.9,
                color_rgb=color and color.rgb, color_name=color and color.name,
                bbox_min=low, bbox_max=high,
            )
        )  # fmt: skip
        source[seen.object_id] = id_number(node.id)
    return rep, source


def test_the_representation_and_the_full_graph_agree(graph):
    retriever = Retriever(graph, synonyms=SYNONYMS)
    over = Challenge(SceneRepresentation(graph=graph), Retriever(graph, synonyms=SYNONYMS))
    rep, source = fed(graph)
    alone = Challenge(rep, Retriever(rep.graph, synonyms=SYNONYMS))
    asked = questions(graph)
    assert len(asked) > 100
    for question in asked:
        want = by_graph(retriever, question)
        assert sorted(o.object_id for o in over(question).objects) == want, question
        assert sorted(source[o.object_id] for o in alone(question).objects) == want, question


def test_rooms_and_ways_of_the_loft(graph):
    ask = Challenge(SceneRepresentation(graph=graph), Retriever(graph, synonyms=SYNONYMS))
    assert ask("How many sofas are in the living room?").count == 5
    answer = ask("Go past the fireplace to the tv cabinet, then stop at the stairs.")
    labels = [graph.objects[f"object_{w.object_ids[0]}"].label for w in answer.path]
    assert labels == ["fireplace", "tv cabinet", "stairs"]
    assert [w.role for w in answer.path] == ["via", "stop", "stop"]
