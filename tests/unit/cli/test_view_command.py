"""The viewer as people start it: a real server, on this machine alone."""

import signal
import socket
import subprocess
import sys
import threading
import urllib.request
from importlib.util import find_spec

import pytest

from inherit_fast.graph import Store
from rooms import flat

CODE = "from inherit_fast.cli import main; main()"


@pytest.fixture(scope="module")
def map_path(tmp_path_factory):
    path = tmp_path_factory.mktemp("maps") / "flat.map"
    with Store.create(path) as store:
        store.save_keyframe(flat()[0])
    return path


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


@pytest.mark.skipif(find_spec("viser") is None, reason="viser is not installed")
def test_it_serves_a_page_to_this_machine_until_it_is_interrupted(map_path):
    command = [sys.executable, "-c", CODE, "view", str(map_path), "--port", str(free_port())]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as viewer:
        watchdog = threading.Timer(60, viewer.kill)
        watchdog.start()
        try:
            address = viewer.stdout.readline().split()[0]
            with urllib.request.urlopen(address, timeout=20) as answer:
                assert b"<html" in answer.read(2000).lower()
            port = int(address.rsplit(":", 1)[1])
            # Whoever listens on every address is found here too.
            with pytest.raises(ConnectionRefusedError):
                socket.create_connection(("127.0.0.2", port), timeout=5)
            viewer.send_signal(signal.SIGINT)
            assert viewer.wait(timeout=20) == 0
        finally:
            watchdog.cancel()
            viewer.kill()


@pytest.mark.skipif(find_spec("viser") is None, reason="viser is not installed")
def test_no_page_can_have_the_map_shared_over_the_internet():
    import viser

    from inherit_fast.cli.view import _keep_private

    server = viser.ViserServer(host="127.0.0.1", port=free_port(), verbose=False)
    try:
        _keep_private(server)
        assert server.request_share_url() is None
        assert server._share_tunnel is None
    finally:
        server.stop()


def test_without_the_extra_it_says_what_to_install(map_path):
    code = f"import sys; sys.modules['viser'] = None; {CODE}"
    done = subprocess.run(
        [sys.executable, "-c", code, "view", str(map_path)],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 1
    assert "pip install 'inherit-fast[viewer]'" in done.stderr
    assert "Traceback" not in done.stderr
