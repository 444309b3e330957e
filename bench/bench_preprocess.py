import numpy as np
import pytest
from PIL import Image

from inherit_fast import kernels
from reference import preprocess as twin
from second_opinion import preprocess as numba_version


def resized(rgb, box_px, out_height, out_width):
    return Image.fromarray(rgb).resize(
        (out_width, out_height), Image.Resampling.BILINEAR, box=tuple(box_px)
    )


def pillow(rgb, *, box_px, out_height, out_width, mean, std, bgr):
    """What people write: Pillow resizes, NumPy normalises and turns."""
    image = resized(rgb, box_px, out_height, out_width)
    values = (np.asarray(image, np.float32) - mean) / std
    return np.ascontiguousarray(values.transpose(2, 0, 1))


def pillow_by_band(rgb, *, box_px, out_height, out_width, mean, std, bgr):
    """The quickest way with the two that we found: Pillow takes the channels apart, too."""
    out = np.empty((3, out_height, out_width), np.float32)
    for plane, band, m, s in zip(
        out, resized(rgb, box_px, out_height, out_width).split(), mean, std, strict=True
    ):
        np.subtract(np.asarray(band), m, out=plane)
        plane *= 1 / s
    return out


IMPLEMENTATIONS = {
    "numpy": twin.preprocess,
    "numba": numba_version.preprocess,
    "pillow + numpy": pillow,
    "pillow + numpy, by band": pillow_by_band,
    "core": kernels.preprocess,
}
SIZES = {"1280x720 to 1024x1024": (720, 1280, 1024), "640x480 to 416x416": (480, 640, 416)}


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("implementation", IMPLEMENTATIONS)
def test_bench_preprocess(benchmark, implementation, size):
    benchmark.group = f"preprocess {size}"
    height, width, side = SIZES[size]
    smooth = np.random.default_rng(0).integers(0, 256, (9, 16, 3), dtype=np.uint8)
    given = {
        "rgb": np.asarray(
            Image.fromarray(smooth).resize((width, height), Image.Resampling.BICUBIC)
        ),
        "box_px": np.array([0.0, 0.0, width, height]),
        "out_height": side,
        "out_width": side,
        "mean": np.array([123.7, 116.3, 103.5], np.float32),
        "std": np.array([58.4, 57.1, 57.4], np.float32),
        "bgr": False,
    }
    function = IMPLEMENTATIONS[implementation]
    function(**given)  # compiles Numba's
    out = benchmark.pedantic(function, kwargs=given, rounds=3 if implementation == "numpy" else 20)
    # Pillow rounds to 8 bits and widens its filter where it shrinks.
    tolerance = 0.05 if implementation.startswith("pillow") else 1e-4
    np.testing.assert_allclose(out, twin.preprocess(**given), atol=tolerance)
