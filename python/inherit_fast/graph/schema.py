"""The tables of a map file, their version, and the steps that lift older files to it.

Columns are listed once, here; ``rows`` and ``object_rows`` build their tuples in the same order.
Arrays are raw little-endian bytes, C order, of the dtype named beside the column.
"""

import sqlite3
from collections.abc import Callable

SCHEMA = 3
APPLICATION_ID = 0x49484753  # "IHGS", so that any SQLite tool can tell a map from other files

TABLES: dict[str, dict[str, str]] = {
    "meta": {"key": "TEXT PRIMARY KEY", "value": "TEXT NOT NULL"},  # value: JSON
    "state": {"name": "TEXT PRIMARY KEY", "data": "BLOB NOT NULL"},
    "counters": {"kind": "TEXT PRIMARY KEY", "value": "INTEGER NOT NULL"},
    "floors": {
        "number": "INTEGER PRIMARY KEY",
        "id": "TEXT NOT NULL",
        "height_m": "REAL NOT NULL",
        "ceiling_m": "REAL",
        "name": "TEXT NOT NULL",
        "evidence": "TEXT NOT NULL",  # JSON
    },
    "rooms": {
        "number": "INTEGER PRIMARY KEY",
        "id": "TEXT NOT NULL",
        "floor_id": "TEXT NOT NULL",
        "label": "TEXT NOT NULL",
        "description": "TEXT NOT NULL",
        "polygon_m": "BLOB NOT NULL",  # (N, 2) float64
        "cells": "BLOB NOT NULL",  # (N, 2) int32
        "best_view_keyframe": "INTEGER",
        "best_view_jpeg": "BLOB NOT NULL",
    },
    "areas": {
        "number": "INTEGER PRIMARY KEY",
        "id": "TEXT NOT NULL",
        "room_id": "TEXT NOT NULL",
        "label": "TEXT NOT NULL",
        "description": "TEXT NOT NULL",
        "object_ids": "TEXT NOT NULL",  # JSON
    },
    "objects": {
        "number": "INTEGER PRIMARY KEY",
        "id": "TEXT NOT NULL",
        "label": "TEXT NOT NULL",
        "state": "TEXT NOT NULL",
        "seen": "INTEGER NOT NULL",
        "missed": "INTEGER NOT NULL",
        "first_seen_ns": "INTEGER NOT NULL",
        "last_seen_ns": "INTEGER NOT NULL",
        "floor_id": "TEXT",
        "room_id": "TEXT",
        "room_flag": "TEXT NOT NULL",
        "area_id": "TEXT",
        "source_id": "INTEGER",
        "description": "TEXT NOT NULL",
        "label_votes": "TEXT NOT NULL",  # JSON
        "hint_votes": "TEXT NOT NULL",  # JSON
        "colors": "TEXT NOT NULL",  # JSON
        "attributes": "TEXT NOT NULL",  # JSON
        "center_m": "BLOB NOT NULL",  # (3,) float64
        "extent_m": "BLOB NOT NULL",  # (3,) float64
        "R_world_box": "BLOB NOT NULL",  # (3, 3) float64
        "centroid_m": "BLOB NOT NULL",  # (3,) float64
        "text_feature": "BLOB NOT NULL",  # (D,) float16
        "points_m": "BLOB NOT NULL",  # (N, 3) float32
        "points_seen": "BLOB NOT NULL",  # (N,) int32
        "points_ns": "BLOB NOT NULL",  # (N,) int64
        "given_label": "TEXT NOT NULL",
        "pinned": "INTEGER NOT NULL",  # 0 or 1
        "moved_to": "TEXT",
        "history": "TEXT NOT NULL",  # JSON
    },
    "views": {
        "object_number": "INTEGER NOT NULL",
        "rank": "INTEGER NOT NULL",
        "keyframe_id": "INTEGER NOT NULL",
        "time_ns": "INTEGER NOT NULL",
        "score": "REAL NOT NULL",
        "x0_px": "INTEGER NOT NULL",
        "y0_px": "INTEGER NOT NULL",
        "x1_px": "INTEGER NOT NULL",
        "y1_px": "INTEGER NOT NULL",
        "bearing_rad": "REAL NOT NULL",
        "colors": "TEXT NOT NULL",  # JSON
        "feature": "BLOB NOT NULL",  # (D,) float16
        "jpeg": "BLOB NOT NULL",
        "label": "TEXT NOT NULL",
    },
    "relations": {
        "position": "INTEGER PRIMARY KEY",  # order of insertion
        "subject_id": "TEXT NOT NULL",
        "predicate": "TEXT NOT NULL",
        "object_id": "TEXT NOT NULL",
        "confidence": "REAL NOT NULL",
        "seen": "INTEGER NOT NULL",
        "sentence": "TEXT NOT NULL",
    },
    "doorways": {
        "position": "INTEGER PRIMARY KEY",
        "room_a": "TEXT NOT NULL",
        "room_b": "TEXT NOT NULL",
        "x_m": "REAL NOT NULL",
        "y_m": "REAL NOT NULL",
        "width_m": "REAL NOT NULL",
    },
    "hints": {
        "position": "INTEGER PRIMARY KEY",
        "room_id": "TEXT NOT NULL",
        "label": "TEXT NOT NULL",
        "keyframe_id": "INTEGER NOT NULL",
        "box": "TEXT NOT NULL",  # JSON, four shares of the picture or null
        "position_m": "BLOB",  # (3,) float64
        "extent_m": "BLOB",  # (3,) float64
    },
    "aliases": {"old_id": "TEXT PRIMARY KEY", "new_id": "TEXT NOT NULL"},
    "path": {
        "position": "INTEGER PRIMARY KEY",
        "x_m": "REAL NOT NULL",
        "y_m": "REAL NOT NULL",
        "z_m": "REAL NOT NULL",
        "time_ns": "INTEGER NOT NULL",
    },
}
_KEYS = {"views": "PRIMARY KEY (object_number, rank)"}


def _add_life(connection: sqlite3.Connection) -> None:
    """1 -> 2: histories, corrections by hand, and times for the correction of poses."""
    for table, column in (
        ("objects", "points_ns BLOB NOT NULL DEFAULT x''"),
        ("objects", "given_label TEXT NOT NULL DEFAULT ''"),
        ("objects", "pinned INTEGER NOT NULL DEFAULT 0"),
        ("objects", "moved_to TEXT"),
        ("objects", "history TEXT NOT NULL DEFAULT '[]'"),
        ("views", "label TEXT NOT NULL DEFAULT ''"),
        ("path", "time_ns INTEGER NOT NULL DEFAULT 0"),
    ):
        connection.execute(f"ALTER TABLE {table} ADD COLUMN {column}")
    # What is not known better: every point was last seen when its node was (12 bytes a point).
    rows = connection.execute("SELECT number, last_seen_ns, length(points_m) / 12 FROM objects")
    for number, last_seen_ns, count in rows.fetchall():
        times = last_seen_ns.to_bytes(8, "little", signed=True) * count
        connection.execute("UPDATE objects SET points_ns = ? WHERE number = ?", (times, number))


# MIGRATIONS[n] lifts schema n to n + 1 inside the caller's transaction. Never edit a released
# one: tests/golden holds a file of every released schema, and all of them must still load.


def _add_hints(connection: sqlite3.Connection) -> None:
    """2 -> 3: things that a language model saw and the map does not hold."""
    connection.execute(
        "CREATE TABLE hints (position INTEGER PRIMARY KEY, room_id TEXT NOT NULL,"
        " label TEXT NOT NULL, keyframe_id INTEGER NOT NULL, box TEXT NOT NULL,"
        " position_m BLOB, extent_m BLOB)"
    )


MIGRATIONS: dict[int, Callable[[sqlite3.Connection], None]] = {1: _add_life, 2: _add_hints}


def create_tables(connection: sqlite3.Connection) -> None:
    """Lay out an empty map inside the caller's transaction."""
    for table, columns in TABLES.items():
        parts = [f"{name} {kind}" for name, kind in columns.items()]
        if table in _KEYS:
            parts.append(_KEYS[table])
        connection.execute(f"CREATE TABLE {table} ({', '.join(parts)})")
    connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")
    connection.execute(f"PRAGMA user_version = {SCHEMA}")


def version_of(connection: sqlite3.Connection) -> int | None:
    """The schema of the open file, or None when it is not a map."""
    if connection.execute("PRAGMA application_id").fetchone()[0] != APPLICATION_ID:
        return None
    return int(connection.execute("PRAGMA user_version").fetchone()[0])


def migrate(connection: sqlite3.Connection, version: int) -> None:
    """Lift an open map of schema ``version`` to ``SCHEMA``, in one transaction."""
    connection.execute("BEGIN IMMEDIATE")
    try:
        for step in range(version, SCHEMA):
            MIGRATIONS[step](connection)
        connection.execute(f"PRAGMA user_version = {SCHEMA}")
    except BaseException:
        connection.execute("ROLLBACK")
        raise
    connection.execute("COMMIT")
