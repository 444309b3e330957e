"""What the HTTP services share: who may ask, how much is read, and how a request is refused."""

import hmac
import json
import threading
from collections.abc import AsyncIterator, Iterator
from contextlib import contextmanager
from typing import Any

from fastapi import FastAPI, Request
from fastapi.responses import JSONResponse

from inherit_fast.cli.addresses import is_this_machine


class RefusedError(Exception):
    """A request that cannot be served: status and one sentence."""

    def __init__(self, status: int, message: str) -> None:
        super().__init__(message)
        self.status = status


class Turns:
    """Lets requests in one at a time.

    Args:
        most: requests at once, the one whose turn it is included; more are told to come back.
    """

    def __init__(self, most: int) -> None:
        self._one_at_a_time = threading.Lock()
        self._places = threading.BoundedSemaphore(most)

    @contextmanager
    def turn(self) -> Iterator[None]:
        """Wait for the turn, hold it in the block."""
        if not self._places.acquire(blocking=False):
            raise RefusedError(503, "busy: too many requests are waiting; try again")
        try:
            with self._one_at_a_time:
                yield
        finally:
            self._places.release()


def require_token(token: str, request: Request) -> None:
    """Refuse a request that does not bear ``token``; an empty one asks for none.

    Without a token a request must name this machine: a page in a browser could otherwise point a
    name of its own at 127.0.0.1 and read the answers.
    """
    if not token and not is_this_machine(request.url.hostname or ""):
        raise RefusedError(403, f"Host: expected this machine, got {request.url.hostname!r}")
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


def answer_unknown_paths(app: FastAPI, known: str) -> None:
    """Refuse what the service does not have as it refuses all else, and say what it has."""

    async def told(request: Request, error: Exception) -> JSONResponse:
        text = f"there is no {request.method} {request.url.path}; there are {known}"
        return JSONResponse({"error": text}, getattr(error, "status_code", 404))

    for status in (404, 405):
        app.add_exception_handler(status, told)
