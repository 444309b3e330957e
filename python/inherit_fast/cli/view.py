"""``inherit-fast view``: a map in space, in the browser."""

import sys
from contextlib import redirect_stdout
from io import StringIO
from typing import Annotated, Any

import typer

from inherit_fast.cli.options import ConfigFile, MapPath, Settings
from inherit_fast.config import load_config
from inherit_fast.extras import from_extra
from inherit_fast.retrieval import Retriever


def view(
    map_path: MapPath,
    port: Annotated[
        int, typer.Option(min=1, max=65535, help="The next free one from here is taken.")
    ] = 8080,
    config: ConfigFile = None,
    set_: Settings = None,
) -> None:
    """Look at a map in the browser of this machine, and ask for things in it."""
    with from_extra("viewer"):
        import viser
    from inherit_fast.cli.maps import encoder_for, load_graph
    from inherit_fast.view.scene_3d import Scene3D
    from inherit_fast.view.scene_controls import SceneControls

    settings = load_config(config, set_ or [])
    graph = load_graph(map_path)
    retriever = Retriever(graph, encoder_for(graph), config=settings.retrieval)
    with redirect_stdout(StringIO()):  # it draws a frame around its address
        # Its own default is every address, with no token.
        server = viser.ViserServer(host="127.0.0.1", port=port, label=map_path.name, verbose=False)
    try:
        _keep_private(server)
        scene = Scene3D(server, graph)
        scene.draw()
        SceneControls(server, scene, retriever)
        typer.echo(f"http://127.0.0.1:{server.get_port()}  (Ctrl+C ends)")
        sys.stdout.flush()
        server.sleep_forever()
    except KeyboardInterrupt:
        pass
    finally:
        with redirect_stdout(StringIO()):
            server.stop()


def _keep_private(server: Any) -> None:
    """No way to hand the map to the relay on the internet that any page could ask viser for."""
    server.gui.configure_theme(show_share_button=False)
    server.request_share_url = lambda verbose=True: None
