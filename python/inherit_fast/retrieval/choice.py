"""What singles one thing out of several alike: superlatives, ordinals and sides."""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from inherit_fast.retrieval.columns import Columns
from inherit_fast.retrieval.query import CHOOSING, RANKING, Constraint, Query
from inherit_fast.retrieval.superlatives import measure, most
from inherit_fast.retrieval.viewpoint import Viewpoints, rightward

Floats = npt.NDArray[np.float32]
Indices = npt.NDArray[np.int32]

_LEFT = {"left", "leftmost", "far-left"}
_RIGHT = {"right", "rightmost", "far-right"}
_MIDDLE = {"middle", "center", "centre"}
_BACK = {"far", "back", "rear"}
_ENDS = {"top", "bottom"}


@dataclass(frozen=True, slots=True)
class ChoiceConfig:
    """How candidates are put in a row.

    Attributes:
        most_share: what a thing hardly smaller than the largest counts beside it.
        next_share: what the thing one place beside the one chosen counts; less for each further.
        too_few: what the last of two counts as the third.
    """

    most_share: float = 0.85
    next_share: float = 0.4
    too_few: float = 0.5


class Choice:
    """Ranks the candidates of one query; what it cannot tell gives zeros."""

    def __init__(self, columns: Columns, viewpoints: Viewpoints, config: ChoiceConfig) -> None:
        self._columns = columns
        self._viewpoints = viewpoints
        self._config = config

    def of(self, constraint: Constraint, query: Query, things: Indices) -> Floats:
        """(N,) scores of ``things`` (M,); 0 for all others."""
        found = np.zeros(len(self._columns), np.float32)
        if not len(things):
            return found
        if constraint.relation == "superlative":
            found[things] = self._superlative(constraint.argument, query, things)
        elif self._counts_elsewhere(constraint, query):
            found[things] = self._ordinal(int(constraint.argument), query, things)
        else:
            for row in self._rows(query, things):
                place = int(_argument(query, "ordinal") or 1)
                enough = 1.0 if len(row) >= place else self._config.too_few
                found[row] = np.float32(enough) * self._in_row(constraint, query, row)
        return found

    def told(self, things: Indices) -> str:
        """From where ``things`` are looked at."""
        return self._viewpoints.told[self._room(things)] if len(things) else ""

    def _counts_elsewhere(self, constraint: Constraint, query: Query) -> bool:
        """Whether an ordinal counts by a size or a distance, and so across rooms."""
        if constraint.relation != "ordinal" or _argument(query, "side") is not None:
            return False
        ranked = any(c.relation in RANKING for c in query.of_type("relation"))
        return ranked or _argument(query, "superlative") is not None

    def _rows(self, query: Query, things: Indices) -> list[Indices]:
        """The things room by room; only rooms that hold as many as are counted, if any does."""
        rooms = self._columns.room_of[things]
        rows = [things[rooms == room] for room in np.unique(rooms)]
        place = int(_argument(query, "ordinal") or 1)
        return [row for row in rows if len(row) >= place] or rows

    def _in_row(self, constraint: Constraint, query: Query, things: Indices) -> Floats:
        if constraint.relation == "side":
            return self._side(constraint.argument, query, things)
        return self._ordinal(int(constraint.argument), query, things)

    def _superlative(self, word: str, query: Query, things: Indices) -> Floats:
        value = measure(self._columns, word, things)
        if value is None:
            return np.zeros(len(things), np.float32)
        place = _argument(query, "ordinal")
        if place is not None:
            return self._place(value, int(place))
        return most(value, self._config.most_share)

    def _ordinal(self, place: int, query: Query, things: Indices) -> Floats:
        """Counted from the side that is named, by the superlative, or from the door on."""
        side, superlative = _argument(query, "side"), _argument(query, "superlative")
        ranking = next((c for c in query.of_type("relation") if c.relation in RANKING), None)
        value = None if superlative is None else measure(self._columns, superlative, things)
        if value is not None:
            return self._place(value, place)
        if ranking is not None and side is None:  # it counts in that relation
            return np.zeros(len(things), np.float32)
        value = self._along(side or "near", things)
        return self._place(value, place)

    def _side(self, word: str, query: Query, things: Indices) -> Floats:
        place = _argument(query, "ordinal")
        if word in _MIDDLE:
            value = self._along("left", things)
            order = np.argsort(np.argsort(value, kind="stable"), kind="stable")
            off = np.abs(order - (len(things) - 1) / 2)
            return np.asarray(self._config.next_share ** (off - off.min()), np.float32)
        value = self._along(word, things)
        return self._place(value, 1 if place is None else int(place))

    def _along(self, side: str, things: Indices) -> Floats:
        """(M,) more is nearer to the side that counting starts from."""
        points = self._columns.center_m[things, :2]
        eye = self._viewpoints.eye_m[self._room(things)]
        if np.isnan(eye).any():
            return np.zeros(len(things), np.float32)
        if side in _ENDS:
            height: Floats = self._columns.center_m[things, 2]
            return height if side == "top" else -height
        if side in _LEFT:
            return -rightward(points, eye)
        if side in _RIGHT:
            return rightward(points, eye)
        away = np.asarray(np.hypot(*(points - eye).T), np.float32)
        return away if side in _BACK else -away

    def _room(self, things: Indices) -> int:
        """The room of most of them; one that they share with none, for things in no room."""
        rooms = self._columns.room_of[things]
        return int(np.bincount(rooms + 1).argmax()) - 1

    def _place(self, value: Floats, place: int) -> Floats:
        """1 for the thing at that place from the top (-1: the last), less for its neighbours."""
        rank = np.argsort(np.argsort(-value, kind="stable"), kind="stable")
        wanted = len(value) - 1 if place < 0 else min(place, len(value)) - 1
        return np.asarray(self._config.next_share ** np.abs(rank - wanted), np.float32)


def _argument(query: Query, predicate: str) -> str | None:
    """The last attribute of that predicate: "move left the third from the right"."""
    found = [c.argument for c in query.of_type("attribute") if c.relation == predicate]
    return found[-1] if found else None


def late(query: Query) -> list[Constraint]:
    """What is settled among the candidates: relations, then rankings, then choices."""
    relations = sorted(query.of_type("relation"), key=lambda c: c.relation in RANKING)
    return relations + [c for c in query.of_type("attribute") if c.relation in CHOOSING]


def counted(query: Query, constraint: Constraint) -> Constraint:
    """A ranking with the ordinal that stands before the noun: "the second chair closest to"."""
    place = _argument(query, "ordinal")
    alone = _argument(query, "side") is None and _argument(query, "superlative") is None
    if constraint.relation not in RANKING or constraint.argument or place is None or not alone:
        return constraint
    return Constraint(
        constraint.type, place, constraint.relation, constraint.reference, constraint.polarity
    )
