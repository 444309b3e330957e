"""A forest of summaries over places, searched from its roots (the way of Embodied-RAG)."""

from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

from inherit_fast.evaluation.peers.nodes import Nodes, told_labels
from inherit_fast.retrieval import Ranking


@dataclass(slots=True)
class _Tree:
    """Objects under one summary, and the subtrees they are in."""

    members: list[int]
    children: list["_Tree"] = field(default_factory=list)
    summary: str = ""


class SemanticForest:
    """Objects joined bottom-up by likeness and nearness; a beam goes down by the summaries.

    Embodied-RAG lets a language model write the summaries and choose the branches; here a summary
    lists the labels below it, and branches are chosen by similarity.
    """

    name = "semantic forest (Embodied-RAG's way)"
    semantic_share = 0.6
    decay_m = 10.0
    levels = (0.7, 0.55, 0.4)
    beam = 5

    def __init__(self, nodes: Nodes) -> None:
        self._nodes = nodes
        likeness = np.asarray(nodes.texts @ nodes.texts.T, np.float64)
        distance = np.linalg.norm(nodes.center_m[:, None] - nodes.center_m[None], axis=2)
        share = self.semantic_share
        affinity = share * likeness + (1 - share) * np.exp(-distance / self.decay_m)
        trees = [_Tree([i]) for i in range(len(nodes))]
        for level in self.levels:
            trees = _join(trees, affinity, level)
        self._roots = trees
        for tree in trees:
            self._summarise(tree)

    def __call__(self, text: str, top: int = 5) -> Ranking:
        """Rank the objects under the branches that the beam kept."""
        open_, leaves = self._roots, []
        while open_:
            kept = self._best(text, open_)
            leaves += [tree for tree in kept if not tree.children]
            open_ = [child for tree in kept for child in tree.children]
        among = sorted({i for tree in leaves for i in tree.members})
        scores = self._nodes.similar(text, self._nodes.texts)
        return self._nodes.ranking(text, scores, top, among)

    def _best(self, text: str, trees: list[_Tree]) -> list[_Tree]:
        vectors = self._nodes.encode([tree.summary for tree in trees])
        order = np.argsort(-self._nodes.similar(text, vectors), kind="stable")
        return [trees[i] for i in order[: self.beam]]

    def _summarise(self, tree: _Tree) -> None:
        members = [self._nodes.nodes[i] for i in tree.members]
        single = len(members) == 1
        tree.summary = members[0].description if single else told_labels(members)
        for child in tree.children:
            self._summarise(child)


def _join(trees: list[_Tree], affinity: npt.NDArray[np.float64], level: float) -> list[_Tree]:
    """Complete linkage: the two most alike are joined while their least alike members are."""
    groups = [[tree] for tree in trees]
    link = np.array(
        [[affinity[np.ix_(a.members, b.members)].min() for b in trees] for a in trees]
    ).reshape(len(trees), len(trees))
    np.fill_diagonal(link, -np.inf)
    alive = np.ones(len(trees), np.bool_)
    while alive.sum() > 1:
        a, b = divmod(int(np.argmax(link)), len(trees))
        if link[a, b] < level:
            break
        groups[a] += groups[b]
        alive[b] = False
        link[a] = np.minimum(link[a], link[b])
        link[:, a] = link[a]
        link[a, a] = -np.inf
        link[b] = link[:, b] = -np.inf
    return [_parent(group) for group, kept in zip(groups, alive, strict=True) if kept]


def _parent(group: list[_Tree]) -> _Tree:
    if len(group) == 1:
        return group[0]
    return _Tree([i for tree in group for i in tree.members], group)
