"""Models in lower precision: the file is rewritten, so that every runtime does what it says.

TensorRT 11 and TensorRT-RTX take the type of every layer from the file; the flags and calibrators
of TensorRT 10 are gone there. Rewriting is ONNX Runtime's work: it needs ``onnx`` and no GPU.
"""

from collections.abc import Iterable, Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Literal

import numpy as np

from inherit_fast.errors import ModelError
from inherit_fast.inference.session import Arrays, Session

Precision = Literal["float32", "float16", "int8"]
QUANTISED = ("Conv", "Gemm", "MatMul")
# TensorRT knows no zero points and takes biases as they are.
SYMMETRIC = {"ActivationSymmetric": True, "WeightSymmetric": True, "QuantizeBias": False}


def lowered(source: Path, precision: Precision, room: Path, samples: Iterable[Arrays] = ()) -> Path:
    """``source`` in ``precision``; inputs and outputs keep their types.

    Args:
        source: an ONNX file.
        precision: ``float16`` turns all arithmetic; ``int8`` quantises convolutions and products
            of matrices (symmetric, weights by channel), but not the first nor depthwise ones,
            which lose most and cost least; the rest stays in float32.
        room: folder for the new file.
        samples: for ``int8``, inputs of the real task, which show the range of every activation.

    Returns:
        The new file; ``source`` itself for ``float32``.

    Raises:
        ModelError: ``onnx`` or onnxruntime is not installed, the model cannot be rewritten, or
            int8 has no samples.
    """
    if precision == "float32":
        return source
    for needed in ("onnx", "onnxruntime"):
        if not find_spec(needed):
            raise ModelError(f"precision {precision} needs {needed}; pip install {needed}")
    target = room / f"{source.stem}.{precision}.onnx"
    samples = _some(samples, source.name) if precision == "int8" else iter(())
    try:
        if precision == "float16":
            _halve(source, target)
        else:
            _quantise(source, target, samples)
    except Exception as error:  # onnx, protobuf and onnxruntime raise errors of no common base
        raise ModelError(f"{source.name}: cannot be rewritten in {precision}: {error}") from error
    return target


def agreement(exact: Session, lower: Session, inputs: Iterable[Arrays]) -> dict[str, float]:
    """How close a lowered model stays: mean correlation of each output over ``inputs``."""
    seen: dict[str, list[float]] = {}
    for sample in inputs:
        expected, got = exact.run(sample), lower.run(sample)
        for name, values in expected.items():
            seen.setdefault(name, []).append(_correlation(values, got[name]))
    return {name: float(np.mean(values)) for name, values in seen.items()}


def _correlation(a: Any, b: Any) -> float:
    a, b = (np.asarray(x, np.float64).ravel() - np.mean(x, dtype=np.float64) for x in (a, b))
    scale = float(np.linalg.norm(a) * np.linalg.norm(b))
    return float(a @ b) / scale if scale else float(np.array_equal(a, b))


def _halve(source: Path, target: Path) -> None:
    import onnx
    from onnxruntime.transformers.float16 import convert_float_to_float16

    onnx.save(convert_float_to_float16(onnx.load(source), keep_io_types=True), target)


def _quantise(source: Path, target: Path, samples: Iterator[Arrays]) -> None:
    import onnx
    from onnxruntime import quantization as q
    from onnxruntime.quantization.shape_inference import quant_pre_process

    class Reader(q.CalibrationDataReader):  # type: ignore[misc]
        def get_next(self) -> Arrays | None:
            return next(samples, None)

    # Weights as plain constants: those that a file keeps in half precision have a cast before.
    folded = target.with_suffix(".folded")
    quant_pre_process(str(source), str(folded), skip_symbolic_shape=True)
    q.quantize_static(
        str(folded),
        str(target),
        Reader(),
        quant_format=q.QuantFormat.QDQ,
        op_types_to_quantize=list(QUANTISED),
        nodes_to_exclude=_tender(onnx.load(folded).graph.node),
        per_channel=True,
        activation_type=q.QuantType.QInt8,
        weight_type=q.QuantType.QInt8,
        extra_options=SYMMETRIC,
    )
    folded.unlink()


def _tender(nodes: Iterable[Any]) -> list[str]:
    """The first layer, which sees the image's whole range, and convolutions by channel."""
    layers = [node for node in nodes if node.op_type in QUANTISED]
    grouped = [
        node for node in layers if any(a.name == "group" and a.i > 1 for a in node.attribute)
    ]
    return [node.name for node in [*layers[:1], *grouped]]


def _some(samples: Iterable[Arrays], name: str) -> Iterator[Arrays]:
    waiting = iter(samples)
    first = next(waiting, None)
    if first is None:
        raise ModelError(f"{name}: int8 needs a folder of frames to calibrate with")

    def all_of_them() -> Iterator[Arrays]:
        yield first
        yield from waiting

    return all_of_them()
