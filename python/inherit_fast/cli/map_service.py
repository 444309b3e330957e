"""What a map can be asked for: its graph, its objects and their pictures, and answers."""

import json
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from inherit_fast import __version__
from inherit_fast.cli.requests import RefusedError, Turns
from inherit_fast.export.plain_json import object_document, to_document
from inherit_fast.graph import ObjectNode, SceneGraph
from inherit_fast.retrieval import Retriever
from inherit_fast.view.svg import map_svg


@dataclass(frozen=True, slots=True)
class MapServiceConfig:
    """Limits of the service.

    Attributes:
        token: that requests must bear; empty asks for none.
        max_body_bytes: of a request.
        max_text_chars: of a question.
        top: answers where the request does not say how many.
        max_top: answers at most.
        max_waiting: questions at once, the one being answered included; more are told to come
            back.
    """

    token: str = ""
    max_body_bytes: int = 64 << 10
    max_text_chars: int = 2000
    top: int = 5
    max_top: int = 1000
    max_waiting: int = 8


class MapService:
    """One map as it was when it was loaded; nothing here changes it.

    Args:
        graph: the map.
        retriever: answers questions about it, one at a time.
        title: heading of its picture.
        config: limits.
    """

    def __init__(
        self,
        graph: SceneGraph,
        retriever: Retriever,
        title: str = "Scene graph",
        config: MapServiceConfig | None = None,
    ) -> None:
        self.config = config or MapServiceConfig()
        self._graph = graph
        self._retriever = retriever
        self._title = title
        self._turns = Turns(self.config.max_waiting)

    def health(self) -> dict[str, Any]:
        """That it serves, and how much."""
        return {
            "status": "ok",
            "version": __version__,
            "floors": len(self._graph.floors),
            "rooms": len(self._graph.rooms),
            "objects": sum(1 for _ in self._graph.present()),
        }

    @cached_property
    def document(self) -> bytes:
        """The plain JSON export, written once."""
        return json.dumps(to_document(self._graph), ensure_ascii=False).encode()

    def query(self, request: dict[str, Any]) -> dict[str, Any]:
        """Ranked objects and why: the document of ``query --json``."""
        text, top = self._question(request)
        with self._turns.turn():
            return self._retriever(text, top).to_dict()

    def object(self, object_id: str) -> dict[str, Any]:
        """One object as in the export, what it stands to, and how many pictures there are."""
        node = self._node(object_id)
        sentences = [r.sentence for r in self._graph.relations_of(node.id)]
        return {**object_document(node), "relations": sentences, "views": len(node.views)}

    def picture(self, object_id: str) -> bytes:
        """JPEG of the object's best view."""
        node = self._node(object_id)
        if not node.views:
            raise RefusedError(404, f"{node.id}: the map holds no picture of it")
        return node.views[0].jpeg

    def svg(self, floor_id: str) -> str:
        """The map's picture, of one floor or, without a name, of all."""
        if floor_id and floor_id not in self._graph.floors:
            known = ", ".join(self._graph.floors)
            raise RefusedError(404, f"no floor {floor_id!r}; the map has {known}")
        return map_svg(self._graph, title=self._title, floor_id=floor_id or None)

    def _node(self, object_id: str) -> ObjectNode:
        node = self._graph.objects.get(self._graph.resolve(object_id))
        if node is None:
            raise RefusedError(404, f"no object {object_id!r} in this map")
        return node

    def _question(self, request: dict[str, Any]) -> tuple[str, int]:
        if unknown := sorted(request.keys() - {"text", "top"}):
            raise RefusedError(400, f"unknown keys {unknown}; expected text and top")
        text, top = request.get("text"), request.get("top", self.config.top)
        most = self.config.max_text_chars
        # JSON may hold halves of characters, which no answer could repeat.
        if not isinstance(text, str) or len(text) > most or not _is_unicode(text):
            raise RefusedError(400, f"text: expected up to {most} characters")
        # JSON's true is an int in Python.
        if type(top) is not int or not 1 <= top <= self.config.max_top:
            raise RefusedError(400, f"top: expected 1 to {self.config.max_top}, got {top!r}")
        return text, top


def _is_unicode(text: str) -> bool:
    return not any("\ud800" <= character <= "\udfff" for character in text)
