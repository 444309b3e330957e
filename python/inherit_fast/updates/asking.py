"""Questions in flight: asked on threads of their own, answers fetched when the caller likes."""

import threading
from collections.abc import Hashable
from dataclasses import dataclass
from queue import Empty, SimpleQueue
from typing import Any, Generic, TypeVar

from inherit_fast.errors import LanguageModelError
from inherit_fast.language import LanguageModel, Prompt

K = TypeVar("K", bound=Hashable)


@dataclass(frozen=True, slots=True)
class Question:
    """What is asked: a prompt, its pictures, the form of its answer."""

    prompt: Prompt
    images: tuple[bytes, ...]
    schema: type[Any]


@dataclass(frozen=True, slots=True)
class Reply:
    """An answer, or why there is none."""

    answer: Any = None
    error: LanguageModelError | None = None


class Asking(Generic[K]):
    """Asks a model without ever making the caller wait.

    The threads are daemons: a model that hangs cannot keep the process from ending.
    """

    def __init__(self, model: LanguageModel) -> None:
        self._model = model
        self._replies: SimpleQueue[tuple[K, Reply]] = SimpleQueue()
        self.in_flight: set[K] = set()

    @property
    def sees(self) -> bool:
        """Whether pictures mean anything to the model."""
        return self._model.sees

    def ask(self, key: K, question: Question) -> None:
        """Send a question off; its reply will be fetched under ``key``."""
        self.in_flight.add(key)
        thread = threading.Thread(
            target=self._run, args=(key, question), name="language model", daemon=True
        )
        thread.start()

    def fetch(self, wait_s: float = 0.0) -> list[tuple[K, Reply]]:
        """All replies that are there; waits at most ``wait_s`` for the first one."""
        replies: list[tuple[K, Reply]] = []
        try:
            if self.in_flight and wait_s > 0:
                replies.append(self._replies.get(timeout=wait_s))
            while True:
                replies.append(self._replies.get_nowait())
        except Empty:
            pass
        self.in_flight -= {key for key, _ in replies}
        return replies

    def _run(self, key: K, question: Question) -> None:
        try:
            answer, _ = self._model.ask(question.prompt, question.images, question.schema)
            reply = Reply(answer)
        except LanguageModelError as error:
            reply = Reply(error=error)
        except Exception as error:  # a model of the user's own must not end the mapping either
            message = f"the language model failed: {type(error).__name__}: {error}"
            reply = Reply(error=LanguageModelError(message, "crash", again=False))
        self._replies.put((key, reply))
