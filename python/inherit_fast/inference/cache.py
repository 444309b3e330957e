"""Where files lie that did not come with the package: models, exports, engines."""

import os
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from inherit_fast.errors import ModelError

VARIABLE = "INHERIT_FAST_CACHE"


def cache_folder() -> Path:
    """``$INHERIT_FAST_CACHE``, else ``inherit_fast`` in the user's cache folder; need not exist."""
    named = os.environ.get(VARIABLE)
    if named:
        return Path(named).expanduser()
    base = os.environ.get("XDG_CACHE_HOME")
    return (Path(base) if base else Path.home() / ".cache") / "inherit_fast"


def models_folder() -> Path:
    """One folder a model: what was pulled or exported."""
    return cache_folder() / "models"


def engines_folder() -> Path:
    """Engines built on this machine."""
    return cache_folder() / "engines"


@contextmanager
def scratch(near: Path) -> Iterator[Path]:
    """An empty folder on the file system of ``near``, gone afterwards whatever happens.

    Raises:
        ModelError: nothing can be written there.
    """
    try:
        near.mkdir(parents=True, exist_ok=True)
        folder = Path(tempfile.mkdtemp(prefix=".part-", dir=near))
    except OSError as error:
        raise ModelError(
            f"{near}: cannot be written ({error.strerror}); free it or set {VARIABLE}"
        ) from error
    try:
        yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def settle(part: Path, path: Path) -> None:
    """Put a finished file or folder in its place; readers see the old one or the new one, whole."""
    path.parent.mkdir(parents=True, exist_ok=True)
    if part.is_dir():
        # Of two processes that finish at once the later one wins; neither mixes its files in.
        old = part.with_name(part.name + ".old")
        if path.exists():
            path.replace(old)
        part.replace(path)
        shutil.rmtree(old, ignore_errors=True)
    else:
        part.replace(path)
