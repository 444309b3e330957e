"""``inherit-fast serve-perception``: a segmenter as a service for robots that have none."""

from contextlib import suppress
from pathlib import Path
from typing import Annotated

import typer

from inherit_fast.cli.addresses import listen, token_for
from inherit_fast.config import load_config
from inherit_fast.errors import ConfigError, ModelError
from inherit_fast.perception import build_segmenter

WITHOUT_DEPTH = ("prompted", "sam3")


def serve_perception(
    host: Annotated[str, typer.Option(help="Address; others than this machine take a token.")] = (
        "127.0.0.1"
    ),
    port: Annotated[int, typer.Option(min=0, max=65535)] = 8001,
    config: Annotated[Path | None, typer.Option(help="TOML file.")] = None,
    set_: Annotated[list[str] | None, typer.Option("--set", help="key=value, repeated.")] = None,
) -> None:
    """Serve GET /healthz, POST /detect and POST /reload_classes (schema 2.0.0)."""
    token = token_for(host)
    try:
        import uvicorn

        from inherit_fast.cli.perception_service import Service, ServiceConfig, build_service
    except ImportError as error:
        raise ModelError(
            f"{error.name} is not installed; pip install 'inherit-fast[serve]'"
        ) from error
    default = [] if config else ["perception.segmenter=prompted"]
    perception = load_config(config, [*default, *(set_ or [])]).perception
    if perception.segmenter not in WITHOUT_DEPTH:
        raise ConfigError(
            f"perception.segmenter={perception.segmenter}: a service sees no depth; choose one of"
            f" {', '.join(WITHOUT_DEPTH)}"
        )
    segmenter = build_segmenter(perception, {})
    service = Service(segmenter, perception.labels, ServiceConfig(token=token))
    server = uvicorn.Server(uvicorn.Config(build_service(service), log_level="info"))
    with suppress(KeyboardInterrupt), listen(host, port) as listener:
        server.run(sockets=[listener])
