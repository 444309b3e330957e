"""What an OpenAI-compatible server's failures mean to whoever asked."""

from collections.abc import Iterator
from contextlib import contextmanager

from inherit_fast.errors import LanguageModelError


@contextmanager
def explained(model: str) -> Iterator[None]:
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
