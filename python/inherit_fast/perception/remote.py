"""Instances from a perception service on this or another machine (see Segmenter)."""

import base64
import json
import os
import threading
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from http.client import HTTPException
from typing import Any

import numpy as np
import simplejpeg

from inherit_fast.errors import ConfigError, ModelError
from inherit_fast.frame import Frame
from inherit_fast.perception.coco_rle import decode_rle
from inherit_fast.perception.seams import Instance

SCHEMA = "2.0.0"
TOKEN = "INHERIT_FAST_TOKEN"  # environment variable of the service's token, on both sides


@dataclass(frozen=True, slots=True)
class RemoteConfig:
    """How the service is asked.

    Attributes:
        url: of the service.
        timeout_s: for one answer.
        retries: further tries after a time-out, a lost connection or a busy service.
        wait_s: before the first further try; doubled for each one after it.
        open_after: failed frames in a row after which the service is left alone.
        rest_s: how long; then one frame tries again.
        jpeg_quality: of the images sent.
    """

    url: str = "http://127.0.0.1:8001"
    timeout_s: float = 10.0
    retries: int = 2
    wait_s: float = 0.2
    open_after: int = 3
    rest_s: float = 15.0
    jpeg_quality: int = 95


class _TryAgainError(Exception):
    """The same question may well be answered later."""


class RemoteSegmenter:
    """Asks a service that speaks schema 2.0.0, such as ``inherit-fast serve-perception``.

    Args:
        vocabulary: labels asked for when a call names none; empty leaves them to the service.
        config: how the service is asked.
        clock: seconds that only grow.
        sleep: waits some seconds.

    Raises:
        ConfigError: the address is not http or https.
    """

    def __init__(
        self,
        vocabulary: Sequence[str] = (),
        config: RemoteConfig | None = None,
        clock: Callable[[], float] = time.monotonic,
        sleep: Callable[[float], None] = time.sleep,
    ) -> None:
        self._config = config or RemoteConfig()
        if not self._config.url.startswith(("http://", "https://")):
            raise ConfigError(f"perception.remote.url: expected http(s)://, got {self._config.url}")
        self.vocabulary = tuple(vocabulary)
        self._clock, self._sleep = clock, sleep
        # Straight to the service: a proxy of the environment is not meant for the robot's own net.
        self._open = urllib.request.build_opener(urllib.request.ProxyHandler({})).open
        self._failures, self._resume_at = 0, 0.0
        self._lock = threading.Lock()

    def __call__(self, frame: Frame, vocabulary: Sequence[str] = ()) -> list[Instance]:
        """Instances, in the service's order.

        Raises:
            ModelError: the service cannot be reached, refuses, or answers nonsense.
        """
        self._require_closed()
        labels = list(vocabulary or self.vocabulary)
        rgb = np.ascontiguousarray(frame.rgb)
        jpeg = simplejpeg.encode_jpeg(rgb, self._config.jpeg_quality, colorsubsampling="444")
        question: dict[str, Any] = {
            "schema_version": SCHEMA,
            "image": base64.b64encode(jpeg).decode(),
        }
        if labels:
            question["labels"] = labels
        try:
            instances = _instances(self._ask(question), rgb.shape)
        except ModelError:
            self._count_failure()
            raise
        with self._lock:
            self._failures = 0
        return instances

    def _ask(self, question: dict[str, Any]) -> dict[str, Any]:
        wait_s, reason = self._config.wait_s, ""
        for attempt in range(self._config.retries + 1):
            if attempt:
                self._sleep(wait_s)
                wait_s *= 2
            try:
                return self._post(question)
            except _TryAgainError as error:
                reason = str(error)
        tries = self._config.retries + 1
        raise ModelError(
            f"the perception service at {self._config.url} failed {tries} times ({reason});"
            " start it with inherit-fast serve-perception, or choose another perception.segmenter"
        )

    def _post(self, question: dict[str, Any]) -> dict[str, Any]:
        headers = {"Content-Type": "application/json"}
        if token := os.environ.get(TOKEN):
            headers["Authorization"] = f"Bearer {token}"
        request = urllib.request.Request(
            f"{self._config.url.rstrip('/')}/detect", json.dumps(question).encode(), headers
        )
        try:
            with self._open(request, timeout=self._config.timeout_s) as answer:
                document = json.loads(answer.read())
        except urllib.error.HTTPError as error:
            with error:
                said = error.read(500).decode(errors="replace")
            if error.code in (429, 502, 503, 504):
                raise _TryAgainError(f"status {error.code}") from error
            raise ModelError(
                f"the perception service at {self._config.url} refused ({error.code}): {said}"
            ) from error
        except (OSError, HTTPException) as error:
            raise _TryAgainError(str(getattr(error, "reason", error)) or "no answer") from error
        except ValueError as error:
            raise _TryAgainError("the answer is not JSON") from error
        return document if isinstance(document, dict) else {}

    def _require_closed(self) -> None:
        with self._lock:
            left_s = self._resume_at - self._clock()
            if self._failures >= self._config.open_after and left_s > 0:
                raise ModelError(
                    f"the perception service at {self._config.url} failed {self._failures} frames"
                    f" in a row and is left alone for {left_s:.0f} s more"
                )

    def _count_failure(self) -> None:
        with self._lock:
            self._failures += 1
            self._resume_at = self._clock() + self._config.rest_s


def _instances(document: dict[str, Any], shape: tuple[int, ...]) -> list[Instance]:
    version = document.get("schema_version")
    if str(version).split(".")[0] != SCHEMA.split(".")[0]:
        raise ModelError(f"the perception service speaks schema {version!r}, not {SCHEMA}")
    try:
        return [_instance(found, shape) for found in document["detections"]]
    except (KeyError, TypeError, ValueError) as error:
        raise ModelError(f"the perception service's answer cannot be read: {error!r}") from error


def _instance(found: dict[str, Any], shape: tuple[int, ...]) -> Instance:
    height, width = found["mask_rle"]["size"]
    if (height, width) != shape[:2]:
        raise ValueError(f"mask of {height} x {width}")
    counts = base64.b64decode(found["mask_rle"]["counts"], validate=True)
    x0, y0, x1, y1 = (round(float(v)) for v in found["bbox_xyxy"])
    return Instance(
        decode_rle(counts, height, width),
        str(found["label"]).lower(),
        float(found["score"]),
        (x0, y0, x1, y1),
        mask_score=float(found["sam_score"]),
    )
