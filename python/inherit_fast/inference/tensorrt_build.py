"""TensorRT engines from ONNX files: one module for ``tensorrt`` and ``tensorrt-rtx``.

Building needs no GPU with ``tensorrt-rtx``; with ``tensorrt`` it takes the GPU that will run it.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from inherit_fast.errors import ModelError
from inherit_fast.inference.precision import Precision, lowered
from inherit_fast.inference.session import Arrays

FLAVOURS = ("tensorrt", "tensorrt_rtx")


@dataclass(frozen=True, slots=True)
class EngineConfig:
    """How an engine is built; all of it is part of the engine's key in the cache.

    Attributes:
        precision: of the arithmetic (see ``precision.lowered``).
        best_size: of sizes that may vary (images, boxes, texts in one run): the engine is fastest
            there.
        most_size: the largest that it takes.
        workspace_mib: scratch memory that the builder may use; 0 leaves it the device's.
    """

    precision: Precision = "float32"
    best_size: int = 4
    most_size: int = 16
    workspace_mib: int = 0


def import_tensorrt(flavour: str = "") -> Any:
    """The module asked for, or the first that is installed.

    Raises:
        ModelError: none is.
    """
    for name in [flavour] if flavour else FLAVOURS:
        try:
            return import_module(name)
        except ImportError:
            continue
    raise ModelError(
        "TensorRT is not installed; JetPack brings it, elsewhere pip install tensorrt, or"
        " 'inherit-fast[trt-check]' to build engines without a GPU"
    )


def build_engine(
    trt: Any,
    onnx: Path,
    config: EngineConfig,
    *,
    timing_cache: Path | None = None,
    calibration: Iterable[Arrays] = (),
) -> bytes:
    """Parse ``onnx`` and build its engine.

    Args:
        trt: from ``import_tensorrt``.
        onnx: the model file.
        config: how to build.
        timing_cache: file of measured kernels, read and renewed, so that a rebuild is quick.
        calibration: inputs that show the range of activations; ``int8`` needs some.

    Raises:
        ModelError: the file cannot be had in that precision, or the parser or the builder refuses,
            with its own words.
    """
    with TemporaryDirectory() as room:
        file = lowered(onnx, config.precision, Path(room), calibration)
        return _built(trt, file, config, timing_cache)


def _built(trt: Any, onnx: Path, config: EngineConfig, timing_cache: Path | None) -> bytes:
    logger, said = _listening_logger(trt)
    builder = trt.Builder(logger)
    network = _parsed(trt, builder, logger, onnx)
    options = builder.create_builder_config()
    if config.workspace_mib:
        options.set_memory_pool_limit(trt.MemoryPoolType.WORKSPACE, config.workspace_mib << 20)
    profile = _profile(builder, network, config)
    if profile is not None:
        options.add_optimization_profile(profile)
    if trt.__name__ != "tensorrt":
        timing_cache = None  # RTX measures nothing while it builds
    timings = _timing_cache(options, timing_cache)
    engine = builder.build_serialized_network(network, options)
    if engine is None:
        reason = said[-1] if said else "no reason given"
        raise ModelError(f"{onnx.name}: TensorRT cannot build it: {reason}")
    if timing_cache is not None and timings is not None:
        _replace(timing_cache, bytes(options.get_timing_cache().serialize()))
    return bytes(engine)


def _listening_logger(trt: Any) -> tuple[Any, list[str]]:
    said: list[str] = []

    class Listener(trt.ILogger):  # type: ignore[misc]
        def log(self, severity: Any, message: str) -> None:
            if severity in (trt.ILogger.Severity.ERROR, trt.ILogger.Severity.INTERNAL_ERROR):
                said.append(message.strip().split("\n")[0][:300])

    return Listener(), said


def _parsed(trt: Any, builder: Any, logger: Any, onnx: Path) -> Any:
    # TensorRT 10 must be asked to follow the file's types, later ones always do.
    typed = int(trt.NetworkDefinitionCreationFlag.STRONGLY_TYPED)
    network = builder.create_network(1 << typed)
    parser = trt.OnnxParser(network, logger)
    if not parser.parse_from_file(str(onnx)):
        words = parser.get_error(0).desc() if parser.num_errors else "no reason given"
        reason = " ".join(words.split())[:300]
        raise ModelError(f"{onnx.name}: TensorRT's parser refuses it: {reason}")
    return network


def _profile(builder: Any, network: Any, config: EngineConfig) -> Any:
    """The range of every size that may vary; None where none may."""
    profile = builder.create_optimization_profile()
    free = False
    for i in range(network.num_inputs):
        tensor = network.get_input(i)
        if -1 not in tuple(tensor.shape):
            continue
        free = True
        shapes = [
            [size if fixed == -1 else fixed for fixed in tensor.shape]
            for size in (1, config.best_size, config.most_size)
        ]
        profile.set_shape(tensor.name, *shapes)
    return profile if free else None


def _timing_cache(options: Any, path: Path | None) -> Any:
    if path is None:
        return None
    known = path.read_bytes() if path.is_file() else b""
    cache = options.create_timing_cache(known)
    if not options.set_timing_cache(cache, ignore_mismatch=False):
        cache = options.create_timing_cache(b"")  # of another GPU or version: measure again
        options.set_timing_cache(cache, ignore_mismatch=False)
    return cache


def _replace(path: Path, content: bytes) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    part = path.with_suffix(".part")
    part.write_bytes(content)
    part.replace(path)
