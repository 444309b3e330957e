"""Where to look next, and whether to go on here: asked of a vision-language model, or of rules."""

from dataclasses import dataclass, field
from typing import Any, TypeVar

import numpy as np
import simplejpeg

from inherit_fast.errors import LanguageModelError
from inherit_fast.graph import id_number
from inherit_fast.language import LanguageModel, Prompt, Synonyms, load_prompt
from inherit_fast.language.room_table import RoomTable
from inherit_fast.retrieval import Retriever
from inherit_fast.scene.levels import LookAround
from inherit_fast.scene.representation import SceneRepresentation
from inherit_fast.scene.rooms import RoomNode
from inherit_fast.scene.visibility import VisibilityConfig
from inherit_fast.scene.ways import ways_from

A = TypeVar("A")


@dataclass(frozen=True, slots=True)
class NextRoom:
    """The room to look at next, and why."""

    room_id: str
    reason: str


@dataclass(frozen=True, slots=True)
class StayOrGo:
    """Whether to stop looking around in the current room, and why."""

    stop: bool
    reason: str


@dataclass(frozen=True, slots=True)
class ExploreConfig:
    """What the rules weigh, and what a model is told.

    Attributes:
        covered_share: a room seen to this share is done.
        per_m: each metre of way counts as this share of an unseen room.
        kind_weight: how much a room that usually holds the goal counts beside an unseen one.
        max_objects: told of the current room.
        max_trajectory: rooms told that were passed, the latest.
        jpeg_quality: of pictures that a model is shown.
        visibility: how far one sees.
    """

    covered_share: float = 0.9
    per_m: float = 0.04
    kind_weight: float = 1.0
    max_objects: int = 60
    max_trajectory: int = 12
    jpeg_quality: int = 85
    visibility: VisibilityConfig = field(default_factory=VisibilityConfig)


class Explorer:
    """SysNav's two questions over a scene representation.

    Args:
        scene: what has been seen.
        model: answers where there is one and it answers well; rules do otherwise.
        config: weights and limits.
        synonyms: those of the package by default.
    """

    def __init__(
        self,
        scene: SceneRepresentation,
        model: LanguageModel | None = None,
        config: ExploreConfig | None = None,
        synonyms: Synonyms | None = None,
    ) -> None:
        self._scene = scene
        self._model = model
        self._config = config or ExploreConfig()
        self._synonyms = synonyms or Synonyms.load()
        self._table = RoomTable.load(self._synonyms)
        self._retriever = Retriever(scene.graph, synonyms=self._synonyms)

    def covered(self) -> dict[str, float]:
        """Share of every room that the viewpoints see, by room id."""
        look = LookAround(self._scene.graph, self._config.visibility)
        viewpoints = self._scene.viewpoints
        return {room_id: look.covered_share(viewpoints, room_id) for room_id in self._scene.rooms}

    def next_room(self, goal: str) -> NextRoom | None:
        """Which room to enter next; None once all are seen.

        Args:
            goal: what is looked for, in plain words.
        """
        covered = self.covered()
        left = [r for r, share in covered.items() if share < self._config.covered_share]
        if not left:
            return None
        ways = ways_from(self._scene.graph, self._scene.room.id)
        rule = self._by_rule(goal, covered, left, ways)
        pictures = self._pictures(left)
        prompt = load_prompt(
            "next-room-1",
            "read",
            rule,
            goal=goal,
            rooms="\n".join(self._room_line(r, covered[r], ways.get(r), pictures) for r in left),
            trajectory=self._passed(),
        )
        answer = self._ask(prompt, pictures, NextRoom)
        return answer if answer is not None and answer.room_id in left else rule

    def stop_here(self, goal: str) -> StayOrGo:
        """Whether to end the search of the current room.

        Args:
            goal: what is looked for, in plain words.
        """
        room = self._scene.room
        share = self.covered().get(room.id, 0.0)
        things = [n for n in self._scene.graph.present() if n.room_id == room.id]
        told = things[-self._config.max_objects :]
        lines = [f"{n.id} {n.description or n.label}" for n in told]
        rule = self._stop_by_rule(goal, room, share)
        prompt = load_prompt(
            "stay-1",
            "read",
            rule,
            goal=goal,
            room=f"{room.id} {room.label}, {share:.0%} seen",
            objects="\n".join(lines) or "nothing yet",
        )
        answer = self._ask(prompt, self._pictures([room.id]), StayOrGo)
        return rule if answer is None else answer

    def _ask(self, prompt: Prompt, pictures: dict[str, bytes], schema: type[A]) -> A | None:
        if self._model is None:
            return None
        try:
            answer, _ = self._model.ask(prompt, list(pictures.values()), schema)
        except LanguageModelError:
            return None  # counted where the model is metered; the robot must go on
        return answer

    def _pictures(self, room_ids: list[str]) -> dict[str, bytes]:
        """A JPEG of every room that has one, if the model can see."""
        if self._model is None or not self._model.sees:
            return {}
        rooms = self._scene.rooms
        found = {room_id: self._picture(rooms[room_id]) for room_id in room_ids}
        return {room_id: jpeg for room_id, jpeg in found.items() if jpeg is not None}

    def _picture(self, room: RoomNode) -> bytes | None:
        image = room.best_image
        rgb: Any = getattr(image, "rgb", image)
        if isinstance(rgb, bytes):
            return rgb
        if isinstance(rgb, np.ndarray) and rgb.dtype == np.uint8 and rgb.ndim == 3:
            quality, pixels = self._config.jpeg_quality, np.ascontiguousarray(rgb)
            return bytes(simplejpeg.encode_jpeg(pixels, quality=quality, colorspace="RGB"))
        jpeg = self._scene.graph.rooms[room.id].best_view_jpeg
        return jpeg or None

    def _by_rule(
        self, goal: str, covered: dict[str, float], left: list[str], ways: dict[str, float]
    ) -> NextRoom:
        def worth(room_id: str) -> tuple[float, float, int]:
            way = ways.get(room_id, self._config.visibility.range_m * 10)
            kind = self._kind(goal, room_id)
            gain = (1.0 - covered[room_id]) * (1.0 + self._config.kind_weight * kind)
            return gain - self._config.per_m * way, -way, -id_number(room_id)

        best = max(left, key=worth)
        room = self._scene.rooms[best]
        return NextRoom(best, f"the {room.label} is seen to {covered[best]:.0%}")

    def _kind(self, goal: str, room_id: str) -> float:
        """How much the goal speaks for that kind of room, 0 to 1 of the kind it suits best."""
        targets = self._retriever.parse(goal).of_type("target")
        names = [name for t in targets if t.polarity > 0 for name in t.alternatives()]
        label = self._scene.rooms[room_id].label
        weights = [self._table.room_scores([self._synonyms.normal(n)]) for n in names]
        best = max((max(w.values(), default=0.0) for w in weights), default=0.0)
        mine = max((w.get(label, 0.0) for w in weights), default=0.0)
        return max(mine, 0.0) / best if best > 0 else 0.0

    def _stop_by_rule(self, goal: str, room: RoomNode, share: float) -> StayOrGo:
        self._retriever.refresh()
        ranking = self._retriever(goal) if goal.strip() else None
        nodes = self._scene.graph.objects
        found = [i for i in (ranking.chosen if ranking else ()) if nodes[i].room_id == room.id]
        if found:
            return StayOrGo(True, f"{found[0]} ({nodes[found[0]].label}) is what is looked for")
        if share >= self._config.covered_share:
            return StayOrGo(True, f"the {room.label} is seen to {share:.0%} and does not hold it")
        return StayOrGo(False, f"the {room.label} is seen to {share:.0%} only")

    def _room_line(
        self, room_id: str, share: float, way: float | None, pictures: dict[str, bytes]
    ) -> str:
        far = "no known way" if way is None else f"{way:.1f} m away"
        shown = f", picture {list(pictures).index(room_id) + 1}" if room_id in pictures else ""
        return f"{room_id} {self._scene.rooms[room_id].label}: {share:.0%} seen, {far}{shown}"

    def _passed(self) -> str:
        ticks = {t: r for r, room in self._scene.rooms.items() for t in room.viewpoint_tick_ids}
        rooms: list[str] = []
        for viewpoint in self._scene.viewpoints:
            room_id = ticks.get(viewpoint.tick_id)
            if room_id is not None and rooms[-1:] != [room_id]:
                rooms.append(room_id)
        return " > ".join(rooms[-self._config.max_trajectory :]) or "nothing"
