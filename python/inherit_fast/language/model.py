"""The one way to ask a language model, whichever it is: hosted, local, recorded or none."""

import hashlib
import json
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, Protocol, TypeVar, get_args

T = TypeVar("T")

# The paper's division of work (section V-A); each may have a model of its own.
Role = Literal["describe", "expand", "summarise", "aggregate", "parse", "rerank", "read"]
ROLES: tuple[Role, ...] = get_args(Role)


@dataclass(frozen=True, slots=True)
class Prompt:
    """What is asked.

    Attributes:
        role: which kind of work it is; decides the model.
        version: of the prompt's file, such as ``aggregate-1``; part of the request's hash.
        system: standing instructions.
        text: the question.
        fallback: the answer that stands without a model (an instance of the schema), or None.
    """

    role: Role
    version: str
    system: str
    text: str
    fallback: Any = field(default=None, compare=False)


@dataclass(frozen=True, slots=True)
class Usage:
    """What an answer took.

    Attributes:
        model: name of the model that answered.
        requests: calls made, retries and the repair included.
        prompt_tokens, completion_tokens: summed over all calls, as the server counts them.
        cost: in the currency of the configured prices; 0 where no price is set.
        seconds: until the answer was there.
    """

    model: str
    requests: int = 1
    prompt_tokens: int = 0
    completion_tokens: int = 0
    cost: float = 0.0
    seconds: float = 0.0

    def __add__(self, other: "Usage") -> "Usage":
        return Usage(
            other.model or self.model,
            self.requests + other.requests,
            self.prompt_tokens + other.prompt_tokens,
            self.completion_tokens + other.completion_tokens,
            self.cost + other.cost,
            self.seconds + other.seconds,
        )


class LanguageModel(Protocol):
    """Answers a prompt with an instance of a schema.

    A schema is a frozen dataclass of plain fields (``language.answers`` holds ours). ``ask`` may
    be called from several threads and returns, or raises ``LanguageModelError``, within a bounded
    time.
    """

    @property
    def sees(self) -> bool:
        """Whether images mean anything to it; ask nothing that needs them otherwise."""
        ...

    def ask(self, prompt: Prompt, images: Sequence[bytes], schema: type[T]) -> tuple[T, Usage]:
        """One question.

        Args:
            prompt: what is asked.
            images: JPEG or PNG files, in the order in which the prompt speaks of them.
            schema: dataclass of the answer.

        Raises:
            LanguageModelError: no usable answer; its ``kind`` says why.
        """
        ...


def request_hash(prompt: Prompt, images: Sequence[bytes], schema: type[Any]) -> str:
    """SHA-256 (hex) of everything that decides an answer, except the model."""
    head = [prompt.role, prompt.version, prompt.system, prompt.text, schema.__name__]
    digest = hashlib.sha256(json.dumps(head).encode())
    for image in images:
        digest.update(hashlib.sha256(image).digest())
    return digest.hexdigest()
