"""Frames of a folder as a model's inputs, for TensorRT to see the range of its activations."""

from collections.abc import Iterator
from pathlib import Path

import numpy as np
import numpy.typing as npt
from PIL import Image

from inherit_fast.errors import ModelError
from inherit_fast.inference import ModelEntry
from inherit_fast.perception.crops import NetworkInput, square_around

SUFFIXES = (".jpg", ".jpeg", ".png")
MOST_FRAMES = 200


def calibration_inputs(
    entry: ModelEntry, folder: Path
) -> Iterator[dict[str, npt.NDArray[np.float32]]]:
    """The model's input for up to 200 images of ``folder``, evenly taken.

    Raises:
        ModelError: the model takes more than an image, or there are no images.
    """
    if len(entry.inputs) != 1 or "size_px" not in entry.preprocess:
        raise ModelError(f"{entry.name}: only models of a single image can be calibrated")
    found = sorted(path for path in folder.rglob("*") if path.suffix.lower() in SUFFIXES)
    if not found:
        raise ModelError(f"{folder}: no JPEG or PNG images to calibrate with")
    network, (name,) = NetworkInput.of(entry.preprocess), entry.inputs
    for path in found[:: max(1, len(found) // MOST_FRAMES)][:MOST_FRAMES]:
        rgb = np.asarray(Image.open(path).convert("RGB"))
        square = square_around((0.0, 0.0, float(rgb.shape[1]), float(rgb.shape[0])), 0.0)
        yield {name: network.crop(rgb, square)[None]}
