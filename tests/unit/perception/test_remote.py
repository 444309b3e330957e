import json
import threading
from http.server import BaseHTTPRequestHandler, HTTPServer

import numpy as np
import pytest

from inherit_fast.cli.perception_app import build_service
from inherit_fast.cli.perception_service import Service, ServiceConfig
from inherit_fast.errors import ConfigError, ModelError
from inherit_fast.frame import Frame
from inherit_fast.perception.remote import RemoteConfig, RemoteSegmenter
from served import Painted, serving


def frame():
    rgb = np.full((96, 128, 3), 30, np.uint8)
    rgb[16:64, 32:96] = [0, 255, 0]
    return Frame(
        index=0,
        time_ns=0,
        rgb=rgb,
        depth=np.ones((96, 128), np.float32),
        depth_scale=1.0,
        intrinsics=np.array([100.0, 100.0, 64.0, 48.0]),
        T_world_camera=np.eye(4),
    )


class Clock:
    """Time that passes only where somebody sleeps."""

    def __init__(self):
        self.now = 0.0

    def __call__(self):
        return self.now

    def sleep(self, seconds):
        self.now += seconds


@pytest.fixture
def scripted():
    """A server that gives the answers of a list, one after the other; the last stays."""
    answers, asked = [], []

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self):
            asked.append(self.rfile.read(int(self.headers["Content-Length"])))
            status, body = answers.pop(0) if len(answers) > 1 else answers[0]
            if status == 0:
                self.connection.close()
                return
            self.send_response(status)
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_):
            pass

    server = HTTPServer(("127.0.0.1", 0), Handler)
    server.handle_error = lambda *_: None
    thread = threading.Thread(target=server.serve_forever, args=(0.01,))
    thread.start()
    yield answers, asked, f"http://127.0.0.1:{server.server_port}"
    server.shutdown()
    thread.join()
    server.server_close()


EMPTY = (200, json.dumps({"schema_version": "2.0.0", "detections": []}).encode())


def test_what_the_service_finds_arrives_whole():
    with serving(build_service(Service(Painted(), ("green",)))) as url:
        (found,) = RemoteSegmenter((), RemoteConfig(url))(frame())
    assert (found.label, found.score, found.mask_score) == ("green", 0.75, 0.5)
    assert found.mask.dtype == np.uint8
    assert found.mask.flags.c_contiguous
    truth = np.zeros((96, 128), bool)
    truth[16:64, 32:96] = True
    wrong = (found.mask != 0) ^ truth
    assert wrong.sum() < 0.02 * truth.sum()  # JPEG blurs edges


def test_the_token_of_the_environment_is_sent(monkeypatch):
    service = Service(Painted(), ("green",), ServiceConfig(token="secret"))
    with serving(build_service(service)) as url:
        ask = RemoteSegmenter((), RemoteConfig(url))
        with pytest.raises(ModelError, match=r"refused \(401\): .*token is required"):
            ask(frame())
        monkeypatch.setenv("INHERIT_FAST_TOKEN", "secret")
        assert len(ask(frame())) == 1


@pytest.mark.parametrize("trouble", [(503, b"busy"), (0, b""), (200, b"<html>")])
def test_passing_trouble_is_tried_again_with_longer_waits(scripted, trouble):
    answers, asked, url = scripted
    answers[:] = [trouble, trouble, EMPTY]
    clock = Clock()
    assert RemoteSegmenter((), RemoteConfig(url), clock, clock.sleep)(frame()) == []
    assert len(asked) == 3
    assert clock.now == pytest.approx(0.2 + 0.4)


def test_a_refusal_is_not_tried_again(scripted):
    answers, asked, url = scripted
    answers[:] = [(400, b"unknown labels ['mauve']")]
    with pytest.raises(ModelError, match=r"refused \(400\): unknown labels"):
        RemoteSegmenter(("mauve",), RemoteConfig(url))(frame())
    assert len(asked) == 1


def test_a_service_that_keeps_failing_is_left_alone_and_tried_again_later(scripted):
    answers, asked, url = scripted
    answers[:] = [(503, b"busy")]
    clock = Clock()
    config = RemoteConfig(url, retries=0, open_after=3, rest_s=15.0)
    ask = RemoteSegmenter((), config, clock, clock.sleep)
    for _ in range(3):
        with pytest.raises(ModelError, match=r"failed 1 times \(status 503\)"):
            ask(frame())
    with pytest.raises(ModelError, match="failed 3 frames in a row and is left alone for 15 s"):
        ask(frame())
    assert len(asked) == 3
    clock.now += 15.1
    answers[:] = [EMPTY]
    assert ask(frame()) == []
    answers[:] = [(503, b"busy")]
    with pytest.raises(ModelError, match="failed 1 times"):
        ask(frame())  # one failure alone does not open it again


def test_a_service_that_is_too_slow_is_given_up():
    segmenter = Painted()
    segmenter.wait_s = 1.0
    with (
        serving(build_service(Service(segmenter, ("green",)))) as url,
        pytest.raises(ModelError, match=r"failed 1 times \(timed out\)"),
    ):
        RemoteSegmenter((), RemoteConfig(url, timeout_s=0.1, retries=0))(frame())


@pytest.mark.parametrize(
    ("document", "message"),
    [
        ({}, "speaks schema None"),
        ({"schema_version": "1.0"}, "speaks schema '1.0', not 2.0.0"),
        ({"schema_version": "2.0.0"}, "cannot be read: KeyError"),
        ({"schema_version": "2.0.0", "detections": [{}]}, "cannot be read"),
    ],
)
def test_nonsense_is_told(scripted, document, message):
    answers, _, url = scripted
    answers[:] = [(200, json.dumps(document).encode())]
    with pytest.raises(ModelError, match=message):
        RemoteSegmenter((), RemoteConfig(url))(frame())


def test_nobody_there_is_told_with_what_to_do():
    config = RemoteConfig("http://127.0.0.1:9", retries=1, wait_s=0.0)
    with pytest.raises(ModelError, match=r"failed 2 times .*start it with inherit-fast serve"):
        RemoteSegmenter((), config)(frame())


def test_another_kind_of_address_is_refused():
    with pytest.raises(ConfigError, match=r"expected http\(s\)://, got file:///etc"):
        RemoteSegmenter((), RemoteConfig("file:///etc/passwd"))
