"""What a language model answered, put on the nodes it is about."""

from collections.abc import Callable
from typing import Any

import numpy as np

from inherit_fast.graph import AreaNode, Hint, RoomNode, SceneGraph
from inherit_fast.language.answers import MissedThings, ObjectText, PlaceText
from inherit_fast.updates.best_view import Viewpoint
from inherit_fast.updates.clean import clean_label, clean_phrase, clean_text, clean_words
from inherit_fast.updates.hints import HintsConfig, add_hints, make_hint
from inherit_fast.updates.text_jobs import Key, Told


class AnswerBook:
    """Puts answers on the graph.

    Args:
        most_missed: things that one picture may add as hints.
        hints: how they are lifted.
        graph: changed in place.
        viewpoint: the pose and depth of a keyframe that is still kept, or None.
        same: whether two labels name one kind of thing.
    """

    def __init__(
        self,
        most_missed: int,
        hints: HintsConfig,
        graph: SceneGraph,
        viewpoint: Callable[[int], Viewpoint | None],
        same: Callable[[str, str], bool],
    ) -> None:
        self._most_missed = most_missed
        self._config = hints
        self._graph = graph
        self._viewpoint = viewpoint
        self._same = same

    def __call__(self, key: Key, evidence: str, answer: Any, template: str) -> Told | None:
        """Put an answer on its node; None if nothing in it is usable.

        Args:
            key: the job.
            evidence: what the question was made from.
            answer: an instance of the job's schema.
            template: the template's own label of a place.
        """
        if isinstance(answer, ObjectText):
            return self._object(key[1], evidence, answer)
        if isinstance(answer, MissedThings):
            add_hints(self._graph, self._hints(key[1], int(evidence), answer), key[1])
            return Told(evidence, evidence, {})
        assert isinstance(answer, PlaceText)
        label, text = clean_label(answer.label), clean_text(answer.description)
        if not label:
            return None
        place = place_of(self._graph, key[1])
        place.label, place.description = label, text or place.description
        return Told(evidence, template, {"label": label, "description": place.description})

    def _object(self, object_id: str, evidence: str, answer: ObjectText) -> Told | None:
        phrase = clean_phrase(answer.phrase)
        if not phrase:
            return None
        self._graph.objects[object_id].attributes = clean_words(answer.attributes)
        return Told(evidence, evidence, {"phrase": phrase})

    def _hints(self, room_id: str, keyframe_id: int, missed: MissedThings) -> list[Hint]:
        view = self._viewpoint(keyframe_id)
        found = [
            make_hint(room_id, keyframe_id, thing, view, self._config)
            for thing in missed.things[: self._most_missed]
        ]
        return [hint for hint in found if hint is not None and not self._known(hint)]

    def _known(self, hint: Hint) -> bool:
        """Whether the map holds it already: by name in the room, or by name and place."""
        for node in self._graph.present():
            if not self._same(node.label, hint.label):
                continue
            if hint.position_m is None:
                if node.room_id == hint.room_id:
                    return True
            elif np.linalg.norm(node.centroid_m - hint.position_m) <= self._config.known_within_m:
                return True
        return False


def place_of(graph: SceneGraph, node_id: str) -> AreaNode | RoomNode:
    """The area or room of that id."""
    return graph.areas.get(node_id) or graph.rooms[node_id]
