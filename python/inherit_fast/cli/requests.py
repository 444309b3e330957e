"""What the HTTP services share: who may ask, how much is read, and how a request is refused."""

import hmac
import json
from collections.abc import AsyncIterator
from typing import Any

from fastapi import Request


class RefusedError(Exception):
    """A request that cannot be served: status and one sentence."""

    def __init__(self, status: int, message: str) -> None:
        super().__init__(message)
        self.status = status


def require_token(token: str, request: Request) -> None:
    """Refuse a request that does not bear ``token``; an empty one asks for none."""
    given = request.headers.get("authorization", "").removeprefix("Bearer ").encode()
    if token and not hmac.compare_digest(given, token.encode()):
        raise RefusedError(401, "a token is required: Authorization: Bearer ...")


async def read_body(request: Request, most: int) -> bytes:
    """The body, read no further than allowed whatever its header says."""
    body = bytearray()
    stream: AsyncIterator[bytes] = request.stream()
    async for chunk in stream:
        body += chunk
        if len(body) > most:
            raise RefusedError(413, f"the request is larger than {most} bytes")
    return bytes(body)


def json_object(body: bytes) -> dict[str, Any]:
    """The JSON object that a body is."""
    try:
        document = json.loads(body)
    except (ValueError, RecursionError) as error:
        raise RefusedError(400, "the request is not JSON") from error
    if not isinstance(document, dict):
        raise RefusedError(400, "the request is not a JSON object")
    return document
