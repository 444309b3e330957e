"""A real HTTP server on 127.0.0.1 that speaks the chat protocol, well or badly as told."""

import json
import socket
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any


class ChatServer:
    """Answers what ``reply`` makes of a request's body.

    ``reply`` gives the answer's text, or a fault: ``500``, ``429``, ``401``, ``hang``, ``cut``,
    ``trickle``, ``garbage``, ``huge``, ``odd``.
    """

    def __init__(self, reply: Callable[[dict[str, Any]], str]) -> None:
        self.reply = reply
        self.bodies: list[dict[str, Any]] = []
        self.keys: list[str] = []
        self.times: list[float] = []
        self.released = threading.Event()
        server = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                server.handle(self)

            def log_message(self, *_: Any) -> None:
                pass

        class Quiet(ThreadingHTTPServer):
            def handle_error(self, *_: Any) -> None:
                pass  # a client that gave up is what these tests are about

        self._http = Quiet(("127.0.0.1", 0), Handler)
        self._http.daemon_threads = True
        self._thread = threading.Thread(target=self._http.serve_forever, args=(0.02,), daemon=True)

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self._http.server_address[1]}/v1"

    def handle(self, request: BaseHTTPRequestHandler) -> None:
        body = json.loads(request.rfile.read(int(request.headers["Content-Length"])))
        self.bodies.append(body)
        self.times.append(time.monotonic())
        self.keys.append(request.headers.get("Authorization", ""))
        text = self.reply(body)
        if text.isdigit():
            return self._send(request, int(text), b'{"error": {"message": "no"}}')
        if text == "hang":
            self.released.wait(20)
            return None
        message = {"role": "assistant", "content": text}
        usage = {"prompt_tokens": 100, "completion_tokens": 20}
        whole = json.dumps({"choices": [{"message": message}], "usage": usage}).encode()
        faults = {"garbage": b"<html>\xff not json", "odd": b'{"choices": [{"message": 3}]}'}
        if text in ("cut", "trickle", "huge"):
            return self._misbehave(request, text, whole)
        return self._send(request, 200, faults.get(text, whole))

    def _send(self, request: BaseHTTPRequestHandler, status: int, data: bytes) -> None:
        request.send_response(status)
        request.send_header("Content-Type", "application/json")
        request.send_header("Content-Length", str(len(data)))
        if status == 429:
            request.send_header("Retry-After", "0.3")
        request.end_headers()
        request.wfile.write(data)

    def _misbehave(self, request: BaseHTTPRequestHandler, fault: str, whole: bytes) -> None:
        request.send_response(200)
        request.send_header("Content-Length", str(1 << 30 if fault != "cut" else len(whole)))
        request.end_headers()
        if fault == "cut":
            request.wfile.write(whole[: len(whole) // 2])
            request.wfile.flush()
            request.connection.shutdown(socket.SHUT_RDWR)
        while fault == "huge" and not self.released.is_set():
            request.wfile.write(b" " * 65536)
        while fault == "trickle" and not self.released.wait(0.05):
            request.wfile.write(b" ")
            request.wfile.flush()

    def __enter__(self) -> "ChatServer":
        self._thread.start()
        return self

    def __exit__(self, *_: Any) -> None:
        self.released.set()
        self._http.shutdown()
        self._http.server_close()
        self._thread.join()


@contextmanager
def serving(*replies: str) -> Iterator[ChatServer]:
    """A server that gives these replies one after the other, the last one for ever."""
    left = list(replies)
    with ChatServer(lambda _: left.pop(0) if len(left) > 1 else left[0]) as server:
        yield server
