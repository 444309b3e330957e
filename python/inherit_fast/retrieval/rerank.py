"""A look at the pictures where words alone should decide (paper, section III-D)."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Protocol

import numpy as np
import numpy.typing as npt

from inherit_fast.errors import LanguageModelError
from inherit_fast.graph import ObjectNode
from inherit_fast.language import LanguageModel, load_prompt
from inherit_fast.language.answers import PicturePick
from inherit_fast.retrieval.colors import color_scores, share_row
from inherit_fast.retrieval.looks import LARGE, SMALL
from inherit_fast.retrieval.query import POSITIVE, Constraint, Query

Floats = npt.NDArray[np.float32]
Indices = npt.NDArray[np.int32]


@dataclass(frozen=True, slots=True)
class RerankConfig:
    """When pictures decide.

    Attributes:
        candidates: first ones that are compared.
        confidence: from which on the one picked moves to the first place.
        weak: evidence below which a pick is as little sure as it is weak.
        contrast: how fast a lead over the one in the first place makes a pick sure.
    """

    candidates: int = 5
    confidence: float = 0.7
    weak: float = 0.5
    contrast: float = 6.0


@dataclass(frozen=True, slots=True)
class Pick:
    """One of the candidates, and how sure: 0 to 1."""

    index: int
    confidence: float


class Reranker(Protocol):
    """Compares the candidates' pictures."""

    def __call__(self, query: Query, candidates: Sequence[ObjectNode]) -> Pick | None:
        """The one that shows best what is asked for; None where pictures do not tell."""
        ...


def look_at(
    query: Query,
    order: Indices,
    nodes: Sequence[ObjectNode],
    reranker: Reranker,
    config: RerankConfig,
) -> tuple[Indices, str]:
    """Selective visual reranking: the pick goes first if it is sure enough, and is told."""
    candidates = [nodes[i] for i in order[: config.candidates]]
    if sum(bool(node.views) for node in candidates) < 2:
        return order, ""
    pick = reranker(query, candidates)
    if pick is None or pick.index == 0 or pick.confidence < config.confidence:
        return order, ""
    moved = np.concatenate([order[[pick.index]], np.delete(order, pick.index)])
    return moved, f"moved to the first place by its pictures ({pick.confidence:.2f})"


class PixelReranker:
    """By the colours of each view's own pixels, and by size and shape beside the others."""

    def __init__(self, config: RerankConfig | None = None) -> None:
        self._config = config or RerankConfig()

    def __call__(self, query: Query, candidates: Sequence[ObjectNode]) -> Pick | None:
        """See Reranker."""
        rows = [
            row
            for constraint in query.of_type("attribute")
            if constraint.polarity == POSITIVE
            and (row := _evidence(constraint, candidates)) is not None
        ]
        if not rows or not candidates:
            return None
        total = np.mean(rows, axis=0)
        best = int(np.argmax(total))
        return Pick(best, self._sure(float(total[best]), float(total[0])))

    def _sure(self, best: float, first: float) -> float:
        lead = 1.0 / (1.0 + np.exp(-self._config.contrast * (best - first)))
        return float(lead * min(1.0, best / self._config.weak))


def _evidence(constraint: Constraint, nodes: Sequence[ObjectNode]) -> Floats | None:
    """(M,) scores for one attribute; None for what pixels and boxes do not show."""
    word = constraint.argument
    if constraint.relation == "color":
        return np.array([_color(word, node) for node in nodes], np.float32)
    if constraint.relation == "size" and word in LARGE | SMALL:
        sizes = np.array([node.box.extent_m.prod() for node in nodes])
        share = sizes / max(float(sizes.max()), 1e-9)
        return np.asarray(share if word in LARGE else 1.0 - share, np.float32)
    if constraint.relation == "shape":
        shapes = [_shape(word, node) for node in nodes]
        return None if None in shapes else np.array(shapes, np.float32)
    return None


def _color(word: str, node: ObjectNode) -> float:
    """Mean over the views, the better ones weighing more: one cast of light decides little."""
    views = [view for view in node.views if view.colors]
    if not views:
        return 0.0
    shares = np.stack([share_row(list(view.colors)) for view in views])
    weights = np.array([max(view.score, 1e-6) for view in views])
    return float(np.average(color_scores(word, shares), weights=weights))


def _shape(word: str, node: ObjectNode) -> float | None:
    """By the proportions of the box."""
    across = np.sort(node.box.extent_m[:2])
    even = float(across[0] / max(across[1], 1e-6))
    if word in ("round", "square", "circular", "cylindrical"):
        return even
    if word in ("rectangular", "oval"):
        return 1.0 - even
    if word == "flat":
        return 1.0 - float(min(1.0, node.box.extent_m[2] / max(across[1], 1e-6)))
    return None


@dataclass(slots=True)
class ModelReranker:
    """Shows the candidates' best views to a vision-language model.

    Attributes:
        model: must see.
        failures: questions that it left unanswered.
    """

    model: LanguageModel
    failures: int = field(default=0)

    def __call__(self, query: Query, candidates: Sequence[ObjectNode]) -> Pick | None:
        """See Reranker; None where the model fails or picks what it was not shown."""
        shown = [i for i, node in enumerate(candidates) if node.views]
        if not self.model.sees or len(shown) < 2:
            return None
        labels = "\n".join(f"{k}: {candidates[i].label}" for k, i in enumerate(shown, 1))
        prompt = load_prompt("rerank-1", "rerank", None, question=query.text, pictures=labels)
        images = [candidates[i].views[0].jpeg for i in shown]
        try:
            answer, _ = self.model.ask(prompt, images, PicturePick)
        except LanguageModelError:
            self.failures += 1
            return None
        if not 1 <= answer.picture <= len(shown):
            self.failures += 1
            return None
        return Pick(shown[answer.picture - 1], float(min(max(answer.confidence, 0.0), 1.0)))
