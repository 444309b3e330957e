"""Opening map files, and every way that can fail in one sentence."""

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from inherit_fast.errors import SchemaError, StoreError
from inherit_fast.graph import schema

FILE_NAME = "map.db"


def database_file(path: Path) -> Path:
    """The SQLite file of a map: ``path`` itself if it is a ``.db`` file, else ``path/map.db``."""
    return path if path.suffix == ".db" or path.is_file() else path / FILE_NAME


@contextmanager
def explained(file: Path) -> Iterator[None]:
    """Turn what SQLite and the file system raise into a StoreError about ``file``."""
    try:
        yield
    except sqlite3.Error as error:
        raise StoreError(f"{file}: {_reason(error)}") from error
    except OSError as error:
        raise StoreError(f"{file}: {error.strerror or error}") from error


def _reason(error: sqlite3.Error) -> str:
    code = getattr(error, "sqlite_errorcode", 0) & 0xFF
    reasons = {
        sqlite3.SQLITE_FULL: "the disk is full; the last keyframe was not saved, the others were",
        sqlite3.SQLITE_NOTADB: "is not a map",
        sqlite3.SQLITE_CORRUPT: "the map is damaged; restore it from a copy or map again",
        sqlite3.SQLITE_READONLY: "the map cannot be written, its file or folder is read-only",
        sqlite3.SQLITE_BUSY: "the map is being written by another process",
        sqlite3.SQLITE_LOCKED: "the map is being written by another process",
        sqlite3.SQLITE_CANTOPEN: "cannot be opened; check that it exists and may be read",
    }
    return reasons.get(code, f"SQLite says: {error}")


def create_file(file: Path) -> sqlite3.Connection:
    """Lay out an empty map; a folder in the way is made, another map in the way is an error."""
    with explained(file):
        connection = _connect(file, "rwc")
        try:
            # A kill during an earlier creation leaves an empty database: that one may be taken.
            if connection.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]:
                raise StoreError(f"{file}: already exists; choose another name or resume it")
            _tune(connection)
            connection.execute("BEGIN IMMEDIATE")
            schema.create_tables(connection)
            connection.execute("COMMIT")
        except BaseException:
            connection.close()
            raise
    return connection


def open_file(file: Path, *, readonly: bool) -> sqlite3.Connection:
    """Open an existing map, lifted to the current schema.

    Raises:
        SchemaError: the file is of a newer schema.
        StoreError: it is missing, not a map, damaged, or cannot be written.
    """
    if not file.is_file():
        raise StoreError(f"{file}: no such map; make one with `inherit-fast map` or `import`")
    with explained(file):
        connection = _connect(file, "ro" if readonly else "rw")
        try:
            version = _readable_version(connection, file)
            if version < schema.SCHEMA and readonly:
                connection = _copy_in_memory(connection)
            if version < schema.SCHEMA:
                schema.migrate(connection, version)
            if not readonly:
                _tune(connection)
        except BaseException:
            connection.close()
            raise
    return connection


def _readable_version(connection: sqlite3.Connection, file: Path) -> int:
    version = schema.version_of(connection)
    if version is None:
        raise StoreError(f"{file}: is not a map")
    if not 1 <= version <= schema.SCHEMA:
        raise SchemaError(
            f"{file}: has schema {version}, this version reads 1 to {schema.SCHEMA};"
            " update inherit-fast to read it"
        )
    return version


def _connect(file: Path, mode: str) -> sqlite3.Connection:
    address = f"{file.absolute().as_uri()}?mode={mode}"
    connection = _link(address)
    if mode != "ro":
        return connection
    try:
        connection.execute("PRAGMA schema_version")
    except sqlite3.OperationalError:
        # On read-only media no WAL index can be made; without a WAL none is needed.
        connection.close()
        connection = _link(f"{address}&immutable=1")
    return connection


def _link(address: str) -> sqlite3.Connection:
    # The semantic stream writes from its own thread; Store holds a lock around every use.
    return sqlite3.connect(
        address, uri=True, isolation_level=None, check_same_thread=False, timeout=5.0
    )


def _tune(connection: sqlite3.Connection) -> None:
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("PRAGMA synchronous = FULL")


def _copy_in_memory(connection: sqlite3.Connection) -> sqlite3.Connection:
    copy = sqlite3.connect(":memory:", isolation_level=None, check_same_thread=False)
    connection.backup(copy)
    connection.close()
    return copy
