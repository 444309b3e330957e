"""Which nodes keyframes showed side by side: two things seen at once are two things."""

from collections import Counter
from collections.abc import Iterable

from inherit_fast.graph import id_number


class SeenApart:
    """Counts, for pairs of nodes, the keyframes that observed both.

    At most ``most`` pairs are kept; over that the oldest pair is dropped and counted.
    """

    def __init__(self, most: int = 100_000) -> None:
        self._most = most
        self._counts: Counter[tuple[int, int]] = Counter()
        self.dropped = 0

    def add(self, a: str, b: str, times: int = 1) -> None:
        """``times`` more keyframes observed both."""
        self._counts[_pair(a, b)] += times
        if len(self._counts) > self._most:
            del self._counts[next(iter(self._counts))]
            self.dropped += 1

    def times(self, a: str, b: str) -> int:
        """Keyframes that observed both."""
        return self._counts.get(_pair(a, b), 0)

    def merge(self, kept: str, gone: str) -> None:
        """What was seen beside ``gone`` was seen beside ``kept``."""
        number = id_number(gone)
        for pair in [p for p in self._counts if number in p]:
            times = self._counts.pop(pair)
            other = pair[0] if pair[1] == number else pair[1]
            if other != id_number(kept):
                self.add(kept, f"object_{other}", times)

    def forget(self, gone: Iterable[str]) -> None:
        """These nodes are no more."""
        numbers = {id_number(node_id) for node_id in gone}
        if numbers:
            self._counts = Counter(
                {pair: n for pair, n in self._counts.items() if numbers.isdisjoint(pair)}
            )

    def state(self) -> list[list[int]]:
        """Rows of two node numbers and a count."""
        return [[a, b, times] for (a, b), times in self._counts.items()]

    def restore(self, rows: Iterable[Iterable[int]]) -> None:
        """Go on where ``state`` was taken."""
        self._counts = Counter({(a, b): times for a, b, times in rows})


def _pair(a: str, b: str) -> tuple[int, int]:
    first, second = sorted((id_number(a), id_number(b)))
    return first, second
