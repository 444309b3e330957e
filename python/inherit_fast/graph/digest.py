"""A fingerprint of what a map holds, to tell whether two runs made the same one."""

import hashlib
from pathlib import Path

from inherit_fast.graph.connection import database_file, explained, open_file
from inherit_fast.graph.schema import TABLES

# Where a row's place is only its order, the number may differ between equal graphs.
_PLACES = {"relations"}


def content_digest(path: Path) -> str:
    """SHA-256 (hex) over all that the map at ``path`` holds.

    Left out are meta values named ``run.*``, which tell when and where it was written.

    Raises:
        StoreError: the map cannot be read.
    """
    file = database_file(Path(path))
    total = hashlib.sha256()
    connection = open_file(file, readonly=True)
    try:
        with explained(file):
            for table, columns in TABLES.items():
                names = list(columns)[1 if table in _PLACES else 0 :]
                where = "WHERE key NOT LIKE 'run.%'" if table == "meta" else ""
                order = "object_number, rank" if table == "views" else next(iter(columns))
                query = f"SELECT {', '.join(names)} FROM {table} {where} ORDER BY {order}"
                total.update(f"{table}({', '.join(names)})".encode())
                for row in connection.execute(query):
                    for value in row:
                        total.update(_token(value))
    finally:
        connection.close()
    return total.hexdigest()


def _token(value: object) -> bytes:
    """Kind, length and bytes, so that no two different rows read the same."""
    data = value if isinstance(value, bytes) else repr(value).encode()
    return f"{type(value).__name__}{len(data)}:".encode() + data
