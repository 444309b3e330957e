"""Files that are there whole or not at all, and JSON that explains itself when it is broken."""

import json
from contextlib import suppress
from pathlib import Path
from typing import Any

from inherit_fast.errors import DatasetError, StoreError


def write_file(path: Path, data: bytes) -> None:
    """Write a file; what stood there before is replaced as a whole.

    Raises:
        StoreError: the place cannot be written.
    """
    partial = path.with_name(f".{path.name}.part")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        partial.write_bytes(data)
        partial.replace(path)
    except OSError as error:
        with suppress(OSError):
            partial.unlink(missing_ok=True)
        raise StoreError(f"{path}: cannot be written: {error.strerror or error}") from error


def write_json_file(path: Path, document: Any, indent: int | None = 1) -> None:
    """Write a JSON document.

    Raises:
        StoreError: the place cannot be written.
    """
    try:
        text = json.dumps(document, ensure_ascii=False, indent=indent, allow_nan=False)
    except ValueError as error:
        raise StoreError(f"{path}: the map holds NaN or infinity, which JSON lacks") from error
    write_file(path, f"{text}\n".encode())


def read_json_file(path: Path) -> Any:
    """Read a JSON document.

    Raises:
        DatasetError: it cannot be read, or is no JSON.
    """
    try:
        return json.loads(path.read_text("utf-8"))
    except (OSError, ValueError) as error:
        raise DatasetError(f"{path}: cannot be read as JSON: {error}") from error
