"""Any server that speaks the OpenAI chat protocol: hosted, or on the robot's own network."""

import json
import os
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any, Literal, TypeVar

from inherit_fast.errors import LanguageModelError
from inherit_fast.extras import from_extra
from inherit_fast.language.messages import (
    Message,
    Structured,
    ask_with_repair,
    first_messages,
    response_format,
)
from inherit_fast.language.model import Prompt, Usage
from inherit_fast.language.pace import Pace
from inherit_fast.language.pictures import data_url
from inherit_fast.language.prices import Purse
from inherit_fast.language.retries import FailedTries, RetryConfig, with_retries

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class ModelNames:
    """A model for every role; the defaults are those of the paper (section V-A)."""

    describe: str = "qwen3-vl-flash"
    expand: str = "qwen3-vl-flash"
    summarise: str = "qwen3-vl-flash"
    aggregate: str = "qwen3.6-flash"
    parse: str = "qwen3.6-flash"
    rerank: str = "gemini-2.5-flash"
    read: str = "gemini-2.5-pro"


@dataclass(frozen=True, slots=True)
class OpenAiConfig:
    """Where the server is, and how patient we are with it.

    Attributes:
        base_url: of the server, up to and with ``/v1``.
        key_variable: environment variable that holds the key; none is sent where it is unset.
        models: names by role.
        timeout_s: a single request, from the first byte sent to the last one read.
        connect_timeout_s: until the server takes the connection.
        deadline_s: a question with all its retries and its repair.
        retries: tries and waits in between.
        requests_per_minute: 0 is no limit.
        max_image_px: longer side of a picture that is sent.
        image_quality: JPEG quality of it.
        max_answer_tokens: of one answer.
        max_answer_bytes: a longer reply is garbage.
        token_field: what the server calls that limit; OpenAI's newer models want
            ``max_completion_tokens``.
        seed: None sends none, for servers that refuse it.
        temperature: None leaves it to the server; some models refuse any other.
        structured: what the server can force an answer into.
        max_text_letters: of every text of an answer, told to servers that force schemas; small
            models repeat themselves without it, some hosted servers refuse it.
        prices: ``model=prompt/completion`` for a million tokens.
        max_cost: nothing more is asked once so much is spent; 0 is no limit.
        sees: whether the models take pictures.
    """

    base_url: str = "https://api.openai.com/v1"
    key_variable: str = "OPENAI_API_KEY"
    models: ModelNames = field(default_factory=ModelNames)
    timeout_s: float = 60.0
    connect_timeout_s: float = 5.0
    deadline_s: float = 180.0
    retries: RetryConfig = field(default_factory=RetryConfig)
    requests_per_minute: float = 0.0
    max_image_px: int = 1024
    image_quality: int = 85
    max_answer_tokens: int = 1024
    max_answer_bytes: int = 1 << 20
    token_field: Literal["max_tokens", "max_completion_tokens"] = "max_tokens"
    seed: int | None = 0
    temperature: float | None = 0.0
    structured: Structured = "json_schema"
    max_text_letters: int | None = None
    prices: tuple[str, ...] = ()
    max_cost: float = 0.0
    sees: bool = True


class OpenAiModel:
    """Asks over HTTP (see LanguageModel). Nothing is connected before the first question.

    Args:
        config: where, and how patiently.
        failed_tries: counts them as they happen, for whoever keeps the figures.

    Raises:
        ConfigError: a price is unreadable.
        ModelError: the packages of the extra ``llm`` are not installed.
    """

    def __init__(self, config: OpenAiConfig, failed_tries: FailedTries | None = None) -> None:
        self._config = config
        self._failed = failed_tries or FailedTries()
        self._pace = Pace(config.requests_per_minute)
        self._purse = Purse(config.prices, config.max_cost)
        self._client = _client(config)

    @property
    def sees(self) -> bool:
        """As configured."""
        return self._config.sees

    def ask(self, prompt: Prompt, images: Sequence[bytes], schema: type[T]) -> tuple[T, Usage]:
        """One question with its retries (see LanguageModel)."""
        config = self._config
        urls = [data_url(i, config.max_image_px, config.image_quality) for i in images]
        wanted = {
            "model": getattr(config.models, prompt.role),
            config.token_field: config.max_answer_tokens,
            "response_format": response_format(schema, config.structured, config.max_text_letters),
            "temperature": config.temperature,
            "seed": config.seed,
        }
        body = {name: value for name, value in wanted.items() if value is not None}
        end = time.monotonic() + config.deadline_s

        def call(messages: list[Message]) -> tuple[str, Usage]:
            asked = {**body, "messages": messages}
            return with_retries(
                lambda: self._request(asked, end), config.retries, end, self._failed
            )

        return ask_with_repair(call, first_messages(prompt, urls, schema), schema)

    def _request(self, body: dict[str, Any], end: float) -> tuple[str, Usage]:
        self._purse.check()
        self._pace.wait(max(0.0, end - time.monotonic()))
        start = time.monotonic()
        limit = min(end, start + self._config.timeout_s)
        if limit <= start:
            raise LanguageModelError(f"{body['model']}: no time is left", "timeout")
        with _explained(body["model"]):
            data = self._receive(body, limit)
        try:
            document = json.loads(data)
            text = document["choices"][0]["message"]["content"] or ""
            used = document.get("usage") or {}
            tokens = int(used.get("prompt_tokens", 0)), int(used.get("completion_tokens", 0))
            if not isinstance(text, str):
                raise TypeError(f"content is {type(text).__name__}")
        except (ValueError, KeyError, IndexError, TypeError, AttributeError) as error:
            message = f"{body['model']}: the reply is no chat completion: {data[:80]!r}"
            raise LanguageModelError(message, "garbage") from error
        cost = self._purse.pay(body["model"], *tokens)
        return text, Usage(body["model"], 1, *tokens, cost, time.monotonic() - start)

    def _receive(self, body: dict[str, Any], limit: float) -> bytes:
        """The reply's bytes; a server that trickles, or never ends, is cut off."""
        config, data = self._config, b""
        timeout = limit - time.monotonic()
        create = self._client.chat.completions.with_streaming_response.create
        with create(**body, timeout=_timeouts(timeout, config.connect_timeout_s)) as response:
            for piece in response.iter_bytes():
                data += piece
                if time.monotonic() > limit:
                    raise LanguageModelError(f"{body['model']}: the reply never ends", "timeout")
                if len(data) > config.max_answer_bytes:
                    raise LanguageModelError(f"{body['model']}: the reply is too long", "garbage")
        return data


def _client(config: OpenAiConfig) -> Any:
    with from_extra("llm"):
        import openai
        import pydantic  # noqa: F401  told now, not at the first answer
        import tenacity  # noqa: F401
    key = os.environ.get(config.key_variable) or "none"
    return openai.OpenAI(base_url=config.base_url, api_key=key, max_retries=0)


def _timeouts(whole_s: float, connect_s: float) -> Any:
    import openai

    return openai.Timeout(whole_s, connect=min(whole_s, connect_s))


@contextmanager
def _explained(model: str) -> Iterator[None]:
    """Turn what the client raises into a LanguageModelError with its kind."""
    import httpx2
    import openai

    try:
        yield
    except (openai.APITimeoutError, httpx2.TimeoutException) as error:
        raise LanguageModelError(f"{model}: no answer in time", "timeout") from error
    except openai.APIStatusError as error:
        raise _status_error(model, error.status_code, dict(error.response.headers)) from error
    except (openai.APIConnectionError, httpx2.HTTPError) as error:
        reason = error.__cause__ or error
        raise LanguageModelError(
            f"{model}: the connection failed: {reason}", "connection"
        ) from error
    except openai.OpenAIError as error:
        raise LanguageModelError(f"{model}: {error}", "garbage") from error


def _status_error(model: str, status: int, headers: dict[str, str]) -> LanguageModelError:
    kind, again = "status", True
    if status == 429:
        kind = "rate limit"
    elif status in (408, 504):
        kind = "timeout"
    elif 400 <= status < 500 and status != 409:
        kind, again = "refused", False
    error = LanguageModelError(f"{model}: the server answered {status}", kind, again=again)
    try:
        error.retry_after_s = float(headers.get("retry-after", "0"))
    except ValueError:  # a date: our own back-off does
        error.retry_after_s = 0.0
    return error
