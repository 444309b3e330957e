"""Known scenes to ask about: imported maps, VLA-3D folders, and procedural houses."""

from dataclasses import dataclass
from pathlib import Path

from inherit_fast.datasets.house import build_house, truth_graph
from inherit_fast.datasets.house.config import parse_house_config
from inherit_fast.errors import QueryError
from inherit_fast.evaluation.noise import tell_anew
from inherit_fast.export import read_graph
from inherit_fast.graph import SceneGraph, Store


@dataclass(frozen=True, slots=True, eq=False)
class KnownScene:
    """A scene whose objects are known: its name and its graph."""

    name: str
    graph: SceneGraph


def open_known_scene(source: str) -> KnownScene:
    """What ``source`` names.

    Args:
        source: ``house:seed=3,rooms_per_floor=6``, a folder with a VLA-3D object table, or a map
            that ``import`` made.

    Raises:
        QueryError: the map was not imported, so nothing about it is known.
        StoreError, DatasetError: there is nothing of the kind.
    """
    if source == "house" or source.startswith("house:"):
        options = source.partition(":")[2]
        graph = truth_graph(build_house(parse_house_config(options)))
        tell_anew(graph)
        return KnownScene(
            "-".join(["house", *options.replace("=", "").split(",")]).strip("-"), graph
        )
    path = Path(source)
    if path.is_dir() and next(path.glob("*_object_result.csv"), None):
        return KnownScene(path.resolve().name, read_graph("vla3d", path))
    with Store.open(path, readonly=True) as store:
        graph = store.load()
    if all(node.source_id is None for node in graph.objects.values()):
        raise QueryError(f"{source}: was not imported, so no answer about it is known")
    return KnownScene(path.resolve().name, graph)
