"""Direct reading: the whole memory as text to a capable model, ranked ids back (section V-F)."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from inherit_fast.errors import QueryError
from inherit_fast.graph import ObjectNode, SceneGraph
from inherit_fast.graph.memory_text import MemoryTextConfig, memory_text
from inherit_fast.language import LanguageModel, Usage, load_prompt
from inherit_fast.language.answers import RankedIds
from inherit_fast.retrieval.answer import Answer, Ranking
from inherit_fast.retrieval.query import Query

MAX_CHARACTERS = 2000


@dataclass(frozen=True, slots=True)
class DirectConfig:
    """What is read.

    Attributes:
        memory: the budget of the text.
        most: answers asked for.
    """

    memory: MemoryTextConfig = field(default_factory=MemoryTextConfig)
    most: int = 5


@dataclass(frozen=True, slots=True)
class Reading:
    """What a model made of the memory.

    Attributes:
        ranking: the answers that are in the map.
        unknown: ids it named that no object there has; they are dropped.
        usage: what it took.
    """

    ranking: Ranking
    unknown: int
    usage: Usage


class DirectReader:
    """Answers by a model's reading of one graph's text, made at the first question."""

    def __init__(
        self, graph: SceneGraph, model: LanguageModel, config: DirectConfig | None = None
    ) -> None:
        self._graph = graph
        self._model = model
        self._config = config or DirectConfig()
        self._memory: str | None = None

    def __call__(self, text: str, top: int = 5) -> Reading:
        """Rank what the model names.

        Raises:
            QueryError: the text is empty.
            LanguageModelError: the model gave no usable answer.
        """
        if not text.strip():
            raise QueryError("the query is empty; say what to look for")
        if self._memory is None:
            self._memory = memory_text(self._graph, self._config.memory)
        prompt = load_prompt(
            "read-1",
            "read",
            None,
            memory=self._memory,
            question=text[:MAX_CHARACTERS],
            most=str(self._config.most),
        )
        named, usage = self._model.ask(prompt, (), RankedIds)
        nodes, unknown = self._known(named.ids)
        note = f"{unknown} unknown ids dropped" if unknown else ""
        answers = tuple(self._answer(n, 1.0 / k) for k, n in enumerate(nodes[:top], 1))
        chosen = tuple(answer.id for answer in answers[:1])
        ranking = Ranking(Query(text, ()), answers, note, chosen, "direct reading")
        return Reading(ranking, unknown, usage)

    def _known(self, ids: Sequence[str]) -> tuple[list[ObjectNode], int]:
        """Present objects in the order named, each once; and how many names were of none."""
        found: dict[str, ObjectNode] = {}
        unknown = 0
        for name in ids:
            node = self._graph.objects.get(self._graph.resolve(name.strip()))
            if node is None or node.state != "confirmed":
                unknown += 1
            else:
                found.setdefault(node.id, node)
        return list(found.values()), unknown

    def _answer(self, node: ObjectNode, score: float) -> Answer:
        x, y, z = map(float, node.centroid_m)
        room = self._graph.rooms.get(node.room_id or "")
        floor = self._graph.floors.get(node.floor_id or "")
        return Answer(
            node.id,
            node.label,
            round(score, 4),
            (x, y, z),
            room.label if room else None,
            (floor.name or floor.id) if floor else None,
            node.room_id,
            node.floor_id,
            node.source_id,
            node.description,
            (),
        )
