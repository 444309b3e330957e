"""Models under ONNX Runtime: named providers, named threads, no silent change of either."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from inherit_fast.errors import ModelError
from inherit_fast.inference.session import Held, Inputs

CPU = "CPUExecutionProvider"
ON_CUDA = ("CUDAExecutionProvider", "TensorrtExecutionProvider")


@dataclass(frozen=True, slots=True)
class OnnxConfig:
    """How ONNX Runtime executes.

    Attributes:
        provider: the execution provider, as ONNX Runtime names it.
        threads: threads inside an operator. Results do not depend on it.
        allow_cpu_nodes: let single operators that ``provider`` lacks run on the CPU.
    """

    provider: str = CPU
    threads: int = 1
    allow_cpu_nodes: bool = False


class OnnxSession:
    """A model file loaded by ONNX Runtime (see Session).

    Raises:
        ModelError: onnxruntime is not installed, lacks the provider, or cannot load the file.
    """

    def __init__(self, path: Path, config: OnnxConfig | None = None) -> None:
        config = config or OnnxConfig()
        ort = import_onnxruntime()
        if config.provider not in ort.get_available_providers():
            raise ModelError(
                f"onnxruntime has no {config.provider} here, only"
                f" {', '.join(ort.get_available_providers())}; install the extra that brings it"
                " or choose one of these"
            )
        try:
            self._session = ort.InferenceSession(
                str(path), _options(ort, config), providers=[config.provider]
            )
        except Exception as error:  # onnxruntime's own exceptions share no base class
            raise ModelError(f"{path.name}: onnxruntime cannot load it: {error}") from error
        if self._session.get_providers()[0] != config.provider:
            raise ModelError(
                f"{path.name}: {config.provider} did not start and onnxruntime fell back to"
                f" {self._session.get_providers()[0]}"
            )
        self._outputs = [output.name for output in self._session.get_outputs()]
        self._inputs = {i.name: i.type for i in self._session.get_inputs()}
        self._device = "cuda" if config.provider in ON_CUDA else "cpu"
        self._held = ort.OrtValue

    def run(self, inputs: Inputs) -> dict[str, npt.NDArray[Any]]:
        """See Session."""
        if any(isinstance(value, self._held) for value in inputs.values()):
            values = self._bound(inputs, "cpu").copy_outputs_to_cpu()
        else:
            values = self._tried(inputs, lambda: self._session.run(self._outputs, dict(inputs)))
        return dict(zip(self._outputs, map(np.asarray, values), strict=True))

    def hold(self, inputs: Inputs) -> dict[str, Held]:
        """See Session."""
        values = self._bound(inputs, self._device).get_outputs()
        return dict(zip(self._outputs, values, strict=True))

    def _bound(self, inputs: Inputs, device: str) -> Any:
        """A finished run with its outputs on ``device``."""
        binding = self._session.io_binding()

        def run() -> None:
            for name, value in inputs.items():
                if isinstance(value, self._held):
                    binding.bind_ortvalue_input(name, value)
                else:
                    binding.bind_cpu_input(name, np.ascontiguousarray(value))
            for name in self._outputs:
                binding.bind_output(name, device)
            self._session.run_with_iobinding(binding)

        self._tried(inputs, run)
        return binding

    def _tried(self, inputs: Inputs, run: Callable[[], Any]) -> Any:
        if inputs.keys() != self._inputs.keys():
            raise ModelError(f"model inputs: expected {sorted(self._inputs)}, got {sorted(inputs)}")
        try:
            return run()
        except Exception as error:  # as above
            raise ModelError(f"onnxruntime refused the inputs: {error}") from error


def import_onnxruntime() -> Any:
    """The module, with its telemetry off.

    Raises:
        ModelError: it is not installed.
    """
    try:
        import onnxruntime
    except ImportError as error:
        raise ModelError(
            "onnxruntime is not installed; pip install 'inherit-fast[cpu]' (or [gpu])"
        ) from error
    onnxruntime.disable_telemetry_events()
    return onnxruntime


def _options(ort: Any, config: OnnxConfig) -> Any:
    if config.threads < 1:
        raise ModelError(f"threads: expected >= 1, got {config.threads}")
    options = ort.SessionOptions()
    options.intra_op_num_threads = config.threads
    options.inter_op_num_threads = 1
    options.log_severity_level = 3
    # Idle workers that spin would take the cores from the geometric stream.
    options.add_session_config_entry("session.intra_op.allow_spinning", "0")
    if config.provider != CPU and not config.allow_cpu_nodes:
        options.add_session_config_entry("session.disable_cpu_ep_fallback", "1")
    return options
