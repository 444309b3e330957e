"""Trying again: what may pass by itself, with growing waits, never beyond a deadline."""

import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from threading import Lock
from typing import TypeVar

from inherit_fast.errors import LanguageModelError
from inherit_fast.extras import from_extra
from inherit_fast.language.model import Usage

T = TypeVar("T")

_PASSING = {"timeout", "connection", "status", "rate limit", "garbage"}


@dataclass(frozen=True, slots=True)
class RetryConfig:
    """How often and how slowly a failed request is repeated.

    Attributes:
        tries: in all.
        first_wait_s: doubled after every try; a server's Retry-After counts where it is longer.
        longest_wait_s: of one wait.
    """

    tries: int = 3
    first_wait_s: float = 1.0
    longest_wait_s: float = 30.0


class FailedTries:
    """Counts every failed try at once, by kind: a question may be tried again for minutes."""

    def __init__(self) -> None:
        self._counts: Counter[str] = Counter()
        self._lock = Lock()

    def add(self, kind: str) -> None:
        """One more of this kind; from any thread."""
        with self._lock:
            self._counts[kind] += 1

    def counts(self) -> Counter[str]:
        """A copy of the figures at this moment."""
        with self._lock:
            return self._counts.copy()


def with_retries(
    request: Callable[[], tuple[str, Usage]],
    config: RetryConfig,
    end: float,
    failed: FailedTries,
) -> tuple[str, Usage]:
    """The first success; its usage counts the failed tries too.

    Args:
        request: raises LanguageModelError.
        config: tries and waits.
        end: ``time.monotonic`` after which nothing is tried again.
        failed: counts the tries that fail, the last one too.

    Raises:
        LanguageModelError: the last failure.
        ModelError: the package ``tenacity`` is not installed.
    """
    with from_extra("llm"):
        import tenacity

    def wait_s(state: tenacity.RetryCallState) -> float:
        failure = state.outcome.exception() if state.outcome else None
        asked = getattr(failure, "retry_after_s", 0.0)
        grown = config.first_wait_s * 2.0 ** (state.attempt_number - 1)
        return min(max(grown, asked), config.longest_wait_s)

    def stop(state: tenacity.RetryCallState) -> bool:
        late = time.monotonic() + wait_s(state) >= end
        return late or state.attempt_number >= config.tries

    retrying = tenacity.Retrying(
        stop=stop,
        wait=wait_s,
        retry=tenacity.retry_if_exception(_passes),
        reraise=True,
    )

    def counted() -> tuple[str, Usage]:
        try:
            return request()
        except LanguageModelError as error:
            failed.add(error.kind)
            raise

    text, usage = retrying(counted)
    repeated = int(retrying.statistics.get("attempt_number", 1)) - 1
    return text, usage + Usage(usage.model, requests=repeated)


def _passes(error: BaseException) -> bool:
    return isinstance(error, LanguageModelError) and error.again and error.kind in _PASSING
