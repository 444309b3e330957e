"""Models under native TensorRT: the engine is built once for this GPU and kept."""

import threading
import weakref
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from inherit_fast.errors import ModelError
from inherit_fast.inference.cache import engines_folder
from inherit_fast.inference.cuda_buffers import CudaBuffers, DeviceArray
from inherit_fast.inference.engine_cache import cached_engine, engine_key, gpu_name
from inherit_fast.inference.session import Arrays, Held, Inputs
from inherit_fast.inference.tensorrt_build import EngineConfig, build_engine, import_tensorrt


class TensorRtSession:
    """A model file as an engine of this GPU (see Session). One run at a time.

    Args:
        path: the ONNX file.
        config: how the engine is built.
        calibration: inputs for ``int8``; only a build uses them.
        flavour: ``tensorrt`` or ``tensorrt_rtx``; empty takes what is installed.

    Raises:
        ModelError: TensorRT, CUDA's bindings or a GPU is missing, or the model cannot be built.
    """

    def __init__(
        self,
        path: Path,
        config: EngineConfig | None = None,
        calibration: Iterable[Arrays] = (),
        flavour: str = "",
    ) -> None:
        config, trt = config or EngineConfig(), import_tensorrt(flavour)
        self._buffers = CudaBuffers()
        weakref.finalize(self, self._buffers.close)
        self._runtime = trt.Runtime(trt.Logger(trt.Logger.ERROR))
        timings = engines_folder() / f"{trt.__name__}-{trt.__version__}.timings"
        content = cached_engine(
            engine_key(path, trt, gpu_name(self._buffers.runtime), config),
            lambda: build_engine(trt, path, config, timing_cache=timings, calibration=calibration),
            lambda kept: self._runtime.deserialize_cuda_engine(kept) is not None,
        )
        self._engine = self._runtime.deserialize_cuda_engine(content)
        if self._engine is None:
            raise ModelError(f"{path.name}: TensorRT cannot load the engine that it just built")
        self._context = self._engine.create_execution_context()
        names = [self._engine.get_tensor_name(i) for i in range(self._engine.num_io_tensors)]
        is_input = [self._engine.get_tensor_mode(name) == trt.TensorIOMode.INPUT for name in names]
        self._dtypes = {name: trt.nptype(self._engine.get_tensor_dtype(name)) for name in names}
        self._inputs = {name for name, flag in zip(names, is_input, strict=True) if flag}
        self._outputs = [name for name in names if name not in self._inputs]
        self._lock = threading.Lock()

    def run(self, inputs: Inputs) -> dict[str, npt.NDArray[Any]]:
        """See Session."""
        with self._lock:
            shapes = self._set_inputs(inputs)
            for name, shape in shapes.items():
                nbytes = int(np.prod(shape, dtype=np.int64)) * np.dtype(self._dtypes[name]).itemsize
                self._context.set_tensor_address(name, self._buffers.reserve(name, nbytes))
            self._execute()
            views = {n: self._buffers.fetch(n, s, self._dtypes[n]) for n, s in shapes.items()}
            self._buffers.wait()
            return {name: view.copy() for name, view in views.items()}

    def hold(self, inputs: Inputs) -> dict[str, Held]:
        """See Session."""
        with self._lock:
            shapes = self._set_inputs(inputs)
            outputs = {n: self._buffers.hold(s, self._dtypes[n]) for n, s in shapes.items()}
            for name, array in outputs.items():
                self._context.set_tensor_address(name, array.address)
            self._execute()
            self._buffers.wait()  # other sessions have streams of their own
            return dict(outputs)

    def _set_inputs(self, inputs: Inputs) -> dict[str, tuple[int, ...]]:
        """Gives the engine its inputs; the shapes that its outputs will have."""
        if inputs.keys() != self._inputs:
            raise ModelError(f"model inputs: expected {sorted(self._inputs)}, got {sorted(inputs)}")
        for name, value in inputs.items():
            if value.dtype != np.dtype(self._dtypes[name]):
                raise ModelError(f"{name}: expected {self._dtypes[name]}, got {value.dtype}")
            if not self._context.set_input_shape(name, value.shape):
                raise ModelError(f"{name}: the engine takes no input of shape {value.shape}")
            if isinstance(value, DeviceArray):
                self._context.set_tensor_address(name, value.address)
            else:
                self._context.set_tensor_address(name, self._buffers.put(name, value))
        return {name: tuple(self._context.get_tensor_shape(name)) for name in self._outputs}

    def _execute(self) -> None:
        if not self._context.execute_async_v3(self._buffers.stream):
            raise ModelError("TensorRT could not run the model; its log says why")
