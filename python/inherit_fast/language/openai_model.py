"""Any server that speaks the OpenAI chat protocol: hosted, or on the robot's own network."""

import json
import os
import time
from collections.abc import Sequence
from typing import Any, TypeVar

from inherit_fast.errors import LanguageModelError
from inherit_fast.extras import from_extra
from inherit_fast.language.messages import (
    Message,
    ask_with_repair,
    first_messages,
    response_format,
)
from inherit_fast.language.model import Prompt, Usage
from inherit_fast.language.openai_config import OpenAiConfig
from inherit_fast.language.openai_errors import explained
from inherit_fast.language.pace import Pace
from inherit_fast.language.pictures import data_url
from inherit_fast.language.prices import Purse
from inherit_fast.language.retries import FailedTries, with_retries

T = TypeVar("T")


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
        with explained(body["model"]):
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
