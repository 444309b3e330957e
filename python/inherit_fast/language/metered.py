"""Counts what a language model was asked, what it took, and how it failed."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from threading import Lock
from typing import Any, TypeVar

from inherit_fast.errors import LanguageModelError
from inherit_fast.language.model import LanguageModel, Prompt, Role, Usage

T = TypeVar("T")


@dataclass(slots=True)
class Meter:
    """Figures so far.

    Attributes:
        answers: role -> usable answers.
        failures: kind -> questions without one.
        usage: sums over all that servers counted, garbage included.
    """

    answers: Counter[Role] = field(default_factory=Counter)
    failures: Counter[str] = field(default_factory=Counter)
    usage: Usage = field(default_factory=lambda: Usage("", requests=0))

    def to_dict(self) -> dict[str, Any]:
        """Plain values, for JSON."""
        return {
            "answers": dict(sorted(self.answers.items())),
            "failures": dict(sorted(self.failures.items())),
            "requests": self.usage.requests,
            "prompt_tokens": self.usage.prompt_tokens,
            "completion_tokens": self.usage.completion_tokens,
            "cost": self.usage.cost,
            "seconds": self.usage.seconds,
        }


class MeteredModel:
    """Another model, counted; may be asked from several threads."""

    def __init__(self, model: LanguageModel) -> None:
        self._model = model
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
            return replace(m, answers=m.answers.copy(), failures=m.failures.copy())

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
