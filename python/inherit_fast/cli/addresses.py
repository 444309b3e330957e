"""Where a service may listen, and running one there."""

import errno
import ipaddress
import os
import socket
from contextlib import suppress
from typing import Any

import typer

from inherit_fast.errors import ConfigError
from inherit_fast.extras import from_extra
from inherit_fast.perception.remote import TOKEN


def token_for(host: str) -> str:
    """The token that requests must bear; empty where only this machine can ask and none is set.

    Raises:
        ConfigError: others can reach the address, and no token is set.
    """
    token = os.environ.get(TOKEN, "")
    if not is_this_machine(host) and not token:
        raise ConfigError(
            f"--host {host} can be reached from elsewhere: set a token in the environment variable"
            f" {TOKEN}, here and where the requests come from"
        )
    return token


def is_this_machine(host: str) -> bool:
    """Whether only programs of this machine can reach the address."""
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


def listen(host: str, port: int) -> socket.socket:
    """A socket that listens, and a line that says where.

    Raises:
        ConfigError: the port is taken, or the machine has no such address.
    """
    try:
        family, kind, _, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
        listener = socket.socket(family, kind)
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind(address)
        listener.listen(2048)
    except OSError as error:
        taken = error.errno == errno.EADDRINUSE
        advice = "; another program listens there: choose another --port" if taken else ""
        raise ConfigError(f"cannot listen on {host} port {port}: {error}{advice}") from error
    shown = f"[{host}]" if ":" in host else host
    typer.echo(f"http://{shown}:{listener.getsockname()[1]}  (Ctrl+C ends)")
    return listener


def run_service(app: Any, host: str, port: int) -> None:
    """Answer requests to an ASGI ``app`` until Ctrl+C.

    Raises:
        ConfigError: as ``listen``.
        ModelError: the extra ``serve`` is not installed.
    """
    with from_extra("serve"):
        import uvicorn

    server = uvicorn.Server(uvicorn.Config(app, log_level="info"))
    with suppress(KeyboardInterrupt), listen(host, port) as listener:
        server.run(sockets=[listener])
