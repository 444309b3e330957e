"""Recorded answers by the hash of their request: tests and comparisons without a model."""

import json
from collections.abc import Sequence
from pathlib import Path
from threading import Lock
from typing import TypeVar

from inherit_fast.errors import LanguageModelError
from inherit_fast.language.model import LanguageModel, Prompt, Usage, request_hash
from inherit_fast.language.structured import read_answer, write_answer

T = TypeVar("T")


class ReplayModel:
    """Answers from a file of JSON lines ``{"request", "version", "answer"}``.

    Args:
        path: the file; a missing one holds nothing.
        behind: asked for what is not in the file, and its answer is added there; None only
            replays.

    Raises:
        LanguageModelError: the file cannot be read.
    """

    def __init__(self, path: Path, behind: LanguageModel | None = None) -> None:
        self._path = path
        self._behind = behind
        self._lock = Lock()
        self._answers = _read(path)

    @property
    def sees(self) -> bool:
        """As the model behind; a recording may hold answers about images."""
        return self._behind is None or self._behind.sees

    def ask(self, prompt: Prompt, images: Sequence[bytes], schema: type[T]) -> tuple[T, Usage]:
        """The recorded answer (see LanguageModel).

        Raises:
            LanguageModelError: it was never recorded, or is not of the schema.
        """
        key = request_hash(prompt, images, schema)
        text = self._answers.get(key)
        if text is not None:
            try:
                return read_answer(text, schema), Usage("replay", requests=0)
            except ValueError as error:
                raise LanguageModelError(
                    f"{self._path}: answer {key[:12]} is no {schema.__name__}: {error}",
                    "garbage",
                    again=False,
                ) from error
        if self._behind is None:
            raise LanguageModelError(
                f"{self._path}: no answer recorded for {prompt.version} ({key[:12]})",
                "absent",
                again=False,
            )
        answer, usage = self._behind.ask(prompt, images, schema)
        self._record(key, prompt, write_answer(answer))
        return answer, usage

    def _record(self, key: str, prompt: Prompt, text: str) -> None:
        line = {"request": key, "version": prompt.version, "answer": json.loads(text)}
        with self._lock:
            self._answers[key] = text
            self._path.parent.mkdir(parents=True, exist_ok=True)
            with self._path.open("a", encoding="utf-8") as file:
                file.write(json.dumps(line, ensure_ascii=False) + "\n")


def _read(path: Path) -> dict[str, str]:
    if not path.exists():
        return {}
    try:
        lines = [json.loads(line) for line in path.read_text("utf-8").splitlines() if line]
        return {line["request"]: json.dumps(line["answer"]) for line in lines}
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise LanguageModelError(
            f"{path}: is not a file of recorded answers: {error}", "absent", again=False
        ) from error
