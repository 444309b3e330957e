"""``inherit-fast serve-perception``: a segmenter as a service for robots that have none."""

from inherit_fast.cli.addresses import run_service, token_for
from inherit_fast.cli.options import ConfigFile, Host, Port, Settings
from inherit_fast.config import load_config
from inherit_fast.errors import ConfigError
from inherit_fast.extras import from_extra
from inherit_fast.perception import build_segmenter

WITHOUT_DEPTH = ("prompted", "sam3")


def serve_perception(
    host: Host = "127.0.0.1",
    port: Port = 8001,
    config: ConfigFile = None,
    set_: Settings = None,
) -> None:
    """Serve GET /healthz, POST /detect and POST /reload_classes (schema 2.0.0)."""
    token = token_for(host)
    with from_extra("serve"):
        from inherit_fast.cli.perception_app import build_service
        from inherit_fast.cli.perception_service import Service, ServiceConfig
    default = [] if config else ["perception.segmenter=prompted"]
    perception = load_config(config, [*default, *(set_ or [])]).perception
    if perception.segmenter not in WITHOUT_DEPTH:
        raise ConfigError(
            f"perception.segmenter={perception.segmenter}: a service sees no depth; choose one of"
            f" {', '.join(WITHOUT_DEPTH)}"
        )
    segmenter = build_segmenter(perception, {})
    service = Service(segmenter, perception.labels, ServiceConfig(token=token))
    run_service(build_service(service), host, port)
