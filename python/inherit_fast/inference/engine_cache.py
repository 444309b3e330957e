"""Built engines, kept by everything that they depend on; what does not fit is built again."""

import hashlib
import json
from collections.abc import Callable, Iterable
from dataclasses import asdict
from pathlib import Path
from typing import Any

from inherit_fast.errors import ModelError
from inherit_fast.inference.cache import engines_folder, scratch, settle
from inherit_fast.inference.cuda_buffers import import_cuda
from inherit_fast.inference.session import Arrays
from inherit_fast.inference.tensorrt_build import EngineConfig, build_engine, import_tensorrt

MAGIC = b"inherit-fast engine 1\n"


def engine_key(onnx: Path, trt: Any, gpu: str, config: EngineConfig) -> str:
    """Hash of the model, TensorRT's flavour and version, the GPU and the options."""
    with onnx.open("rb") as file:
        model = hashlib.file_digest(file, "sha256").hexdigest()
    parts = [model, trt.__name__, trt.__version__, gpu, asdict(config)]
    return hashlib.sha256(json.dumps(parts, sort_keys=True).encode()).hexdigest()[:32]


def cached_engine(
    key: str,
    build: Callable[[], bytes],
    usable: Callable[[bytes], bool] = bool,
    folder: Path | None = None,
) -> bytes:
    """The engine of that key: from the cache if it is whole and ``usable``, else built and kept.

    Args:
        key: from ``engine_key``.
        build: makes the engine.
        usable: whether the runtime takes an engine that was kept; a foreign one it does not.
        folder: of the cache; the user's by default.

    Raises:
        ModelError: the build fails, or the cache cannot be written.
    """
    home = folder or engines_folder()
    path = home / f"{key}.engine"
    kept = _whole(path)
    if kept is not None and usable(kept):
        return kept
    engine = build()
    with scratch(home) as room:
        part = room / "engine"
        part.write_bytes(MAGIC + hashlib.sha256(engine).digest() + engine)
        settle(part, path)
    return engine


def prepare_engine(
    onnx: Path, config: EngineConfig, flavour: str = "", calibration: Iterable[Arrays] = ()
) -> dict[str, Any]:
    """Build and keep the engine of a model, unless it is there; what it is, for people.

    Raises:
        ModelError: TensorRT is missing, or refuses the model.
    """
    trt = import_tensorrt(flavour)
    gpu = present_gpu()
    timings = engines_folder() / f"{trt.__name__}-{trt.__version__}.timings"
    key = engine_key(onnx, trt, gpu, config)
    engine = cached_engine(
        key,
        lambda: build_engine(trt, onnx, config, timing_cache=timings, calibration=calibration),
    )
    return {"key": key, "bytes": len(engine), "by": f"{trt.__name__} {trt.__version__}", "gpu": gpu}


def present_gpu() -> str:
    """Name of this machine's GPU, or ``no GPU``: an engine built so is a proof, not for running."""
    try:
        return gpu_name(import_cuda())
    except ModelError:
        return "no GPU"


def gpu_name(runtime: Any) -> str:
    """Name and compute capability of the GPU: an engine of one serves no other."""
    status, device = runtime.cudaGetDeviceProperties(0)
    if status != runtime.cudaError_t.cudaSuccess:
        raise ModelError(f"CUDA refused: {status.name}")
    name = device.name.decode() if isinstance(device.name, bytes) else str(device.name)
    return f"{name} {device.major}.{device.minor}"


def _whole(path: Path) -> bytes | None:
    """What was kept, unless it is absent or not as it was written."""
    try:
        content = path.read_bytes()
    except OSError:
        return None
    head, engine = content[: len(MAGIC) + 32], content[len(MAGIC) + 32 :]
    expected = MAGIC + hashlib.sha256(engine).digest()
    return engine if engine and head == expected else None
