"""Where an OpenAI-compatible server is, and how it is asked."""

from dataclasses import dataclass, field
from typing import Literal

from inherit_fast.language.messages import Structured
from inherit_fast.language.retries import RetryConfig


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
