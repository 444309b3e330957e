"""The list of models: where each lies, what it must hash to, what it eats and was calibrated to."""

import hashlib
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from importlib import resources, util
from pathlib import Path
from typing import Any

from inherit_fast.errors import ModelError


@dataclass(frozen=True, slots=True)
class ModelEntry:
    """One model of the manifest.

    Attributes:
        name: its table in the manifest.
        role: ``detector``, ``features`` or ``text``.
        file: the model file, in ``home`` or in ``package``.
        sha256: of the model file.
        licence: SPDX identifier.
        source: where the weights come from.
        inputs: name -> "dtype shape".
        outputs: name -> "dtype shape", in the model's order.
        preprocess: numbers and words of the model's preprocessing.
        thresholds: values measured with this model; ``calibration`` tells how.
        calibration: how the thresholds were found.
        package: import name of the package that holds the file, where it is not ours.
        companions: role -> further file of the manifest's folder (labels, tokenizer).
        home: the manifest's folder.
    """

    name: str
    role: str
    file: str
    sha256: str
    licence: str
    source: str
    inputs: Mapping[str, str]
    outputs: Mapping[str, str]
    home: Path
    preprocess: Mapping[str, Any] = field(default_factory=dict)
    thresholds: Mapping[str, float] = field(default_factory=dict)
    calibration: str = ""
    package: str = ""
    companions: Mapping[str, str] = field(default_factory=dict)

    def path(self) -> Path:
        """The verified model file.

        Raises:
            ModelError: it or its package is absent, or its content is not what the manifest says.
        """
        folder = _package_folder(self.package, self.name) if self.package else self.home
        return verified(folder / self.file, self.sha256, self.name)

    def companion(self, role: str) -> Path:
        """A companion file, such as the labels.

        Raises:
            ModelError: the manifest names none of that role, or it is absent.
        """
        if role not in self.companions:
            raise ModelError(f"{self.name}: the manifest names no file for {role!r}")
        return _present(self.home / self.companions[role], self.name)


def default_folder() -> Path:
    """The models that came with the package."""
    return Path(str(resources.files("inherit_fast") / "models"))


def load_manifest(folder: Path | None = None) -> dict[str, ModelEntry]:
    """Read ``manifest.toml`` of ``folder`` (the package's own by default), by model name.

    Raises:
        ModelError: there is no manifest, or it is damaged.
    """
    home = folder or default_folder()
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


def verified(path: Path, sha256: str, name: str) -> Path:
    """``path``, once its content hashes to ``sha256``.

    Raises:
        ModelError: the file is absent or altered.
    """
    with _present(path, name).open("rb") as file:
        got = hashlib.file_digest(file, "sha256").hexdigest()
    if got != sha256:
        raise ModelError(
            f"{name}: {path} was altered (sha256 {got[:12]}..., expected {sha256[:12]}...);"
            " reinstall it"
        )
    return path


def _present(path: Path, name: str) -> Path:
    if not path.is_file():
        raise ModelError(f"{name}: no file at {path}; reinstall inherit-fast to get it back")
    return path


def _entry(name: str, table: Any, home: Path) -> ModelEntry:
    known = {f.name for f in fields(ModelEntry)} - {"name", "home"}
    required = {"role", "file", "sha256", "licence", "source", "inputs", "outputs"}
    wrong = [*sorted(set(table) - known), *sorted(required - set(table))]
    if wrong:
        raise ModelError(f"model manifest: [{name}] has unknown or missing keys: {wrong}")
    return ModelEntry(name=name, home=home, **table)


def _package_folder(package: str, name: str) -> Path:
    spec = util.find_spec(package)
    if spec is None or not spec.submodule_search_locations:
        raise ModelError(
            f"{name}: the package {package} is not installed; pip install 'inherit-fast[cpu]'"
        )
    return Path(spec.submodule_search_locations[0])
