"""One prompt as chat messages, answers out of them, and the one chance to repair."""

import json
from collections.abc import Callable, Sequence
from typing import Any, Literal, TypeVar

from inherit_fast.errors import LanguageModelError
from inherit_fast.language.model import Prompt, Usage
from inherit_fast.language.structured import json_schema, read_answer

T = TypeVar("T")
Message = dict[str, Any]
Call = Callable[[list[Message]], tuple[str, Usage]]
Structured = Literal["json_schema", "json_object", "text"]

_QUOTED = 2000  # letters of a bad answer that are shown to the model again


def first_messages(prompt: Prompt, image_urls: Sequence[str], schema: type[Any]) -> list[Message]:
    """System and user message; the schema is told in words too: not every server forces it."""
    told = json.dumps(json_schema(schema), separators=(",", ":"))
    system = (
        f"{prompt.system}\n\nAnswer with one JSON object of this schema and nothing else:\n{told}"
    )
    content: str | list[Message] = prompt.text
    if image_urls:
        pictures = [{"type": "image_url", "image_url": {"url": url}} for url in image_urls]
        content = [{"type": "text", "text": prompt.text}, *pictures]
    return [{"role": "system", "content": system}, {"role": "user", "content": content}]


def response_format(
    schema: type[Any], structured: Structured, max_letters: int | None = None
) -> dict[str, Any] | None:
    """What asks a server to force the answer's form; None where it cannot.

    Args:
        schema: dataclass of the answer.
        structured: what the server can do.
        max_letters: of every text in the answer; small models never stop by themselves.
    """
    if structured == "text":
        return None
    if structured == "json_object":
        return {"type": "json_object"}
    document = json_schema(schema)
    if max_letters is not None:
        _limit(document, max_letters)
    named = {"name": schema.__name__, "strict": True, "schema": document}
    return {"type": "json_schema", "json_schema": named}


def ask_with_repair(call: Call, messages: list[Message], schema: type[T]) -> tuple[T, Usage]:
    """Call; an answer that cannot be read is shown to the model once more with what is wrong.

    Raises:
        LanguageModelError: garbage twice, or what ``call`` raises.
    """
    text, usage = call(messages)
    try:
        return read_answer(text, schema), usage
    except ValueError as error:
        repair = f"That is not valid: {_short(error)}. Answer again, with the JSON object only."
    bad = [{"role": "assistant", "content": text[:_QUOTED]}, {"role": "user", "content": repair}]
    text, more = call([*messages, *bad])
    try:
        return read_answer(text, schema), usage + more
    except ValueError as error:
        message = f"{more.model}: no valid {schema.__name__} in two tries: {_short(error)}"
        failure = LanguageModelError(message, "garbage")
        failure.usage = usage + more
        raise failure from error


def _short(error: ValueError) -> str:
    return " ".join(str(error).split())[:300]


def _limit(node: Any, max_letters: int) -> None:
    if isinstance(node, dict):
        if node.get("type") == "string" and "enum" not in node and "const" not in node:
            node["maxLength"] = max_letters
        if node.get("type") == "array":
            node.setdefault("maxItems", 12)
        for item in node.values():
            _limit(item, max_letters)
    elif isinstance(node, list):
        for item in node:
            _limit(item, max_letters)
