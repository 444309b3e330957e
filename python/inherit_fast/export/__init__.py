"""Graphs to and from the formats of other programs."""

from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import cast

from inherit_fast.errors import DatasetError
from inherit_fast.graph import SceneGraph

# Name -> where its function is; only the one asked for is loaded.
_READERS = {
    "conceptgraphs": "inherit_fast.export.conceptgraphs_reader:read_conceptgraphs",
    "dsg": "inherit_fast.export.dsg_reader:read_dsg",
    "hovsg": "inherit_fast.export.hovsg_reader:read_hovsg",
    "json": "inherit_fast.export.plain_json_reader:read_json",
    "vla3d": "inherit_fast.export.vla3d:read_vla3d",
}
_WRITERS = {
    "conceptgraphs": "inherit_fast.export.conceptgraphs:write_conceptgraphs",
    "dsg": "inherit_fast.export.dsg:write_dsg",
    "hovsg": "inherit_fast.export.hovsg:write_hovsg",
    "json": "inherit_fast.export.plain_json:write_json",
    "ply": "inherit_fast.export.clouds:write_object_points",
}


def read_graph(name: str, source: Path) -> SceneGraph:
    """Read a graph in the format ``name``.

    Raises:
        DatasetError: there is no such format, or the source is not in it.
    """
    if not source.exists():
        raise DatasetError(f"{source}: does not exist")
    return cast(Callable[[Path], SceneGraph], _load(_READERS, name, "import"))(source)


def write_graph(graph: SceneGraph, name: str, output: Path) -> None:
    """Write ``graph`` in the format ``name``.

    Raises:
        DatasetError: there is no such format.
        StoreError: the place cannot be written.
    """
    cast(Callable[[SceneGraph, Path], None], _load(_WRITERS, name, "export"))(graph, output)


def _load(table: dict[str, str], name: str, verb: str) -> object:
    if name not in table:
        known = ", ".join(sorted(table))
        raise DatasetError(f"cannot {verb} the format {name!r}; known formats: {known}")
    module, function = table[name].split(":")
    return getattr(import_module(module), function)
