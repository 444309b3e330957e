"""The reviewed table of which true labels a predicted label may stand for."""

from collections.abc import Mapping
from importlib import resources
from typing import Self

from inherit_fast.language import Synonyms


class LabelTable:
    """Says whether a predicted and a true label name the same kind of thing."""

    def __init__(self, table: Mapping[str, frozenset[str]], synonyms: Synonyms) -> None:
        """Use ``table`` (predicted label -> true labels), then the synonyms."""
        self._synonyms = synonyms
        self._table = {
            synonyms.normal(predicted): frozenset(map(synonyms.normal, true))
            for predicted, true in table.items()
        }

    @classmethod
    def load(cls, synonyms: Synonyms) -> Self:
        """Read the table that comes with the package."""
        file = resources.files("inherit_fast.evaluation").joinpath("data", "labels.txt")
        table = {}
        for line in file.read_text("utf-8").splitlines():
            if line and not line.startswith("#"):
                predicted, true = line.split(":")
                table[predicted] = frozenset(name.strip() for name in true.split(","))
        return cls(table, synonyms)

    def compatible(self, predicted: str, true: str) -> bool:
        """Whether a node labelled ``predicted`` may be a ``true`` thing."""
        known = self._table.get(self._synonyms.normal(predicted), frozenset())
        return self._synonyms.normal(true) in known or self._synonyms.same(predicted, true)
