"""Writes ``map_schema<n>.sql`` of the current schema; run once, when a schema is released."""

import sqlite3
import tempfile
from contextlib import closing
from pathlib import Path

from graphs import full_graph
from inherit_fast.graph import Store, schema

with tempfile.TemporaryDirectory() as folder:
    with Store.create(Path(folder)) as store:
        store.save_keyframe(full_graph())
    with closing(sqlite3.connect(Path(folder) / "map.db")) as connection:
        lines = [
            f"PRAGMA application_id = {schema.APPLICATION_ID};",
            f"PRAGMA user_version = {schema.SCHEMA};",
            *connection.iterdump(),
        ]
golden = Path(__file__).with_name(f"map_schema{schema.SCHEMA}.sql")
golden.write_text("\n".join(lines) + "\n")
