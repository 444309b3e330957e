"""The file that keeps a scene graph: one SQLite database a map, one transaction a keyframe."""

import json
import sqlite3
import threading
from collections import Counter, defaultdict
from collections.abc import Collection, Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from types import TracebackType
from typing import Any, Self

import numpy as np

from inherit_fast.errors import StoreError
from inherit_fast.graph import object_rows, rows
from inherit_fast.graph.claim import Claim, claimed
from inherit_fast.graph.connection import create_file, database_file, explained, open_file
from inherit_fast.graph.graph import SceneGraph
from inherit_fast.graph.nodes import Relation, View
from inherit_fast.graph.packing import to_json
from inherit_fast.graph.writer import GraphWriter

_T_MAP_SOURCE = "T_map_source"


class Store:
    """A map on disk.

    Use ``Store.create`` or ``Store.open``, best in a ``with`` block. All methods may be called
    from any thread; each is one transaction, so a kill loses at most the call in work.
    """

    def __init__(self, file: Path, connection: sqlite3.Connection, claim: Claim | None) -> None:
        self.file = file
        self._claim = claim  # None: for reading only
        self._connection = connection
        self._lock = threading.RLock()
        self._writer = GraphWriter(connection)

    @classmethod
    def create(cls, path: Path) -> Self:
        """Make an empty map at ``path``: a folder that will hold ``map.db``, or a ``.db`` file.

        Raises:
            StoreError: a map is there already, or the place cannot be written.
        """
        file = database_file(Path(path))
        with claimed(file) as claim:
            return cls(file, create_file(file), claim)

    @classmethod
    def open(cls, path: Path, *, readonly: bool = False) -> Self:
        """Open the map at ``path`` (folder or ``.db`` file); older schemas are lifted.

        One program writes at a time; any number may read meanwhile.

        Raises:
            SchemaError: the map is of a newer schema.
            StoreError: it is missing, not a map, damaged, not writable or being written.
        """
        file = database_file(Path(path))
        if readonly or not file.is_file():
            return cls(file, open_file(file, readonly=readonly), None)
        with claimed(file) as claim:
            return cls(file, open_file(file, readonly=False), claim)

    @property
    def folder(self) -> Path:
        """Where pictures and logs of this map belong."""
        return self.file.parent

    def save_keyframe(
        self,
        graph: SceneGraph,
        dirty: Collection[str] | None = None,
        *,
        meta: Mapping[str, Any] | None = None,
        state: Mapping[str, bytes] | None = None,
    ) -> None:
        """Write what a keyframe changed, all or nothing.

        Args:
            graph: the graph to keep. Nodes that are new or gone, relations, doorways, aliases,
                counters and the path are compared with what the file holds.
            dirty: ids of known nodes whose content changed; None writes every node.
            meta: values for ``put_meta``, in the same transaction.
            state: blobs for ``put_state``, in the same transaction.

        Raises:
            StoreError: nothing was written, and why.
        """
        with self._transaction():
            self._put_meta({_T_MAP_SOURCE: graph.T_map_source.ravel().tolist(), **(meta or {})})
            for name, data in (state or {}).items():
                self._put_state(name, data)
            self._writer.write(graph, dirty)

    def load(self) -> SceneGraph:
        """The whole graph; later saves to this store write only differences to it.

        Raises:
            StoreError: the file is damaged.
        """
        with self._lock, explained(self.file):
            try:
                graph = self._read()
            except (ValueError, KeyError, TypeError) as error:
                raise StoreError(f"{self.file}: the map is damaged ({error})") from error
            self._writer.remember(graph)
            return graph

    def put_meta(self, values: Mapping[str, Any]) -> None:
        """Keep JSON values by name.

        Names that begin with ``run.`` tell of one run (times, host) and do not count as content.
        """
        with self._transaction():
            self._put_meta(values)

    def meta(self) -> dict[str, Any]:
        """All values kept by ``put_meta``."""
        pairs = self._all("SELECT key, value FROM meta ORDER BY key")
        return {key: json.loads(value) for key, value in pairs if key != _T_MAP_SOURCE}

    def put_state(self, name: str, data: bytes) -> None:
        """Keep one blob, such as a floor's grid, by name."""
        with self._transaction():
            self._put_state(name, data)

    def get_state(self, name: str) -> bytes | None:
        """The blob kept under ``name``, or None."""
        found = self._all("SELECT data FROM state WHERE name = ?", name)
        return bytes(found[0][0]) if found else None

    def state_names(self) -> list[str]:
        """Names of all blobs, sorted."""
        return [name for (name,) in self._all("SELECT name FROM state ORDER BY name")]

    def close(self) -> None:
        """Fold the log into the one file and let go of it. May be called twice."""
        with self._lock:
            if self._claim:
                self._settle()
            self._connection.close()
            if self._claim:
                self._claim.release()
            self._claim = None

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    @contextmanager
    def _transaction(self) -> Iterator[None]:
        with self._lock, explained(self.file):
            self._connection.execute("BEGIN IMMEDIATE")
            try:
                yield
                self._connection.execute("COMMIT")
            except BaseException:
                self._writer.forget()  # what it believes to be on disk is not
                if self._connection.in_transaction:  # a full disk has rolled back already
                    self._connection.execute("ROLLBACK")
                raise

    def _settle(self) -> None:
        """Leave a file without a log, which can be read where nothing may be written."""
        with suppress(sqlite3.OperationalError):  # read by another program: the log stays
            self._connection.execute("PRAGMA journal_mode = DELETE")

    def _put_meta(self, values: Mapping[str, Any]) -> None:
        pairs = [(key, to_json(value)) for key, value in values.items()]
        self._connection.executemany("INSERT OR REPLACE INTO meta VALUES (?, ?)", pairs)

    def _put_state(self, name: str, data: bytes) -> None:
        self._connection.execute("INSERT OR REPLACE INTO state VALUES (?, ?)", (name, data))

    def _all(self, query: str, *values: Any) -> list[rows.Row]:
        with self._lock, explained(self.file):
            return self._connection.execute(query, values).fetchall()

    def _read(self) -> SceneGraph:
        graph = SceneGraph()
        graph.floors = {f.id: f for f in map(rows.floor_from, self._table("floors"))}
        graph.rooms = {r.id: r for r in map(rows.room_from, self._table("rooms"))}
        graph.areas = {a.id: a for a in map(rows.area_from, self._table("areas"))}
        views = self._views()
        for row in self._table("objects"):
            graph.objects[row[1]] = object_rows.object_from(row, views.get(row[0], ()))
        for _, *values in self._table("relations"):
            graph.add_relation(Relation(*values))
        graph.doorways = [rows.doorway_from(row) for row in self._table("doorways")]
        graph.hints = [rows.hint_from(row) for row in self._table("hints")]
        graph.aliases = dict(self._all("SELECT old_id, new_id FROM aliases ORDER BY old_id"))
        path = self._table("path")
        graph.path_m = [(x, y, z) for _, x, y, z, _ in path]
        graph.path_ns = [time_ns for *_, time_ns in path]
        graph.counters = Counter(dict(self._all("SELECT kind, value FROM counters ORDER BY kind")))
        found = self._all("SELECT value FROM meta WHERE key = ?", _T_MAP_SOURCE)
        if found:
            graph.T_map_source = np.array(json.loads(found[0][0])).reshape(4, 4)
        return graph

    def _table(self, table: str) -> list[rows.Row]:
        return self._all(f"SELECT * FROM {table} ORDER BY 1")

    def _views(self) -> dict[int, list[View]]:
        views: defaultdict[int, list[View]] = defaultdict(list)
        for row in self._all("SELECT * FROM views ORDER BY object_number, rank"):
            views[row[0]].append(object_rows.view_from(row))
        return views
