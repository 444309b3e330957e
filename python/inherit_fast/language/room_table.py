"""Which things make which room, and which furniture makes which functional area."""

import tomllib
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from importlib import resources
from typing import Any, Self

import numpy as np
import numpy.typing as npt

from inherit_fast.language.synonyms import Synonyms

Encode = Callable[[Sequence[str]], npt.NDArray[np.float32]]

# Cosine of MiniLM from which two names mean the same thing: "monitor arm" and "monitor" have 0.73,
# "spice rack" and "clothes rack" 0.65.
_SAME_MEANING = 0.72


@dataclass(frozen=True, slots=True)
class AreaKind:
    """A functional area: the furniture that makes it, and what may belong to it."""

    label: str
    anchors: frozenset[str]
    members: frozenset[str]


class RoomTable:
    """Weights of things in rooms, and kinds of areas; see ``data/rooms.toml``."""

    def __init__(
        self, document: Mapping[str, Any], synonyms: Synonyms, encode: Encode | None = None
    ) -> None:
        """Build from the table's document.

        Args:
            document: what ``rooms.toml`` holds: ``rooms``, ``areas``, ``structure`` and ``decor``.
            synonyms: names and kinds that count like a name of the table.
            encode: sentence vectors, for labels that no synonym leads into the table.
        """
        self._encode = encode
        normal = synonyms.normal
        self._synonyms = synonyms
        self.room_synonyms: dict[str, tuple[str, ...]] = {}
        self._weights: dict[str, dict[str, float]] = {}
        for room, entry in document["rooms"].items():
            self.room_synonyms[room] = tuple(entry["synonyms"])
            self._weights[room] = {normal(k): float(w) for k, w in entry["objects"].items()}
        self.areas = tuple(
            AreaKind(
                label,
                frozenset(map(normal, entry["anchors"])),
                frozenset(map(normal, entry["members"])),
            )
            for label, entry in document["areas"].items()
        )
        self._structure = {normal(name) for name in document["structure"]["names"]}
        self._decor = {normal(name) for name in document["decor"]["names"]}
        weighed = {name for weights in self._weights.values() for name in weights}
        grouped = [a.anchors | a.members for a in self.areas]
        self._names = sorted(weighed.union(self._structure, self._decor, *grouped))
        self._entry_of: dict[str, str] = {}
        self._vectors: npt.NDArray[np.float32] | None = None

    @classmethod
    def load(cls, synonyms: Synonyms, encode: Encode | None = None) -> Self:
        """Read the table that comes with the package; see ``__init__``."""
        file = resources.files("inherit_fast.language").joinpath("data", "rooms.toml")
        return cls(tomllib.loads(file.read_text("utf-8")), synonyms, encode)

    def entry(self, label: str) -> str:
        """The name in the table that ``label`` counts as; its normal spelling if there is none.

        A kind counts as its wider name ("round table" as "table"), a synonym as the name itself;
        what words alone do not tell, as the name of very similar meaning, if there is one.
        """
        if label not in self._entry_of:
            name = self._synonyms.normal(label)
            if name not in self._names:
                degrees = [(self._synonyms.degree(n, name), n) for n in self._names]
                degree, best = max(degrees, key=lambda item: item[0], default=(0.0, name))
                known = degree >= self._synonyms.degrees.narrower * 0.9
                name = best if known else self._similar(name)
            self._entry_of[label] = name
        return self._entry_of[label]

    def _similar(self, name: str) -> str:
        """The name in the table that means nearly the same by its vector, or ``name``."""
        if self._encode is None:
            return name
        if self._vectors is None:
            self._vectors = self._encode(self._names)
        cosines = self._vectors @ self._encode([name])[0]
        best = int(cosines.argmax())
        return self._names[best] if cosines[best] >= _SAME_MEANING else name

    def is_structure(self, label: str) -> bool:
        """Whether it is part of the building and not in it."""
        return self.entry(label) in self._structure

    def is_decor(self, label: str) -> bool:
        """Whether it lights or decorates, and so makes no area by itself."""
        return self.entry(label) in self._decor

    def weight(self, room: str, label: str) -> float:
        """How much one such thing speaks for that kind of room."""
        return self._weights.get(room, {}).get(self.entry(label), 0.0)

    def room_scores(self, labels: Iterable[str]) -> dict[str, float]:
        """How much the things speak for each kind of room; more of one kind add less and less."""
        counts: dict[str, int] = {}
        for label in labels:
            name = self.entry(label)
            counts[name] = counts.get(name, 0) + 1
        return {
            room: sum(weights[n] * min(c, 4) ** 0.5 for n, c in counts.items() if n in weights)
            for room, weights in self._weights.items()
        }

    def area_of_anchor(self, label: str) -> str | None:
        """The area that a piece of furniture makes."""
        name = self.entry(label)
        return next((area.label for area in self.areas if name in area.anchors), None)

    def fits(self, label: str, area: str) -> bool:
        """Whether a thing usually belongs to that area."""
        name = self.entry(label)
        return any(a.label == area and name in a.members | a.anchors for a in self.areas)
