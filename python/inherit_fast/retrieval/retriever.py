"""Answers a text from a graph: parse, route, score, fuse, look, select, explain."""

from dataclasses import dataclass, field, replace

import numpy as np
import numpy.typing as npt

from inherit_fast.errors import QueryError
from inherit_fast.graph import SceneGraph
from inherit_fast.language import Synonyms
from inherit_fast.retrieval.answer import Ranking
from inherit_fast.retrieval.column_builder import build_columns
from inherit_fast.retrieval.explain import Explainer, like_picture
from inherit_fast.retrieval.fuse import FuseConfig
from inherit_fast.retrieval.ids import asked_id, rank_by_id
from inherit_fast.retrieval.look_alikes import LookAlikes
from inherit_fast.retrieval.parse import Parser, RuleParser
from inherit_fast.retrieval.paths import TextEncoder, target_text
from inherit_fast.retrieval.pool import Pool
from inherit_fast.retrieval.query import Query
from inherit_fast.retrieval.rerank import PixelReranker, RerankConfig, Reranker, look_at
from inherit_fast.retrieval.route import RouteConfig, route
from inherit_fast.retrieval.score import ScoreConfig, Scorer
from inherit_fast.retrieval.scored import Scored
from inherit_fast.retrieval.select import SelectConfig, select

Floats = npt.NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class RetrievalConfig:
    """Every stage's settings; a stage left out is one switch in its own config."""

    score: ScoreConfig = field(default_factory=ScoreConfig)
    route: RouteConfig = field(default_factory=RouteConfig)
    fuse: FuseConfig = field(default_factory=FuseConfig)
    rerank: RerankConfig = field(default_factory=RerankConfig)
    select: SelectConfig = field(default_factory=SelectConfig)


class Retriever:
    """Finds objects of one graph by what people say.

    Nothing is read from the graph before the first question; call ``refresh`` after it changed.
    """

    def __init__(
        self,
        graph: SceneGraph,
        text_encoder: TextEncoder | None = None,
        *,
        config: RetrievalConfig | None = None,
        parser: Parser | None = None,
        synonyms: Synonyms | None = None,
        reranker: Reranker | None = None,
    ) -> None:
        """Keep what is needed to answer.

        Args:
            graph: the map; objects that are gone are no answers.
            text_encoder: for the dense paths, where nodes have text vectors.
            config: settings of the stages.
            parser: the rules by default.
            synonyms: those of the package by default.
            reranker: the embedded one by default.
        """
        self._graph = graph
        self._encoder = text_encoder
        self._config = config or RetrievalConfig()
        self._parser = parser
        self._synonyms = synonyms
        self._reranker = reranker or PixelReranker(self._config.rerank)
        self._scorer: Scorer | None = None
        self._pool: Pool | None = None
        self._pictures: LookAlikes | None = None

    def refresh(self) -> None:
        """Read the graph anew at the next question."""
        self._scorer = self._pool = self._pictures = None

    def parse(self, text: str) -> Query:
        """How the text is understood."""
        if self._parser is None:
            normal = self._tables().normal
            labels = frozenset(normal(node.label) for node in self._graph.objects.values())
            rooms = frozenset(normal(room.label) for room in self._graph.rooms.values())
            self._parser = RuleParser(self._tables(), names=labels, rooms=rooms)
        return self._parser(text)

    def __call__(
        self, text: str, top: int = 5, *, viewpoint_m: tuple[float, float] | None = None
    ) -> Ranking:
        """Rank the objects that ``text`` may mean.

        Args:
            text: what people say, or an id alone ("object_114"; "room_3" for all in it).
            top: answers at most.
            viewpoint_m: x, y of where one stands who says "left"; the room's door by default.

        Raises:
            QueryError: the text is empty.
        """
        if not text.strip():
            raise QueryError("the query is empty; say what to look for")
        node_id = asked_id(text)
        if node_id is not None:
            scorer, most = self._scorer_at(None), self._config.select.most
            return rank_by_id(self._graph, scorer, text, node_id, top=top, most=most)
        query = self.parse(text)
        return self.answer(query, top=top, vectors=self._vectors(query), viewpoint_m=viewpoint_m)

    def score(self, query: Query) -> Scored:
        """The scores alone, of every object and constraint."""
        return self._scorer_at(None)(query, None, route(query, self._config.route))

    def answer(
        self,
        query: Query,
        *,
        top: int = 5,
        vectors: Floats | None = None,
        viewpoint_m: tuple[float, float] | None = None,
    ) -> Ranking:
        """Rank for constraints that were parsed before.

        Args:
            query: the constraints.
            top: answers at most.
            vectors: (2, D) unit vectors of the whole text and of the target's; None leaves the
                dense paths out.
            viewpoint_m: see ``__call__``.
        """
        scorer = self._scorer_at(viewpoint_m)
        way = route(query, self._config.route)
        scored = scorer(query, None if vectors is None else vectors[0], way)
        if self._pool is None:
            self._pool = Pool(self._scorer_at(None), self._config.fuse)
        order, scored = self._pool(scored, vectors)
        nodes, look = scorer.columns.nodes, ""
        if way.visual:
            order, look = look_at(query, order, nodes, self._reranker, self._config.rerank)
        selection = select(query, scored, order, self._config.select)
        explain = Explainer(scorer, query, scored)
        answers = explain.answers(order[:top])
        told = [selection.note, explain.rivals(selection.rivals)]
        if all(answer.is_guess for answer in answers):
            told = [explain.nearest(vectors, self._config.select.nearest)]
        notes = [*explain.notes(answers), look, *told]
        note = "; ".join(dict.fromkeys(filter(None, notes)))
        chosen, rivals = (
            tuple(nodes[i].id for i in found) for found in (selection.chosen, selection.rivals)
        )
        return Ranking(query, answers, note, chosen, way.why, rivals)

    def like(self, feature: Floats, text: str = "", top: int = 5) -> Ranking:
        """Rank objects by how much one of their stored views looks like a picture.

        Args:
            feature: (D,) float32 unit vector of the picture, by the extractor that made the map.
            text: narrows the candidates to what fits it; empty takes all.
            top: answers at most.

        Raises:
            QueryError: the map has no views, or views of another extractor.
        """
        scorer = self._scorer_at(None)
        query = self.parse(text) if text.strip() else Query("", ())
        scored, nodes = scorer(query), scorer.columns.nodes
        allowed = np.zeros(len(nodes), np.bool_)
        allowed[scored.order if query.constraints else scorer.columns.confirmed] = True
        if self._pictures is None:
            self._pictures = LookAlikes(nodes, indexed_from=self._config.fuse.indexed_from)
        found, near = self._pictures(feature, top, allowed)
        explain = Explainer(scorer, query, scored)
        answers = explain.answers(found)
        return Ranking(
            query,
            tuple(like_picture(answer, float(x)) for answer, x in zip(answers, near, strict=True)),
            "; ".join(explain.notes(answers)),
            route="views that look like the picture",
        )

    def _tables(self) -> Synonyms:
        if self._synonyms is None:
            self._synonyms = Synonyms.load()
        return self._synonyms

    def _scorer_at(self, viewpoint_m: tuple[float, float] | None) -> Scorer:
        if self._scorer is None:
            columns = build_columns(self._graph, self._tables())
            self._scorer = Scorer(columns, self._tables(), self._config.score)
        if viewpoint_m is None:
            return self._scorer
        columns = self._scorer.columns
        columns = replace(columns, viewpoints=columns.viewpoints.at(viewpoint_m))
        return Scorer(columns, self._tables(), self._config.score)

    def _vectors(self, query: Query) -> Floats | None:
        if self._encoder is None:
            return None
        return self._encoder([query.text, target_text(query) or query.text])
