"""The service over a real socket: right answers, and nothing that a request can break."""

import base64
import io
import json
import os
import subprocess
import sys
import threading
import urllib.error
import urllib.request
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from inherit_fast.cli.perception_app import build_service
from inherit_fast.cli.perception_service import Service, ServiceConfig
from inherit_fast.perception.coco_rle import decode_rle
from served import KNOWN, Painted, serving

REQUESTS = int(os.environ.get("INHERIT_FAST_SERVICE_REQUESTS", "60"))


def painted(label, box, size=(96, 128)):
    image = np.full((*size, 3), 30, np.uint8)
    x0, y0, x1, y1 = box
    image[y0:y1, x0:x1] = 0
    image[y0:y1, x0:x1, KNOWN[label]] = 255
    return image


def png(image):
    file = io.BytesIO()
    Image.fromarray(image).save(file, "PNG")
    return base64.b64encode(file.getvalue()).decode()


def ask(url, path="/detect", document=None, body=None, headers=()):
    content = body if body is not None else json.dumps(document).encode()
    request = urllib.request.Request(url + path, content, dict(headers))
    try:
        with urllib.request.urlopen(request, timeout=20) as answer:
            return answer.status, json.loads(answer.read())
    except urllib.error.HTTPError as error:
        with error:
            return error.code, json.loads(error.read())


@pytest.fixture(scope="module")
def service():
    limits = ServiceConfig(max_body_bytes=200_000, max_pixels=1_000_000, face_px=160)
    return Service(Painted(), tuple(KNOWN), limits)


@pytest.fixture(scope="module")
def url(service):
    with serving(build_service(service)) as address:
        yield address


def test_an_instance_comes_with_its_label_scores_box_and_mask(url):
    status, answer = ask(url, document={"image": png(painted("green", (10, 20, 50, 60)))})
    assert (status, answer["schema_version"]) == (200, "2.0.0")
    (found,) = answer["detections"]
    assert (found["label"], found["score"], found["sam_score"]) == ("green", 0.75, 0.5)
    assert found["bbox_xyxy"] == [10, 20, 50, 60]
    mask = decode_rle(base64.b64decode(found["mask_rle"]["counts"]), *found["mask_rle"]["size"])
    assert mask.shape == (96, 128)
    assert mask[20:60, 10:50].all()
    assert mask.sum() == 40 * 40


def test_a_panorama_is_looked_at_in_faces_and_answered_as_a_panorama(url):
    image = painted("red", (100, 90, 190, 160), size=(256, 512))
    image[110:150, :30] = [0, 0, 255]  # across the back, where the panorama begins
    image[110:150, -30:] = [0, 0, 255]
    status, answer = ask(url, document={"image": png(image), "panorama": True})
    assert status == 200
    masks = {
        found["label"]: decode_rle(base64.b64decode(found["mask_rle"]["counts"]), 256, 512)
        for found in answer["detections"]
    }
    assert len(answer["detections"]) == len(masks) == 2
    for label, channel in (("red", 0), ("blue", 2)):
        truth = image[..., channel] > 200
        both = (masks[label] > 0) & truth
        assert both.sum() / ((masks[label] > 0) | truth).sum() > 0.85


def test_health_and_classes(url):
    status, answer = ask(url, "/reload_classes", {"labels": ["Blue"]})
    assert (status, answer["labels"]) == (200, ["blue"])
    red = {"image": png(painted("red", (10, 20, 50, 60)))}
    assert ask(url, document=red)[1]["detections"] == []
    assert len(ask(url, document={**red, "labels": ["red"]})[1]["detections"]) == 1
    assert ask(url, "/reload_classes", {"labels": ["mauve"]})[0] == 400
    assert ask(url, "/reload_classes", {"labels": list(KNOWN)})[0] == 200
    with urllib.request.urlopen(f"{url}/healthz", timeout=20) as health:
        assert json.loads(health.read())["labels"] == list(KNOWN)


GOOD = {"image": png(painted("red", (1, 1, 9, 9)))}
BROKEN = [
    (400, b"not json"),
    (400, b"[1, 2]"),
    (400, b"[" * 100_000),
    (400, json.dumps({"image": 5}).encode()),
    (400, json.dumps({"image": "&&&"}).encode()),
    (400, json.dumps({"image": base64.b64encode(b"no picture").decode()}).encode()),
    (400, json.dumps({"image": GOOD["image"][:80]}).encode()),
    (400, json.dumps({**GOOD, "labels": "red"}).encode()),
    (400, json.dumps({**GOOD, "labels": ["mauve"]}).encode()),
    (400, json.dumps({**GOOD, "panorama": "yes"}).encode()),
    (400, json.dumps({**GOOD, "schema_version": "3.0"}).encode()),
    (413, b"x" * 200_001),
    (413, json.dumps({"image": png(np.zeros((1001, 1000, 3), np.uint8))}).encode()),
]


@pytest.mark.parametrize(("status", "body"), BROKEN)
def test_broken_requests_get_a_sentence_and_the_service_lives_on(url, status, body):
    got, answer = ask(url, body=body)
    assert got == status
    assert answer["error"]
    assert ask(url, document=GOOD)[0] == 200


def resident_bytes():
    return int(Path("/proc/self/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")


@pytest.mark.skipif(not Path("/proc/self/statm").exists(), reason="needs Linux's /proc")
def test_many_requests_with_a_tenth_broken_are_all_answered_right_without_a_leak(url, service):
    rng = np.random.default_rng(0)
    served, refused = service.served, service.refused
    settled = 0
    for i in range(REQUESTS):
        if i % 10 == 9:
            status, body = BROKEN[rng.integers(len(BROKEN))]
            assert ask(url, body=body)[0] == status
            continue
        x, y, side = (int(v) for v in rng.integers((0, 0, 4), (90, 60, 36)))
        label = list(KNOWN)[i % 3]
        status, answer = ask(
            url, document={"image": png(painted(label, (x, y, x + side, y + side)))}
        )
        (found,) = answer["detections"]
        assert (status, found["label"]) == (200, label)
        assert found["bbox_xyxy"] == [x, y, x + side, y + side]
        if i == REQUESTS // 3:
            settled = resident_bytes()
    assert (service.served - served, service.refused - refused) == (
        REQUESTS - REQUESTS // 10,
        REQUESTS // 10,
    )
    assert resident_bytes() - settled < 16e6


class Slow(Painted):
    """Begins a look, and ends it when it may."""

    def __init__(self):
        super().__init__()
        self.began, self.may_end = threading.Event(), threading.Event()

    def __call__(self, frame, vocabulary=()):
        self.began.set()
        assert self.may_end.wait(20)
        return super().__call__(frame, vocabulary)


def test_more_requests_than_may_wait_are_told_to_come_back():
    segmenter = Slow()
    service = Service(segmenter, ("red",), ServiceConfig(max_waiting=1))
    with serving(build_service(service)) as address, ThreadPoolExecutor(1) as other:
        first = other.submit(ask, address, document=GOOD)
        assert segmenter.began.wait(20)
        status, answer = ask(address, document=GOOD)
        assert (status, "busy" in answer["error"]) == (503, True)
        segmenter.may_end.set()
        assert first.result(20)[0] == 200
        assert ask(address, document=GOOD)[0] == 200


def test_a_token_is_required_where_one_is_set():
    service = Service(Painted(), ("red",), ServiceConfig(token="secret"))
    with serving(build_service(service)) as address:
        for header in ({}, {"Authorization": "Bearer wrong"}, {"Authorization": "Bearer \xff"}):
            assert ask(address, document=GOOD, headers=header)[0] == 401
        assert ask(address, document=GOOD, headers={"Authorization": "Bearer secret"})[0] == 200


def test_an_address_that_others_reach_needs_a_token():
    environment = {k: v for k, v in os.environ.items() if k != "INHERIT_FAST_TOKEN"}
    code = "from inherit_fast.cli import main; main()"
    done = subprocess.run(
        [sys.executable, "-c", code, "serve-perception", "--host", "0.0.0.0"],
        capture_output=True,
        text=True,
        env=environment,
        check=False,
    )
    assert done.returncode == 1
    assert "set a token in the environment variable INHERIT_FAST_TOKEN" in done.stderr
