"""What this machine has to run models with, each fact by trying and not by asking a list."""

import os
import platform
import shutil
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import Literal

from inherit_fast.errors import ModelError
from inherit_fast.inference.cache import VARIABLE, cache_folder, scratch
from inherit_fast.inference.cuda_buffers import import_cuda
from inherit_fast.inference.manifest import find_model, load_manifest
from inherit_fast.inference.onnx_session import OnnxConfig, OnnxSession, import_onnxruntime
from inherit_fast.inference.tensorrt_build import FLAVOURS

State = Literal["ok", "absent", "broken"]
FEATURES = ("avx2", "fma", "avx512f", "asimd", "neon")
MIN_FREE_BYTES = 2 << 30


@dataclass(frozen=True, slots=True)
class Fact:
    """One thing that was looked at.

    Attributes:
        name: of the thing.
        state: ``ok``; ``absent`` is a choice that is not open here; ``broken`` stops the default.
        found: what there is.
        advice: what to do about a lack; empty where there is none.
    """

    name: str
    state: State
    found: str
    advice: str = ""


def examine() -> Iterator[Fact]:
    """All facts, cheapest first."""
    yield Fact("system", "ok", f"{platform.platform()}, Python {platform.python_version()}")
    yield _processor()
    yield _memory()
    yield _cache()
    yield from _runtimes()
    yield _gpu()
    yield _cuda()
    yield from _tensorrt()
    yield from _models()


def _processor() -> Fact:
    text = _read("/proc/cpuinfo").lower()
    lines = [line for line in text.splitlines() if line.startswith(("flags", "features"))]
    words = set(lines[0].split()) if lines else set()
    known = [name for name in FEATURES if name in words]
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count()
    found = f"{platform.machine()}, {cores} cores, {', '.join(known) or 'features unknown'}"
    return Fact("processor", "ok", found)


def _memory() -> Fact:
    sizes = dict(line.split(":", 1) for line in _read("/proc/meminfo").splitlines() if ":" in line)
    try:
        total, free = (int(sizes[key].split()[0]) / 2**20 for key in ("MemTotal", "MemAvailable"))
    except (KeyError, ValueError, IndexError):
        return Fact("memory", "absent", "unknown")
    advice = "" if free > 2 else "close programs or add swap: a map and its models take 1 to 2 GiB"
    found = f"{free:.1f} of {total:.1f} GiB free"
    return Fact("memory", "ok" if free > 1 else "broken", found, advice)


def _cache() -> Fact:
    folder = cache_folder()
    try:
        with scratch(folder):
            free = shutil.disk_usage(folder).free
    except ModelError as error:
        return Fact("cache", "absent", str(error), f"make it writable or set {VARIABLE}")
    advice = "" if free > MIN_FREE_BYTES else f"free some space, or set {VARIABLE} to another disk"
    return Fact("cache", "ok", f"{folder}, {free / 2**30:.1f} GiB free", advice)


def _runtimes() -> Iterator[Fact]:
    """ONNX Runtime, and each of its providers really started once."""
    try:
        ort = import_onnxruntime()
        path = find_model("nanodet").path()
    except ModelError as error:
        yield Fact("onnxruntime", "broken", str(error), "pip install 'inherit-fast[cpu]'")
        return
    yield Fact("onnxruntime", "ok", str(ort.__version__))
    for provider in ort.get_available_providers():
        try:
            OnnxSession(path, OnnxConfig(provider=provider, allow_cpu_nodes=True))
        except ModelError as error:
            advice = "its libraries or driver are missing; leave it out of perception.onnx.provider"
            yield Fact(provider, "absent", str(error)[:200], advice)
        else:
            yield Fact(provider, "ok", "started")


def _gpu() -> Fact:
    if release := _read("/etc/nv_tegra_release").split("\n")[0]:
        return Fact("gpu", "ok", f"Jetson, {release.lstrip('# ')}")
    query = ["nvidia-smi", "--query-gpu=name,driver_version,memory.total", "--format=csv,noheader"]
    try:
        done = subprocess.run(query, capture_output=True, text=True, timeout=20, check=True)
    except (OSError, subprocess.SubprocessError):
        return Fact("gpu", "absent", "no NVIDIA driver answers", "without one, the CPU does it all")
    return Fact("gpu", "ok", "; ".join(done.stdout.strip().splitlines()))


def _cuda() -> Fact:
    try:
        runtime = import_cuda()
    except ModelError as error:
        return Fact("cuda", "absent", str(error), "needed by perception.runtime = tensorrt alone")
    return Fact("cuda", "ok", f"runtime {runtime.cudaRuntimeGetVersion()[1]}")


def _tensorrt() -> Iterator[Fact]:
    for flavour in FLAVOURS:
        try:
            module = import_module(flavour)
        except (ImportError, OSError) as error:
            where = (
                "JetPack brings it" if flavour == "tensorrt" else "the extra trt-check brings it"
            )
            yield Fact(flavour, "absent", str(error).split("\n")[0], where)
        else:
            yield Fact(flavour, "ok", str(module.__version__))


def _models() -> Iterator[Fact]:
    told = set()
    for entry in load_manifest().values():
        name = f"model {entry.name}"
        if entry.recipe and not entry.sha256:
            if entry.recipe in told:
                continue
            told.add(entry.recipe)
            name = f"export {entry.recipe}"  # one line for all parts that it makes
        try:
            yield Fact(name, "ok", str(entry.path()))
        except ModelError as error:
            shipped = not entry.fetch and not entry.recipe
            reason, _, advice = str(error).partition("; ")
            yield Fact(name, "broken" if shipped else "absent", reason, advice)


def _read(path: str) -> str:
    try:
        return Path(path).read_text(encoding="utf-8", errors="replace")
    except OSError:
        return ""
