"""What every runtime must do, run over all that are present on this machine."""

import numpy as np
import pytest

from inherit_fast.errors import ModelError
from inherit_fast.inference import OnnxConfig, OnnxSession, find_model
from inherit_fast.inference.cuda_buffers import import_cuda
from inherit_fast.inference.tensorrt_build import EngineConfig, import_tensorrt
from inherit_fast.inference.tensorrt_session import TensorRtSession
from simulated_gpu import simulate_gpu


def on_cpu(path):
    return OnnxSession(path)


def on_cuda(path):
    return OnnxSession(path, OnnxConfig(provider="CUDAExecutionProvider"))


def on_tensorrt(path):
    return TensorRtSession(path, EngineConfig(best_size=2, most_size=4))


def on_simulated_gpu(path):
    return TensorRtSession(
        path, EngineConfig(best_size=2, most_size=4), flavour="simulated_tensorrt"
    )


RUNTIMES = [
    pytest.param(on_cpu, id="onnxruntime, cpu"),
    pytest.param(on_simulated_gpu, id="tensorrt's flow, simulated"),
    pytest.param(on_cuda, id="onnxruntime, cuda", marks=pytest.mark.gpu),
    pytest.param(on_tensorrt, id="tensorrt", marks=pytest.mark.gpu),
]


@pytest.fixture(params=RUNTIMES)
def open_session(request, monkeypatch, tmp_path):
    if request.param is on_simulated_gpu:
        monkeypatch.setenv("INHERIT_FAST_CACHE", str(tmp_path))
        simulate_gpu(monkeypatch)
    elif request.param is not on_cpu:
        try:
            import_cuda()
            if request.param is on_tensorrt:
                import_tensorrt()
        except ModelError as error:
            pytest.skip(str(error))
    return request.param


@pytest.fixture
def session(open_session):
    return open_session(find_model("efflite2").path())


def images(n, seed=0):
    return np.random.default_rng(seed).normal(size=(n, 3, 260, 260)).astype(np.float32)


def test_all_outputs_come_by_name_with_the_manifests_types(session):
    out = session.run({"image": images(2)})
    assert out.keys() == find_model("efflite2").outputs.keys()
    assert out["feat"].shape == (2, 1280)
    assert all(array.dtype == np.float32 for array in out.values())


def test_sizes_may_change_from_run_to_run(session):
    both = session.run({"image": images(2)})["feat"]
    for i in range(2):
        one = session.run({"image": images(2)[i : i + 1]})["feat"]
        np.testing.assert_allclose(one[0], both[i], atol=1e-3 * np.abs(both).max())


def test_results_are_the_callers_own(session):
    first = session.run({"image": images(1)})["feat"]
    kept = first.copy()
    session.run({"image": images(1, seed=1)})
    np.testing.assert_array_equal(first, kept)


def test_every_runtime_gives_what_onnx_runtime_gives_on_the_cpu(session):
    expected = OnnxSession(find_model("efflite2").path()).run({"image": images(2)})
    got = session.run({"image": images(2)})
    for name, values in expected.items():
        np.testing.assert_allclose(got[name], values, atol=2e-2 * np.abs(values).max())


@pytest.mark.parametrize(
    "inputs",
    [{}, {"picture": images(1)}, {"image": images(1), "more": images(1)}],
    ids=["none", "unknown", "too many"],
)
def test_inputs_of_other_names_are_refused(session, inputs):
    with pytest.raises(ModelError, match=r"model inputs: expected \['image'\], got"):
        session.run(inputs)


@pytest.mark.parametrize(
    "image",
    [images(1)[:, :2], images(1)[:, :, :9], images(1)[0], images(1).astype(np.float64)],
    ids=["channels", "rows", "dimensions", "type"],
)
def test_inputs_of_other_shapes_and_types_are_refused_and_the_session_lives_on(session, image):
    with pytest.raises(ModelError):
        session.run({"image": image})
    assert session.run({"image": images(1)})["feat"].shape == (1, 1280)


@pytest.fixture
def chain(tmp_path):
    """A model that halves its input, and one that adds one to what the first gives."""
    onnx = pytest.importorskip("onnx", reason="small models are made with the package onnx")
    nodes = {"half": ("Mul", 0.5), "more": ("Add", 1.0)}
    for name, (operator, constant) in nodes.items():
        types = [
            onnx.helper.make_tensor_value_info(edge, onnx.TensorProto.FLOAT, ["n", 5])
            for edge in ("x", "y")
        ]
        graph = onnx.helper.make_graph(
            [onnx.helper.make_node(operator, ["x", "c"], ["y"])],
            name,
            types[:1],
            types[1:],
            [onnx.numpy_helper.from_array(np.float32(constant), "c")],
        )
        opset = onnx.helper.make_opsetid("", 18)
        model = onnx.helper.make_model(graph, opset_imports=[opset], ir_version=10)
        onnx.save(model, tmp_path / f"{name}.onnx")
    return tmp_path / "half.onnx", tmp_path / "more.onnx"


def test_held_outputs_go_into_another_session_and_stay_what_they_were(open_session, chain):
    half, more = map(open_session, chain)
    inputs = np.arange(15, dtype=np.float32).reshape(3, 5)
    held = half.hold({"x": inputs})
    half.hold({"x": -inputs[:2]})  # another run overwrites nothing
    half.run({"x": -inputs})
    for _ in range(2):
        np.testing.assert_array_equal(more.run({"x": held["y"]})["y"], inputs / 2 + 1)
    last = more.hold({"x": more.hold({"x": held["y"]})["y"]})
    np.testing.assert_array_equal(half.run({"x": last["y"]})["y"], (inputs / 2 + 2) / 2)


def test_without_a_gpu_tensorrt_says_so():
    try:
        import_cuda()
    except ModelError as error:
        with pytest.raises(ModelError):
            TensorRtSession(find_model("efflite2").path())
        assert "cuda-python is not installed" in str(error) or "no GPU" in str(error)
    else:
        pytest.skip("this machine has a GPU")
