"""INT8 calibration: TensorRT watches activations while inputs of the real task go through."""

from collections.abc import Iterable
from typing import Any

from inherit_fast.errors import ModelError
from inherit_fast.inference.cuda_buffers import CudaBuffers
from inherit_fast.inference.session import Arrays


def calibrator(trt: Any, inputs: Iterable[Arrays], name: str) -> Any:
    """An entropy calibrator over ``inputs``, one run each.

    Raises:
        ModelError: this TensorRT calibrates no more, or there are no inputs.
    """
    if not hasattr(trt, "IInt8EntropyCalibrator2"):
        raise ModelError(
            f"{name}: {trt.__name__} {trt.__version__} has no calibration; quantise the file"
        )
    samples = iter(inputs)
    first = next(samples, None)
    if first is None:
        raise ModelError(f"{name}: int8 needs a folder of frames to calibrate with")
    waiting = [first]
    buffers = CudaBuffers()

    class Calibrator(trt.IInt8EntropyCalibrator2):  # type: ignore[misc]
        def get_batch_size(self) -> int:
            return 1

        def get_batch(self, names: list[str]) -> list[int] | None:
            sample = waiting.pop() if waiting else next(samples, None)
            return None if sample is None else [buffers.put(key, sample[key]) for key in names]

        def read_calibration_cache(self) -> bytes | None:
            return None

        def write_calibration_cache(self, cache: bytes) -> None:
            """The engine is kept whole; its ranges need not be."""

    return Calibrator()
