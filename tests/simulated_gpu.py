"""A GPU of host memory and a TensorRT that runs ONNX Runtime: the flow of a session without either.

Copies and runs wait in the stream until it is synchronised, as they may on a real one: who reads
results too early reads what was there before. Addresses are real, so who mixes them up is caught
by numbers.
"""

import ctypes
import sys
from pathlib import Path
from types import ModuleType, SimpleNamespace

import numpy as np
import onnxruntime as ort

OK, INVALID = SimpleNamespace(name="cudaSuccess"), SimpleNamespace(name="cudaErrorInvalidValue")
TYPES = {"tensor(float)": np.float32, "tensor(int64)": np.int64, "tensor(float16)": np.float16}


class Cuda(ModuleType):
    """What CudaBuffers asks of ``cuda.bindings.runtime``."""

    cudaError_t = SimpleNamespace(cudaSuccess=OK)  # noqa: N815
    cudaMemcpyKind = SimpleNamespace(cudaMemcpyHostToDevice=1, cudaMemcpyDeviceToHost=2)  # noqa: N815

    def __init__(self):
        super().__init__("runtime")
        self.memory, self.waiting, self.taken, self.copied = {}, [], 0, []

    def cudaGetDeviceCount(self):
        return OK, 1

    def cudaGetDeviceProperties(self, device):
        return OK, SimpleNamespace(name=b"Simulated", major=8, minor=7)

    def cudaStreamCreate(self):
        return OK, 7

    def cudaStreamDestroy(self, stream):
        return (OK if stream == 7 else INVALID,)

    def cudaMalloc(self, size):
        room = np.full(size, 0xAA, np.uint8)
        self.memory[room.ctypes.data] = room
        self.taken += 1
        return OK, room.ctypes.data

    def cudaHostAlloc(self, size, flags):
        return self.cudaMalloc(size)

    def cudaFree(self, address):
        return (OK if self.memory.pop(address, None) is not None else INVALID,)

    cudaFreeHost = cudaFree  # noqa: N815

    def cudaMemcpyAsync(self, target, source, size, kind, stream):
        rooms = [self.memory.get(address) for address in (target, source)]
        if any(room is None or room.size < size for room in rooms):
            return (INVALID,)
        self.copied.append(size)
        self.waiting.append(lambda: ctypes.memmove(target, source, size))
        return (OK,)

    def cudaStreamSynchronize(self, stream):
        while self.waiting:
            self.waiting.pop(0)()
        return (OK,)


class Context:
    def __init__(self, cuda, content):
        options = ort.SessionOptions()
        options.log_severity_level = 4
        self.session = ort.InferenceSession(content, options, providers=["CPUExecutionProvider"])
        self.cuda, self.shapes, self.addresses = cuda, {}, {}
        self.tensors = {
            t.name: t for t in (*self.session.get_inputs(), *self.session.get_outputs())
        }
        self.inputs = [t.name for t in self.session.get_inputs()]

    def set_input_shape(self, name, shape):
        fixed = self.tensors[name].shape
        fits = len(shape) == len(fixed) and all(
            1 <= got <= 4 if isinstance(size, str) else got == size
            for got, size in zip(shape, fixed, strict=True)
        )
        if fits:
            self.shapes[name] = tuple(shape)
        return fits

    def get_tensor_shape(self, name):
        zeros = {n: np.zeros(s, TYPES[self.tensors[n].type]) for n, s in self.shapes.items()}
        return self.session.run([name], zeros)[0].shape

    def set_tensor_address(self, name, address):
        self.addresses[name] = address

    def execute_async_v3(self, stream):
        self.cuda.waiting.append(self._run)
        return stream == 7

    def _run(self):
        given = {name: self._array(name, self.shapes[name]) for name in self.inputs}
        outputs = [name for name in self.tensors if name not in self.inputs]
        for name, values in zip(outputs, self.session.run(outputs, given), strict=True):
            self._array(name, values.shape)[...] = values

    def _array(self, name, shape):
        dtype = np.dtype(TYPES[self.tensors[name].type])
        room = self.cuda.memory[self.addresses[name]]
        return room[: int(np.prod(shape)) * dtype.itemsize].view(dtype).reshape(shape)


class TensorRt(ModuleType):
    """What TensorRtSession and build_engine ask of ``tensorrt``; an engine is the ONNX file."""

    __version__ = "11.0"
    TensorIOMode = SimpleNamespace(INPUT=0, OUTPUT=1)
    NetworkDefinitionCreationFlag = SimpleNamespace(STRONGLY_TYPED=1)
    nptype = staticmethod(TYPES.__getitem__)

    class ILogger:
        Severity = SimpleNamespace(ERROR=1, INTERNAL_ERROR=0)

    class Logger:
        ERROR = 1

        def __init__(self, level):
            self.level = level

    def __init__(self, cuda):
        super().__init__("simulated_tensorrt")
        self.cuda, self.builds, self.profiles = cuda, 0, []

    def Runtime(self, logger):
        return SimpleNamespace(deserialize_cuda_engine=self._engine)

    def Builder(self, logger):
        return SimpleNamespace(
            create_network=lambda flags: SimpleNamespace(flags=flags),
            create_builder_config=lambda: SimpleNamespace(add_optimization_profile=lambda p: 0),
            create_optimization_profile=lambda: SimpleNamespace(
                set_shape=lambda *shapes: self.profiles.append(shapes)
            ),
            build_serialized_network=self._build,
        )

    def OnnxParser(self, network, logger):
        def parse_from_file(path):
            network.content = Path(path).read_bytes()
            inputs = Context(self.cuda, network.content).session.get_inputs()
            network.num_inputs, network.get_input = (
                len(inputs),
                lambda i: SimpleNamespace(
                    name=inputs[i].name,
                    shape=[-1 if isinstance(size, str) else size for size in inputs[i].shape],
                ),
            )
            return True

        return SimpleNamespace(parse_from_file=parse_from_file, num_errors=0)

    def _build(self, network, options):
        self.builds += 1
        return network.content

    def _engine(self, content):
        context = Context(self.cuda, content)
        names = list(context.tensors)
        return SimpleNamespace(
            num_io_tensors=len(names),
            get_tensor_name=names.__getitem__,
            get_tensor_mode=lambda name: int(name not in context.inputs),
            get_tensor_dtype=lambda name: context.tensors[name].type,
            create_execution_context=lambda: context,
        )


def simulate_gpu(monkeypatch):
    """Put both where the package looks for them; the module of TensorRT, its ``cuda`` beside."""
    cuda = Cuda()
    trt = TensorRt(cuda)
    bindings = ModuleType("cuda.bindings")
    bindings.runtime = cuda
    for name, module in {
        "cuda": ModuleType("cuda"),
        "cuda.bindings": bindings,
        "cuda.bindings.runtime": cuda,
        trt.__name__: trt,
    }.items():
        monkeypatch.setitem(sys.modules, name, module)
    return trt
