"""Files in lower precision: true to the original, and what TensorRT of today takes."""

import numpy as np
import pytest
from PIL import Image, ImageDraw

from inherit_fast.errors import ModelError
from inherit_fast.inference import OnnxSession, find_model
from inherit_fast.inference.check import check_precision
from inherit_fast.inference.precision import agreement, lowered
from inherit_fast.inference.tensorrt_build import EngineConfig, build_engine
from inherit_fast.perception.calibration import calibration_inputs

onnx = pytest.importorskip(
    "onnx", reason="precision is lowered with the extra inherit-fast[export]"
)

# Outputs' correlation with the original's, less than what was seen on photographs of a room.
CLOSE = {("float16", "nanodet"): 0.9999, ("float16", "efflite2"): 0.999}
CLOSE |= {("int8", "nanodet"): 0.9, ("int8", "efflite2"): 0.9}


@pytest.fixture(scope="module")
def frames(tmp_path_factory):
    """Images with edges, shades and noise."""
    folder, rng = tmp_path_factory.mktemp("frames"), np.random.default_rng(4)
    for i in range(10):
        shade = np.linspace(30, 220, 320)[None, :, None] * rng.uniform(0.5, 1, 3)
        image = Image.fromarray(np.broadcast_to(shade, (240, 320, 3)).astype(np.uint8))
        draw = ImageDraw.Draw(image)
        for _ in range(12):
            x, y, w, h = rng.integers(0, 240), rng.integers(0, 180), *rng.integers(10, 120, 2)
            draw.rectangle((x, y, x + w, y + h), fill=tuple(rng.integers(0, 255, 3).tolist()))
        image.save(folder / f"{i}.png")
    return folder


@pytest.mark.parametrize(("precision", "name"), CLOSE)
def test_a_lowered_model_stays_close(frames, precision, name):
    entry = find_model(name)
    found = check_precision(entry, precision, lambda: calibration_inputs(entry, frames))
    assert found.keys() == entry.outputs.keys()
    assert min(found.values()) > CLOSE[precision, name]


@pytest.mark.parametrize("precision", ["float16", "int8"])
def test_a_lowered_file_is_smaller_keeps_its_types_and_becomes_an_engine(
    frames, precision, tmp_path
):
    entry = find_model("efflite2")
    file = lowered(entry.path(), precision, tmp_path, calibration_inputs(entry, frames))
    assert [path.name for path in tmp_path.iterdir()] == [file.name]
    assert onnx.load(file).ByteSize() < onnx.load(entry.path()).ByteSize() * 1.02
    out = OnnxSession(file).run({"image": np.zeros((3, 3, 260, 260), np.float32)})
    assert all(values.dtype == np.float32 for values in out.values())
    assert out["feat"].shape == (3, 1280)
    rtx = pytest.importorskip("tensorrt_rtx", reason="engines need inherit-fast[trt-check]")
    full = len(build_engine(rtx, entry.path(), EngineConfig()))
    assert len(build_engine(rtx, file, EngineConfig())) < 0.75 * full


def test_float32_is_the_file_itself(tmp_path):
    path = find_model("nanodet").path()
    assert lowered(path, "float32", tmp_path) == path
    assert not list(tmp_path.iterdir())


def test_int8_without_frames_is_refused(tmp_path):
    with pytest.raises(ModelError, match=r"nanodet\.onnx: int8 needs a folder of frames"):
        lowered(find_model("nanodet").path(), "int8", tmp_path)


def test_what_is_no_model_is_told(tmp_path):
    (tmp_path / "noise.onnx").write_bytes(b"not a model at all")
    with pytest.raises(ModelError, match=r"noise\.onnx: cannot be rewritten in float16"):
        lowered(tmp_path / "noise.onnx", "float16", tmp_path)


def test_agreement_is_one_for_the_same_and_falls_with_the_difference():
    class Fixed:
        def __init__(self, noise):
            self.noise = noise

        def run(self, inputs):
            return {"out": inputs["x"] + self.noise, "constant": np.ones(3)}

    rng = np.random.default_rng(0)
    inputs = [{"x": rng.normal(size=100)} for _ in range(3)]
    same = agreement(Fixed(0), Fixed(0), inputs)
    assert same == {"out": pytest.approx(1), "constant": 1}
    noisy = agreement(Fixed(0), Fixed(rng.normal(size=100)), inputs)
    assert 0.5 < noisy["out"] < 0.9
