"""Not more than so many requests a minute, from however many threads."""

import time
from threading import Lock

from inherit_fast.errors import LanguageModelError


class Pace:
    """Spaces requests evenly; 0 a minute is no limit."""

    def __init__(self, per_minute: float) -> None:
        self._gap_s = 60.0 / per_minute if per_minute > 0 else 0.0
        self._next = 0.0
        self._lock = Lock()

    def wait(self, at_most_s: float) -> None:
        """Wait for this request's turn.

        Raises:
            LanguageModelError: the turn comes later than ``at_most_s``; it is given back.
        """
        with self._lock:
            now = time.monotonic()
            turn = max(now, self._next)
            if turn - now > at_most_s:
                raise LanguageModelError(
                    f"the configured rate leaves no turn within {at_most_s:.0f} s", "rate limit"
                )
            self._next = turn + self._gap_s
        time.sleep(turn - now)
