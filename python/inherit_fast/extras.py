"""Optional packages: each comes with one of this package's extras."""

from collections.abc import Iterator
from contextlib import contextmanager

from inherit_fast.errors import ModelError


@contextmanager
def from_extra(name: str) -> Iterator[None]:
    """Around imports of what the extra ``name`` brings.

    Raises:
        ModelError: one of them is not installed; the message says what to install.
    """
    try:
        yield
    except ImportError as error:
        raise ModelError(
            f"{error.name} is not installed; pip install 'inherit-fast[{name}]'"
        ) from error
