"""``inherit-fast serve``: a map over HTTP, for programs that ask and never write."""

from contextlib import suppress
from pathlib import Path
from typing import Annotated

import typer

from inherit_fast.cli.addresses import listen, token_for
from inherit_fast.config import load_config
from inherit_fast.errors import ModelError
from inherit_fast.retrieval import Retriever


def serve(
    map_path: Annotated[Path, typer.Argument(metavar="MAP", help="A folder made by `map`.")],
    host: Annotated[str, typer.Option(help="Address; others than this machine take a token.")] = (
        "127.0.0.1"
    ),
    port: Annotated[int, typer.Option(min=0, max=65535)] = 8000,
    config: Annotated[Path | None, typer.Option(help="TOML file.")] = None,
    set_: Annotated[list[str] | None, typer.Option("--set", help="key=value, repeated.")] = None,
) -> None:
    """Serve GET /graph, /objects/ID, /objects/ID/view.jpg, /map.svg, /healthz and POST /query."""
    token = token_for(host)
    try:
        import uvicorn

        from inherit_fast.cli.map_service import MapService, MapServiceConfig, build_map_service
    except ImportError as error:
        raise ModelError(
            f"{error.name} is not installed; pip install 'inherit-fast[serve]'"
        ) from error
    from inherit_fast.cli.maps import encoder_for, load_graph

    settings = load_config(config, set_ or [])
    graph = load_graph(map_path)
    retriever = Retriever(graph, encoder_for(graph), config=settings.retrieval)
    title = f"Map of {map_path.resolve().name}"
    service = MapService(graph, retriever, title, MapServiceConfig(token=token))
    server = uvicorn.Server(uvicorn.Config(build_map_service(service), log_level="info"))
    with suppress(KeyboardInterrupt), listen(host, port) as listener:
        server.run(sockets=[listener])
