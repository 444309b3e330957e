"""Questions in the style of the CMU VLN challenge: counts, single things, and ways."""

import re
from dataclasses import dataclass
from typing import Literal

import numpy as np

from inherit_fast.errors import QueryError
from inherit_fast.graph import id_number
from inherit_fast.retrieval import Retriever
from inherit_fast.scene.instructions import Leg, Role, split_legs
from inherit_fast.scene.representation import SceneRepresentation
from inherit_fast.scene.types import ObjectObservation, Vector3

Kind = Literal["numerical", "reference", "instruction"]

_COUNTS = re.compile(r"^\W*(?:how many|count|(?:what is )?(?:the )?(?:total )?number of)\b")
_MOVES = re.compile(r"^\W*(?:please )?(?:go|walk|move|drive|head|navigate|proceed|travel|run)\b")
_ENDS = re.compile(r"\s*\b(?:are|is) (?:there|present|visible)\b(?: in total)?|[?.!]+$")


@dataclass(frozen=True, slots=True)
class Waypoint:
    """One position of a way.

    Attributes:
        position: in the map frame.
        role: passed by, gone to, or kept away from.
        object_ids: the things that it was taken from.
        text: the words that name it.
        room_id: the room that it is the middle of, where a room is named.
    """

    position: Vector3
    role: Role
    object_ids: tuple[int, ...]
    text: str
    room_id: str | None = None


@dataclass(frozen=True, slots=True)
class ChallengeAnswer:
    """What a question gets.

    Attributes:
        kind: how it was understood.
        objects: the things counted, or the one thing that is meant; of a way its last things.
        count: how many there are, for numerical questions.
        path: positions in order, for instructions.
        avoid: positions to keep away from, for instructions.
        note: what was not found, or empty.
    """

    kind: Kind
    objects: tuple[ObjectObservation, ...] = ()
    count: int | None = None
    path: tuple[Waypoint, ...] = ()
    avoid: tuple[Waypoint, ...] = ()
    note: str = ""


class Challenge:
    """Answers questions over a scene, by the retriever of its graph.

    Args:
        scene: what has been seen.
        retriever: one over ``scene.graph``; a plain one by default.
    """

    def __init__(self, scene: SceneRepresentation, retriever: Retriever | None = None) -> None:
        self._scene = scene
        self._retriever = retriever or Retriever(scene.graph)

    def __call__(self, question: str) -> ChallengeAnswer:
        """Understand and answer.

        Raises:
            QueryError: the question is empty.
        """
        if not question.strip():
            raise QueryError("the question is empty; say what to count, find, or where to go")
        self._retriever.refresh()
        kind, legs = kind_of(question)
        if kind == "numerical":
            return self._count(question)
        if kind == "instruction":
            return self._way(legs)
        return self._one(question)

    def _count(self, question: str) -> ChallengeAnswer:
        asked = _COUNTS.sub("", question.strip().lower())
        ranking = self._retriever("how many" + _ENDS.sub("", asked))
        found = tuple(map(self._shown, ranking.chosen))
        return ChallengeAnswer("numerical", found, len(found), note=ranking.note)

    def _one(self, question: str) -> ChallengeAnswer:
        ranking = self._retriever(question)
        ids = ranking.chosen or ((ranking.top.id,) if ranking.top else ())
        return ChallengeAnswer("reference", tuple(map(self._shown, ids[:1])), note=ranking.note)

    def _way(self, legs: list[Leg]) -> ChallengeAnswer:
        points = [(leg, self._waypoint(leg)) for leg in legs]
        missing = [f"nothing fits: {leg.text}" for leg, point in points if point is None]
        found = [point for _, point in points if point is not None]
        path = tuple(point for point in found if point.role != "avoid")
        avoid = tuple(point for point in found if point.role == "avoid")
        last = tuple(self._shown(f"object_{i}") for i in path[-1].object_ids) if path else ()
        return ChallengeAnswer("instruction", last, None, path, avoid, "; ".join(missing))

    def _waypoint(self, leg: Leg) -> Waypoint | None:
        room_id = self._room(leg.text)
        if room_id is not None:
            low, high = self._scene.rooms[room_id].scene_bounds or (Vector3(0, 0, 0),) * 2
            middle = Vector3((low.x + high.x) / 2, (low.y + high.y) / 2, low.z)
            return Waypoint(middle, leg.role, (), leg.text, room_id)
        ids = self._between(leg.text) if leg.between else self._meant(leg.text)[:1]
        if not ids:
            return None
        places = [self._shown(node_id).position for node_id in ids]
        x, y, z = np.mean(places, axis=0).tolist()
        return Waypoint(Vector3(x, y, z), leg.role, tuple(map(id_number, ids)), leg.text)

    def _room(self, text: str) -> str | None:
        """The outlined room of which there is only one that is called so."""
        name = re.sub(r"^(?:the|a|an) ", "", text).replace(" ", "")
        rooms = self._scene.rooms.values()
        called = [r.id for r in rooms if r.label.replace(" ", "") == name and r.scene_bounds]
        return called[0] if len(called) == 1 else None

    def _between(self, text: str) -> list[str]:
        """The things on both sides: "the sofa and the tv", "the two tables", "the chairs"."""
        sides = re.split(r"\band\b", text)
        if len(sides) > 1:
            return [node_id for side in sides for node_id in self._meant(side)[:1]]
        return self._meant(text)

    def _meant(self, text: str) -> list[str]:
        ranking = self._retriever(text) if text.strip() else None
        if ranking is None:
            return []
        return list(ranking.chosen) or ([ranking.top.id] if ranking.top else [])

    def _shown(self, node_id: str) -> ObjectObservation:
        return self._scene.object(id_number(node_id))


def kind_of(question: str) -> tuple[Kind, list[Leg]]:
    """What kind of question it is, and the legs of an instruction."""
    if _COUNTS.match(question.strip().lower()):
        return "numerical", []
    legs = split_legs(question)
    via = any(leg.role != "stop" for leg in legs) or len(legs) > 1
    moves = legs and _MOVES.match(question.lower())
    return ("instruction", legs) if via or moves else ("reference", [])
