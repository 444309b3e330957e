"""One vector a node and no structure (the way of ConceptGraphs and of DualMap)."""

from inherit_fast.evaluation.peers.nodes import Nodes
from inherit_fast.retrieval import Ranking


class FlatLabels:
    """The whole query against each node's class, as DualMap matches a command to class vectors."""

    name = "flat labels (DualMap's way)"

    def __init__(self, nodes: Nodes) -> None:
        self._nodes = nodes

    def __call__(self, text: str, top: int = 5) -> Ranking:
        """Rank by cosine."""
        return self._nodes.ranking(text, self._nodes.similar(text, self._nodes.labels), top)


class FlatTexts:
    """The whole query against each node's caption, as ConceptGraphs matches its objects."""

    name = "flat captions (ConceptGraphs' way)"

    def __init__(self, nodes: Nodes) -> None:
        self._nodes = nodes

    def __call__(self, text: str, top: int = 5) -> Ranking:
        """Rank by cosine."""
        return self._nodes.ranking(text, self._nodes.similar(text, self._nodes.texts), top)
