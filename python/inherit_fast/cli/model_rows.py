"""Models as ``inherit-fast models`` names and tells them."""

from pathlib import Path
from typing import Any, cast, get_args

from inherit_fast.errors import ConfigError, ModelError
from inherit_fast.inference import ModelEntry
from inherit_fast.inference.check import CheckResult
from inherit_fast.inference.manifest import load_manifest, matching_models
from inherit_fast.inference.precision import Precision


def chosen(
    names: list[str] | None, folder: Path | None = None, *, here: bool = False
) -> list[ModelEntry]:
    """Models or families by name; without names all, or, with ``here``, those on this machine.

    Raises:
        ModelError: there is no model of a name.
    """
    if not names:
        entries = load_manifest(folder).values()
        return [entry for entry in entries if entry.is_here() or not here]
    found = [entry for name in names for entry in matching_models(name, folder)]
    return list({entry.name: entry for entry in found}.values())


def model_row(entry: ModelEntry) -> dict[str, Any]:
    """What ``models list`` tells of one."""
    state, size = _state(entry)
    origin = "export" if entry.recipe else entry.fetch.label if entry.fetch else entry.package
    return {
        "name": entry.name,
        "role": entry.role,
        "licence": entry.licence,
        "precision": entry.precision,
        "sha256": entry.sha256,
        "bytes": size,
        "state": state,
        "from": origin or "the package",
        "source": entry.source,
    }


def _state(entry: ModelEntry) -> tuple[str, int]:
    try:
        path = entry.location()
        size = path.stat().st_size if path.is_file() else 0
        return ("here", size) if entry.is_here() else ("altered" if size else "absent", size)
    except ModelError:
        return "absent", 0


def result_row(result: CheckResult) -> dict[str, Any]:
    """A check for programs."""
    return {
        "name": result.name,
        "ok": not result.wrong,
        "against": result.against,
        "worst": result.worst,
        "wrong": list(result.wrong),
    }


def result_sentence(result: CheckResult) -> str:
    """A check for people."""
    if result.wrong:
        return f"{result.name}: {'; '.join(result.wrong)}"
    if result.against == "record":
        return f"{result.name}: as at its export, largest difference {result.worst:.1e}"
    return f"{result.name}: as its manifest says"


def to_precision(name: str) -> Precision:
    """The value of an option.

    Raises:
        ConfigError: there is no such precision.
    """
    if name not in get_args(Precision):
        raise ConfigError(f"--precision: expected float32, float16 or int8, got {name!r}")
    return cast(Precision, name)
