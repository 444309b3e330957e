"""``inherit-fast serve``: a map over HTTP, for programs that ask and never write."""

from inherit_fast.cli.addresses import run_service, token_for
from inherit_fast.cli.options import ConfigFile, Host, MapPath, Port, Settings
from inherit_fast.config import load_config
from inherit_fast.extras import from_extra
from inherit_fast.retrieval import Retriever


def serve(
    map_path: MapPath,
    host: Host = "127.0.0.1",
    port: Port = 8000,
    config: ConfigFile = None,
    set_: Settings = None,
) -> None:
    """Serve GET /graph, /objects/ID, /objects/ID/view.jpg, /map.svg, /healthz and POST /query."""
    token = token_for(host)
    with from_extra("serve"):
        from inherit_fast.cli.map_app import build_map_service
        from inherit_fast.cli.map_service import MapService, MapServiceConfig
    from inherit_fast.cli.maps import encoder_for, load_graph

    settings = load_config(config, set_ or [])
    graph = load_graph(map_path)
    retriever = Retriever(graph, encoder_for(graph), config=settings.retrieval)
    title = f"Map of {map_path.resolve().name}"
    service = MapService(graph, retriever, title, MapServiceConfig(token=token))
    run_service(build_map_service(service), host, port)
