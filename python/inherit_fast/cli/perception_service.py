"""One segmenter for many who ask: one frame at a time, nothing trusted."""

import base64
import binascii
import io
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt
from PIL import Image, UnidentifiedImageError

from inherit_fast.cli.requests import RefusedError, Turns
from inherit_fast.errors import VocabularyError
from inherit_fast.frame import Frame
from inherit_fast.perception.coco_rle import encode_rle
from inherit_fast.perception.detector_segmenter import mask_box
from inherit_fast.perception.remote import SCHEMA
from inherit_fast.perception.seams import Instance, Segmenter
from inherit_fast.scene.faces import Faces, FacesConfig, PanoramaMask, join_across_seams


@dataclass(frozen=True, slots=True)
class ServiceConfig:
    """Limits of the service.

    Attributes:
        token: that requests must bear; empty asks for none.
        max_body_bytes: of a request.
        max_pixels: of an image, before it is decoded.
        max_labels: in one vocabulary.
        max_waiting: requests at once, the one in work included; more are told to come back.
        face_px: side of the faces that a panorama is cut into.
    """

    token: str = ""
    max_body_bytes: int = 32 << 20
    max_pixels: int = 40_000_000
    max_labels: int = 1000
    max_waiting: int = 8
    face_px: int = 640


class Service:
    """A segmenter and its vocabulary, for one request at a time.

    Args:
        segmenter: finds instances in images without depth.
        labels: vocabulary of requests that name none; empty is the segmenter's own.
        config: limits.
    """

    def __init__(
        self, segmenter: Segmenter, labels: Sequence[str] = (), config: ServiceConfig | None = None
    ) -> None:
        self.config = config or ServiceConfig()
        self.labels = tuple(labels)
        self._segmenter = segmenter
        self._turns = Turns(self.config.max_waiting)
        self.served = self.refused = 0

    def reload(self, document: dict[str, Any]) -> dict[str, Any]:
        """Another vocabulary for requests that name none, if the segmenter takes it."""
        labels = self._labels(document, required=True)
        self._segment(np.zeros((32, 32, 3), np.uint8), labels)
        self.labels = labels
        return {"schema_version": SCHEMA, "labels": list(labels)}

    def detect(self, document: dict[str, Any]) -> dict[str, Any]:
        """Instances of one image."""
        rgb = self._image(document)
        labels = self._labels(document, required=False) or self.labels
        whole = document.get("panorama", False)
        if not isinstance(whole, bool):
            raise RefusedError(400, "panorama: expected true or false")
        found = self._in_panorama(rgb, labels) if whole else self._segment(rgb, labels)
        return {
            "schema_version": SCHEMA,
            "height": rgb.shape[0],
            "width": rgb.shape[1],
            "detections": [_told(instance) for instance in found],
        }

    def _segment(self, rgb: npt.NDArray[np.uint8], labels: Sequence[str]) -> list[Instance]:
        try:
            with self._turns.turn():
                return self._segmenter(_without_depth(rgb), labels)
        except VocabularyError as error:
            raise RefusedError(400, str(error)) from error

    def _in_panorama(self, rgb: npt.NDArray[np.uint8], labels: Sequence[str]) -> list[Instance]:
        """Faces are looked at one by one; masks come back in the panorama, whole across seams."""
        side = self.config.face_px
        faces = Faces(FacesConfig(width_px=side, height_px=side))
        found = [
            PanoramaMask(
                faces.join_mask(i, instance.mask, *rgb.shape[:2]), instance.label, instance.score
            )
            for i, face in enumerate(faces.split(rgb))
            for instance in self._segment(np.ascontiguousarray(face), labels)
        ]
        return [
            Instance(thing.mask, thing.label, thing.score, mask_box(thing.mask))
            for thing in join_across_seams(found)
            if thing.mask.any()
        ]

    def _image(self, document: dict[str, Any]) -> npt.NDArray[np.uint8]:
        text = document.get("image")
        if not isinstance(text, str):
            raise RefusedError(400, "image: expected a JPEG or PNG in base64")
        try:
            content = base64.b64decode(text, validate=True)
            with Image.open(io.BytesIO(content), formats=("JPEG", "PNG")) as image:
                if image.width * image.height > self.config.max_pixels:
                    raise RefusedError(413, f"image: more than {self.config.max_pixels} pixels")
                return np.asarray(image.convert("RGB"))
        except (binascii.Error, UnidentifiedImageError, OSError, SyntaxError, ValueError) as error:
            raise RefusedError(400, "image: not a readable JPEG or PNG in base64") from error

    def _labels(self, document: dict[str, Any], *, required: bool) -> tuple[str, ...]:
        labels = document.get("labels", [])
        fits = isinstance(labels, list) and len(labels) <= self.config.max_labels
        if not fits or not all(isinstance(x, str) and 0 < len(x) <= 200 for x in labels):
            raise RefusedError(400, f"labels: expected up to {self.config.max_labels} short texts")
        if required and not labels:
            raise RefusedError(400, "labels: expected at least one")
        return tuple(label.lower() for label in labels)


def _told(instance: Instance) -> dict[str, Any]:
    height, width = instance.mask.shape
    counts = base64.b64encode(encode_rle(instance.mask)).decode()
    return {
        "label": instance.label,
        "score": instance.score,
        "sam_score": instance.mask_score,
        "bbox_xyxy": list(instance.box_px),
        "mask_rle": {"size": [height, width], "counts": counts},
    }


def _without_depth(rgb: npt.NDArray[np.uint8]) -> Frame:
    height, width = rgb.shape[:2]
    return Frame(
        index=0,
        time_ns=0,
        rgb=rgb,
        depth=np.zeros((height, width), np.uint16),
        depth_scale=0.001,
        intrinsics=np.array([width, width, (width - 1) / 2, (height - 1) / 2], np.float64),
        T_world_camera=np.eye(4),
    )
