"""Writes the difference between a graph in memory and the one in the file."""

import sqlite3
from collections.abc import Callable, Collection, Mapping
from typing import Any

from inherit_fast.graph import object_rows, rows
from inherit_fast.graph.graph import SceneGraph, id_number
from inherit_fast.graph.nodes import ObjectNode, View
from inherit_fast.graph.schema import TABLES

_GRAPH_TABLES = [table for table in TABLES if table not in ("meta", "state")]


class GraphWriter:
    """Remembers what the file holds, so that a keyframe costs what it changed.

    Without such memory (a new store, or after a failed transaction) the next write replaces
    the graph as a whole. The caller owns the transaction.
    """

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection
        self.forget()

    def forget(self) -> None:
        """The file's content is unknown; the next write replaces it."""
        self._known = False
        self._nodes: dict[str, set[str]] = {t: set() for t in ("floors", "rooms", "areas")}
        self._views: dict[str, list[View]] = {}
        self._relations: dict[tuple[str, str, str], tuple[int, rows.Row]] = {}
        self._doorways: list[rows.Row] = []
        self._hints: list[rows.Row] = []
        self._aliases: dict[str, str] = {}
        self._path: list[tuple[float, float, float]] = []  # the graph's own list, not a copy
        self._path_written = 0
        self._counters: dict[str, int] = {}

    def remember(self, graph: SceneGraph) -> None:
        """The file holds exactly ``graph``."""
        self._known = True
        for table in self._nodes:
            self._nodes[table] = set(getattr(graph, table))
        self._views = {node.id: list(node.views) for node in graph.objects.values()}
        self._relations = {
            key: (position, rows.relation_row(relation))
            for position, (key, relation) in enumerate(graph.relations.items())
        }
        stored = self._connection.execute("SELECT position FROM relations ORDER BY 1").fetchall()
        for (key, (_, row)), (position,) in zip(self._relations.items(), stored, strict=True):
            self._relations[key] = position, row
        self._doorways = [rows.doorway_row(doorway) for doorway in graph.doorways]
        self._hints = [rows.hint_row(hint) for hint in graph.hints]
        self._aliases = dict(graph.aliases)
        self._path, self._path_written = graph.path_m, len(graph.path_m)
        self._counters = dict(graph.counters)

    def write(self, graph: SceneGraph, dirty: Collection[str] | None) -> None:
        """Bring the file to ``graph``; ``dirty`` None rewrites every node."""
        if not self._known:
            for table in _GRAPH_TABLES:
                self._connection.execute(f"DELETE FROM {table}")
            self._known, dirty = True, None
        self._write_nodes("floors", graph.floors, rows.floor_row, dirty)
        self._write_nodes("rooms", graph.rooms, rows.room_row, dirty)
        self._write_nodes("areas", graph.areas, rows.area_row, dirty)
        self._write_objects(graph, dirty)
        self._write_relations(graph)
        self._write_lists(graph)

    def _write_nodes(
        self,
        table: str,
        nodes: Mapping[str, Any],
        to_row: Callable[[Any], rows.Row],
        dirty: Collection[str] | None,
    ) -> None:
        known = self._nodes[table]
        changed = [n for n in nodes.values() if dirty is None or n.id in dirty or n.id not in known]
        self._insert(table, [to_row(node) for node in changed])
        self._delete(table, known - nodes.keys())
        self._nodes[table] = set(nodes)

    def _write_objects(self, graph: SceneGraph, dirty: Collection[str] | None) -> None:
        known = self._views
        changed = [
            node
            for node in graph.objects.values()
            if dirty is None or node.id in dirty or node.id not in known
        ]
        self._insert("objects", [object_rows.object_row(node) for node in changed])
        for node in changed:
            self._write_views(node)
        gone = known.keys() - graph.objects.keys()
        self._delete("objects", gone)
        for node_id in sorted(gone, key=id_number):
            self._trim_views(node_id, 0)
            del known[node_id]

    def _write_views(self, node: ObjectNode) -> None:
        before = self._views.get(node.id, [])
        fresh = [
            object_rows.view_row(node.id, rank, view)
            for rank, view in enumerate(node.views)
            if rank >= len(before) or before[rank] is not view
        ]
        self._insert("views", fresh)
        if len(before) > len(node.views):
            self._trim_views(node.id, len(node.views))
        self._views[node.id] = list(node.views)

    def _trim_views(self, node_id: str, keep: int) -> None:
        condition = "object_number = ? AND rank >= ?"
        self._connection.execute(f"DELETE FROM views WHERE {condition}", (id_number(node_id), keep))

    def _write_relations(self, graph: SceneGraph) -> None:
        known, placed = self._relations, {}
        last = -1
        fresh_from = 1 + max((position for position, _ in known.values()), default=-1)
        changed = []
        for key, relation in graph.relations.items():
            position = known[key][0] if key in known else -1
            row = rows.relation_row(relation)
            if position <= last:  # new, or removed and added again: it stands at the end now
                position, fresh_from = fresh_from, fresh_from + 1
            if (position, row) != known.get(key):
                changed.append((position, *row))
            placed[key] = position, row
            last = position
        stale = {p for p, _ in known.values()} - {p for p, _ in placed.values()}
        self._connection.executemany(
            "DELETE FROM relations WHERE position = ?", [(p,) for p in sorted(stale)]
        )
        self._insert("relations", changed)
        self._relations = placed

    def _write_lists(self, graph: SceneGraph) -> None:
        doorways = [rows.doorway_row(doorway) for doorway in graph.doorways]
        self._doorways = self._renew("doorways", doorways, self._doorways)
        hints = [rows.hint_row(hint) for hint in graph.hints]
        self._hints = self._renew("hints", hints, self._hints)
        self._write_path(graph)
        self._replace("aliases", graph.aliases, self._aliases)
        self._replace("counters", graph.counters, self._counters)

    def _write_path(self, graph: SceneGraph) -> None:
        """Append what is new; a list that is another one tells another path."""
        path = graph.path_m
        if path is not self._path or len(path) < self._path_written:
            self._connection.execute("DELETE FROM path")
            self._path, self._path_written = path, 0
        times = graph.path_ns
        fresh = range(self._path_written, len(path))
        self._insert(
            "path",
            [(i, *map(float, path[i]), times[i] if i < len(times) else 0) for i in fresh],
        )
        self._path_written = len(path)

    def _renew(self, table: str, now: list[rows.Row], before: list[rows.Row]) -> list[rows.Row]:
        """Write a short ordered list whole, if it changed."""
        if now != before:
            self._connection.execute(f"DELETE FROM {table}")
            self._insert(table, [(i, *row) for i, row in enumerate(now)])
        return now

    def _replace(self, table: str, now: Mapping[str, Any], before: dict[str, Any]) -> None:
        if now == before:
            return
        self._connection.execute(f"DELETE FROM {table}")
        self._insert(table, sorted(now.items()))
        before.clear()
        before.update(now)

    def _insert(self, table: str, values: list[rows.Row]) -> None:
        marks = ", ".join("?" * len(TABLES[table]))
        self._connection.executemany(f"INSERT OR REPLACE INTO {table} VALUES ({marks})", values)

    def _delete(self, table: str, gone: Collection[str]) -> None:
        numbers = sorted(id_number(node_id) for node_id in gone)
        self._connection.executemany(
            f"DELETE FROM {table} WHERE number = ?", [(number,) for number in numbers]
        )
