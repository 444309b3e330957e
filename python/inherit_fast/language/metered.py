"""Counts what a language model was asked, what it took, and how it failed."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from threading import Lock
from typing import Any, TypeVar

from inherit_fast.errors import LanguageModelError
from inherit_fast.language.model import LanguageModel, Prompt, Role, Usage
from inherit_fast.language.retries import FailedTries

T = TypeVar("T")


@dataclass(slots=True)
class Meter:
    """Figures so far.

    Attributes:
        answers: role -> usable answers.
        failures: kind -> questions without one.
        failed_tries: kind -> requests that failed, also of questions that are still tried again.
        usage: sums over all that servers counted, garbage included.
    """

    answers: Counter[Role] = field(default_factory=Counter)
    failures: Counter[str] = field(default_factory=Counter)
    failed_tries: Counter[str] = field(default_factory=Counter)
    usage: Usage = field(default_factory=lambda: Usage("", requests=0))

    def to_dict(self) -> dict[str, Any]:
        """Plain values, for JSON."""
        return {
            "answers": dict(sorted(self.answers.items())),
            "failures": dict(sorted(self.failures.items())),
            "failed_tries": dict(sorted(self.failed_tries.items())),
            "requests": self.usage.requests,
            "prompt_tokens": self.usage.prompt_tokens,
            "completion_tokens": self.usage.completion_tokens,
            "cost": self.usage.cost,
            "seconds": self.usage.seconds,
        }


class MeteredModel:
    """Another model, counted; may be asked from several threads.

    Args:
        model: answers.
        failed_tries: where it counts its tries, if it does.
    """

    def __init__(self, model: LanguageModel, failed_tries: FailedTries | None = None) -> None:
        self._model = model
        self._failed = failed_tries or FailedTries()
        self._meter = Meter()
        self._lock = Lock()

    @property
    def sees(self) -> bool:
        """As the model counted."""
        return self._model.sees

    def meter(self) -> Meter:
        """A copy of the figures at this moment."""
        with self._lock:
            m = self._meter
            answers, failures = m.answers.copy(), m.failures.copy()
            return Meter(answers, failures, self._failed.counts(), m.usage)

    def ask(self, prompt: Prompt, images: Sequence[bytes], schema: type[T]) -> tuple[T, Usage]:
        """As the model counted (see LanguageModel)."""
        try:
            answer, usage = self._model.ask(prompt, images, schema)
        except LanguageModelError as error:
            with self._lock:
                self._meter.failures[error.kind] += 1
                if isinstance(error.usage, Usage):
                    self._meter.usage += error.usage
            raise
        with self._lock:
            self._meter.answers[prompt.role] += 1
            self._meter.usage += usage
        return answer, usage
