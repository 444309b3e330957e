"""Image files to arrays; whatever cannot be trusted is refused with one sentence."""

from collections.abc import Iterable
from io import BytesIO
from pathlib import Path

import numpy as np
import numpy.typing as npt
import simplejpeg
from PIL import Image, UnidentifiedImageError

from inherit_fast.errors import FrameError

Depth = npt.NDArray[np.uint16] | npt.NDArray[np.float32]

_EXIF_ORIENTATION = 0x0112
_COLOUR_MODES = {"RGB", "RGBA", "P", "PA", "L", "LA", "1", "CMYK", "YCbCr"}
# A sensor's "no return"; as a distance it would be the far end of the scale.
_SATURATED = np.iinfo(np.uint16).max


def read_colour(path: Path) -> npt.NDArray[np.uint8]:
    """(H, W, 3) uint8 of a JPEG or PNG; alpha is dropped, grey and palette become RGB.

    Raises:
        FrameError: unreadable, truncated, more than 8 bits, or turned by an EXIF tag.
    """
    data = _bytes_of(path)
    if data[:2] == b"\xff\xd8" and b"Exif\0\0" not in data[:4096]:
        try:
            return np.asarray(simplejpeg.decode_jpeg(data, colorspace="RGB"), np.uint8)
        except ValueError as error:
            raise FrameError(f"{path.name}: the JPEG cannot be decoded ({error})") from None
    image = _open(path, data)
    if image.mode not in _COLOUR_MODES:
        raise FrameError(f"{path.name}: expected 8-bit colour, got mode {image.mode}")
    image = _decoded(path, image)
    orientation = image.getexif().get(_EXIF_ORIENTATION, 1)
    if orientation != 1:
        raise FrameError(
            f"{path.name}: its EXIF tag turns the image (orientation {orientation}), which moves"
            " the intrinsics; turn the pixels and remove the tag"
        )
    return np.asarray(image.convert("RGB"), np.uint8)


def read_depth(path: Path) -> Depth:
    """(H, W) uint16 units of a 16-bit PNG, or float32 metres of ``.npy`` and 32-bit TIFF.

    Saturated integers (65535) become 0, no return. Float depth is never quantised.

    Raises:
        FrameError: unreadable, truncated, or not a single channel of 16-bit or float depth.
    """
    if path.suffix == ".npy":
        return _settled_depth(path, read_npy(path))
    image = _open(path, _bytes_of(path))
    if image.mode not in {"I", "I;16", "I;16B", "I;16L", "F"}:
        raise FrameError(
            f"{path.name}: expected 16-bit or float depth of one channel, got mode {image.mode}"
        )
    return _settled_depth(path, np.asarray(_decoded(path, image)))


def read_ids(path: Path) -> npt.NDArray[np.int32]:
    """(H, W) int32 instance ids of an 8-bit or 16-bit PNG, or of ``.npy``."""
    if path.suffix == ".npy":
        ids = read_npy(path)
    else:
        image = _open(path, _bytes_of(path))
        if image.mode not in {"L", "P", "I", "I;16", "I;16B", "I;16L"}:
            raise FrameError(f"{path.name}: expected one channel of ids, got mode {image.mode}")
        ids = np.asarray(_decoded(path, image))
    if ids.ndim != 2 or ids.dtype.kind not in "iu":
        raise FrameError(f"{path.name}: expected (H, W) integer ids, got {ids.shape} {ids.dtype}")
    return np.ascontiguousarray(ids, np.int32)


def read_npy(path: Path) -> npt.NDArray[np.generic]:
    """An array file; objects inside are refused."""
    try:
        array: npt.NDArray[np.generic] = np.load(BytesIO(_bytes_of(path)), allow_pickle=False)
    except (ValueError, EOFError) as error:
        raise FrameError(f"{path.name}: not a readable array file ({error})") from None
    return array


def image_size(path: Path) -> tuple[int, int]:
    """(height, width), read from the header alone."""
    if path.suffix == ".npy":
        height, width = read_npy(path).shape[:2]
        return int(height), int(width)
    try:
        with Image.open(path) as image:
            return image.height, image.width
    except (UnidentifiedImageError, OSError, SyntaxError, Image.DecompressionBombError):
        raise FrameError(f"{path.name}: not a readable image") from None


def first_size(paths: Iterable[Path]) -> tuple[int, int] | None:
    """(height, width) of the first image that can be read; None where none can."""
    for path in paths:
        try:
            return image_size(path)
        except FrameError:
            continue
    return None


def _settled_depth(path: Path, depth: npt.NDArray[np.generic]) -> Depth:
    if depth.ndim == 3 and depth.shape[2] == 1:
        depth = depth[:, :, 0]
    if depth.ndim != 2:
        raise FrameError(f"{path.name}: expected one channel of depth, got shape {depth.shape}")
    if depth.dtype.kind == "f":
        return np.ascontiguousarray(depth, np.float32)
    if depth.dtype.kind not in "iu" or depth.dtype.itemsize < 2:
        raise FrameError(f"{path.name}: expected 16-bit or float depth, got {depth.dtype}")
    if depth.min() < 0 or depth.max() > _SATURATED:
        raise FrameError(f"{path.name}: integer depth does not fit in 16 bits")
    units = np.array(depth, np.uint16)
    units[units == _SATURATED] = 0
    return units


def _bytes_of(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError as error:
        raise FrameError(f"{path.name}: cannot be read ({error.strerror})") from None


def _open(path: Path, data: bytes) -> Image.Image:
    try:
        return Image.open(BytesIO(data))
    except (UnidentifiedImageError, OSError, SyntaxError, Image.DecompressionBombError):
        raise FrameError(f"{path.name}: not a readable image ({len(data)} bytes)") from None


def _decoded(path: Path, image: Image.Image) -> Image.Image:
    try:
        image.load()
    except (OSError, SyntaxError, ValueError, EOFError) as error:
        raise FrameError(f"{path.name}: the image is truncated or broken ({error})") from None
    return image
