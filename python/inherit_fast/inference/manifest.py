"""The list of models, in files that people can read."""

import tomllib
from dataclasses import fields
from importlib import resources
from pathlib import Path
from typing import Any

from inherit_fast.errors import ModelError
from inherit_fast.inference.cache import models_folder
from inherit_fast.inference.model_entry import Fetch, ModelEntry


def default_folder() -> Path:
    """The models that came with the package."""
    return Path(str(resources.files("inherit_fast") / "models"))


def load_manifest(folder: Path | None = None) -> dict[str, ModelEntry]:
    """Models by name: ``manifest.toml`` of ``folder``, and those of its folders over it.

    Without a folder: the package's own, and over it what was exported on this machine.

    Raises:
        ModelError: there is no manifest, or it is damaged.
    """
    home, exported = folder or default_folder(), folder or models_folder()
    inner = sorted(exported.glob("*/manifest.toml"))
    # A folder of exports has a manifest in each of its folders and none of its own.
    entries = {} if folder and inner and not (home / "manifest.toml").exists() else _read(home)
    for path in inner:
        entries |= _read(path.parent)
    return entries


def _read(home: Path) -> dict[str, ModelEntry]:
    path = home / "manifest.toml"
    if not path.is_file():
        raise ModelError(
            f"no model manifest at {path}; reinstall inherit-fast or name a folder that holds one"
        )
    try:
        tables = tomllib.loads(path.read_text(encoding="utf-8"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise ModelError(f"{path} is not valid TOML: {error}") from error
    return {name: _entry(name, table, home) for name, table in tables.items()}


def find_model(name: str, folder: Path | None = None) -> ModelEntry:
    """The manifest's entry called ``name``.

    Raises:
        ModelError: the manifest does not list it.
    """
    manifest = load_manifest(folder)
    if name not in manifest:
        raise ModelError(f"unknown model {name!r}; the manifest lists {', '.join(manifest)}")
    return manifest[name]


def matching_models(name: str, folder: Path | None = None) -> list[ModelEntry]:
    """The model called ``name``, or those of that family: ``sam`` is ``sam_vision``, ``sam_text``.

    Raises:
        ModelError: the manifest lists none.
    """
    manifest = load_manifest(folder)
    found = [entry for entry in manifest.values() if entry.name.rpartition("_")[0] == name]
    return found if found and name not in manifest else [find_model(name, folder)]


def _entry(name: str, table: Any, home: Path) -> ModelEntry:
    known = {f.name for f in fields(ModelEntry)} - {"name", "home"}
    required = {"role", "file", "sha256", "licence", "source"}
    if not table.get("recipe"):
        required |= {"inputs", "outputs"}  # of an export, the export itself will tell
    wrong = [*sorted(set(table) - known), *sorted(required - set(table))]
    if wrong:
        raise ModelError(f"model manifest: [{name}] has unknown or missing keys: {wrong}")
    fetch = table.pop("fetch", None)
    try:
        return ModelEntry(name=name, home=home, fetch=fetch and Fetch(**fetch), **table)
    except TypeError as error:
        raise ModelError(f"model manifest: [{name}] fetch: {error}") from error
