import importlib.util

import numpy as np
import pytest

from real_data import ROOT, SHARED

onnx = pytest.importorskip("onnx")


def load(path):
    spec = importlib.util.spec_from_file_location("halve", path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


halve = load(ROOT / "models" / "onnx" / "halve.py")


def model(scale):
    rng = np.random.default_rng(0)
    weights = (scale * rng.normal(size=(64, 64))).astype(np.float32)
    bias = rng.normal(size=64).astype(np.float32)
    graph = onnx.helper.make_graph(
        [onnx.helper.make_node("Gemm", ["x", "w", "b"], ["y"])],
        "toy",
        [onnx.helper.make_tensor_value_info("x", onnx.TensorProto.FLOAT, ["n", 64])],
        [onnx.helper.make_tensor_value_info("y", onnx.TensorProto.FLOAT, ["n", 64])],
        [onnx.numpy_helper.from_array(a, n) for n, a in (("w", weights), ("b", bias))],
    )
    opset = [onnx.helper.make_opsetid("", 13)]
    return onnx.helper.make_model(graph, opset_imports=opset, ir_version=8), weights, bias


def test_halved_weights_give_the_same_results_within_their_rounding(tmp_path):
    from inherit_fast.inference import OnnxSession

    full, weights, bias = model(1.0)
    half = halve.halve(full)
    onnx.save(half, tmp_path / "half.onnx")
    x = np.random.default_rng(1).normal(size=(3, 64)).astype(np.float32)
    got = OnnxSession(tmp_path / "half.onnx").run({"x": x})["y"]
    np.testing.assert_allclose(got, x @ weights + bias, atol=0.02)
    assert np.abs(got - (x @ weights + bias)).max() > 0
    assert len(half.SerializeToString()) < 0.6 * len(full.SerializeToString())


def test_biases_stay_exact():
    half = halve.halve(model(1.0)[0])
    kinds = {t.name: t.data_type for t in half.graph.initializer}
    assert kinds == {"w_half": onnx.TensorProto.FLOAT16, "b": onnx.TensorProto.FLOAT}


def test_weights_beyond_float16_are_refused():
    with pytest.raises(ValueError, match="w: weights beyond the range"):
        halve.halve(model(1e5)[0])


def test_the_shipped_feature_extractor_gives_the_features_of_its_full_weights():
    from inherit_fast.inference import OnnxSession, find_model

    full = SHARED.parent / "models" / "efflite2.onnx"
    if not full.exists():
        pytest.skip("the full weights are not here: ../shared/models/efflite2.onnx")
    x = np.random.default_rng(0).normal(size=(1, 3, 260, 260)).astype(np.float32)
    expected = OnnxSession(full).run({"image": x})["feat"][0]
    got = OnnxSession(find_model("efflite2").path()).run({"image": x})["feat"][0]
    cosine = got @ expected / np.linalg.norm(got) / np.linalg.norm(expected)
    assert cosine > 0.9999
