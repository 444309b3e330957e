"""Questions that are an id: "object_114", or "room_3" for all things in it."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from operator import attrgetter
from typing import Any

import numpy as np

from inherit_fast.graph import SceneGraph
from inherit_fast.retrieval.answer import Answer, Ranking, Reason
from inherit_fast.retrieval.explain import Explainer
from inherit_fast.retrieval.query import Query
from inherit_fast.retrieval.score import Scorer

_BEFORE = r"(?:where is |what is |find |show |show me |go to )?(?:what is in |all in |in )?"
_QUESTION = re.compile(rf"\W*{_BEFORE}((object|room|area|floor)_\d+)\W*")


@dataclass(frozen=True, slots=True)
class Named:
    """The objects that an id stands for, and what is to be told of it."""

    ids: tuple[str, ...]
    note: str = ""


def asked_id(text: str) -> str | None:
    """The id that the whole question is; None where it is anything else."""
    found = _QUESTION.fullmatch(text.lower())
    return found.group(1) if found else None


def rank_by_id(
    graph: SceneGraph, scorer: Scorer, text: str, node_id: str, *, top: int, most: int
) -> Ranking:
    """The object of that id, or those in the room, area or floor, in order of creation.

    Args:
        graph: follows ids that were merged, and things that moved.
        scorer: of that graph.
        text: the question.
        node_id: as ``asked_id`` found it.
        top: answers at most.
        most: chosen objects at most.
    """
    single = node_id.startswith("object_")
    named = _named_object(graph, node_id) if single else _named_place(graph, node_id)
    query = Query(text, (), "one" if single else "all")
    wanted = set(named.ids)
    found = [i for i, node in enumerate(scorer.columns.nodes) if node.id in wanted]
    explain = Explainer(scorer, query, scorer(query))
    answers = explain.answers(np.array(found[:top], np.int32))
    return Ranking(
        query,
        tuple(_as_named(answer, node_id) for answer in answers),
        named.note,
        named.ids[:most],
        "the id alone",
    )


def _named_object(graph: SceneGraph, node_id: str) -> Named:
    standing = graph.current(node_id)
    node = graph.objects.get(standing)
    if node is None:
        return Named((), f"the map has no {node_id}")
    renamed = "" if standing == node_id else f"{node_id} is {standing} now"
    if not node.is_there:
        return Named((), renamed or f"{node_id} ({node.label}) is not there any more")
    return Named((standing,), renamed)


def _named_place(graph: SceneGraph, node_id: str) -> Named:
    """A room's, an area's or a floor's things."""
    kind, standing = node_id.partition("_")[0], graph.resolve(node_id)
    tables: dict[str, Mapping[str, Any]] = {
        "room": graph.rooms,
        "area": graph.areas,
        "floor": graph.floors,
    }
    places = tables[kind]
    if standing not in places:
        return Named((), f"the map has no {node_id}")
    place_of = attrgetter(f"{kind}_id")
    ids = tuple(n.id for n in graph.objects.values() if n.is_there and place_of(n) == standing)
    label = getattr(places[standing], "label", "")
    told = standing if standing == node_id else f"{node_id} is {standing} now"
    return Named(ids, f"{told}{f' ({label})' if label else ''} holds {len(ids)} objects")


def _as_named(answer: Answer, node_id: str) -> Answer:
    where = "" if node_id.startswith("object_") else "in "
    return replace(answer, score=1.0, why=(Reason(f"{where}{node_id}", 1.0, 1.0, 1.0),))
