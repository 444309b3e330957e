import sys

import numpy as np
import pytest

from inherit_fast.errors import ModelError
from inherit_fast.inference import OnnxConfig, OnnxSession, find_model


@pytest.fixture(scope="module")
def path():
    return find_model("nanodet").path()


@pytest.fixture(scope="module")
def image():
    rng = np.random.default_rng(0)
    return rng.normal(size=(1, 3, 416, 416)).astype(np.float32)


@pytest.mark.parametrize(
    ("name", "inputs"),
    [
        ("nanodet", {"input_1:0": (1, 3, 416, 416)}),
        ("efflite2", {"image": (2, 3, 260, 260)}),
        ("minilm", {"input_ids": (1, 9), "attention_mask": (1, 9), "token_type_ids": (1, 9)}),
    ],
)
def test_results_do_not_depend_on_the_number_of_threads(name, inputs):
    rng = np.random.default_rng(0)
    given = {
        key: rng.normal(size=shape).astype(np.float32) if len(shape) == 4 else np.ones(shape, int)
        for key, shape in inputs.items()
    }
    model = find_model(name).path()
    one, four = (OnnxSession(model, OnnxConfig(threads=n)).run(given) for n in (1, 4))
    assert one.keys() == four.keys()
    for key, values in one.items():
        np.testing.assert_array_equal(values, four[key])


def test_a_provider_that_is_absent_is_an_error_and_no_silent_fallback(path):
    with pytest.raises(ModelError, match=r"no NoSuchExecutionProvider here, only .*CPUExecution"):
        OnnxSession(path, OnnxConfig(provider="NoSuchExecutionProvider"))


def test_wrong_names_and_shapes_are_told(path, image):
    session = OnnxSession(path)
    with pytest.raises(ModelError, match=r"expected \['input_1:0'\], got \['image'\]"):
        session.run({"image": image})
    with pytest.raises(ModelError, match="refused the inputs"):
        session.run({"input_1:0": image[:, :, :9]})


def test_a_file_that_is_no_model_is_told(tmp_path):
    (tmp_path / "noise.onnx").write_bytes(b"not a model")
    with pytest.raises(ModelError, match=r"noise\.onnx: onnxruntime cannot load it"):
        OnnxSession(tmp_path / "noise.onnx")


def test_no_threads_are_refused(path):
    with pytest.raises(ModelError, match="threads: expected >= 1, got 0"):
        OnnxSession(path, OnnxConfig(threads=0))


def test_without_onnxruntime_the_extra_is_named(path, monkeypatch):
    monkeypatch.setitem(sys.modules, "onnxruntime", None)
    with pytest.raises(ModelError, match=r"onnxruntime is not installed; pip install .*\[cpu\]"):
        OnnxSession(path)
