"""One writer a map: a second one would write what the first does not know of, and the reverse."""

import fcntl
import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TextIO

from inherit_fast.errors import StoreError
from inherit_fast.graph.connection import explained


class Claim:
    """The right to write a map, held until ``release`` or the end of the process.

    A lock of the operating system on a file beside the map, so that a kill leaves nothing that
    stands in the way. Readers need no claim.

    Args:
        file: the map's ``map.db``.

    Raises:
        StoreError: another writer holds it.
        OSError: the folder cannot be written.
    """

    def __init__(self, file: Path) -> None:
        self._path = file.with_name(f"{file.name}.lock")
        self._held: TextIO | None = None
        while self._held is None:
            self._held = self._try(file)

    def release(self) -> None:
        """Let others write. May be called twice."""
        if self._held:
            with suppress(FileNotFoundError):
                self._path.unlink()
            self._held.close()
            self._held = None

    def _try(self, file: Path) -> TextIO | None:
        held = self._path.open("a")
        try:
            fcntl.flock(held, fcntl.LOCK_EX | fcntl.LOCK_NB)
            # Whoever released it in between took the file away: this one would guard nothing.
            if os.fstat(held.fileno()).st_nlink:
                return held
        except BlockingIOError:
            held.close()
            raise StoreError(
                f"{file}: is being written by another program; wait until it ends, or stop it"
            ) from None
        held.close()
        return None


@contextmanager
def claimed(file: Path) -> Iterator[Claim]:
    """A claim that a failure in the block gives back."""
    with explained(file):
        file.parent.mkdir(parents=True, exist_ok=True)
        claim = Claim(file)
    try:
        yield claim
    except BaseException:
        claim.release()
        raise
