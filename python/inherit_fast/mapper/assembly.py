"""The parts of a mapper, put together and brought to where the map's file stands."""

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from inherit_fast.config import Config, content_config
from inherit_fast.geometric.stream import GeometricStream
from inherit_fast.graph import SceneGraph
from inherit_fast.graph.store import Store
from inherit_fast.language.room_table import RoomTable
from inherit_fast.language.synonyms import Synonyms
from inherit_fast.mapper import state
from inherit_fast.mapper.models import Models
from inherit_fast.mapper.sessions import Sessions
from inherit_fast.mapper.upkeep import Upkeep
from inherit_fast.mapper.worker import Worker
from inherit_fast.semantic.stream import SemanticStream
from inherit_fast.timings import Timings


@dataclass(frozen=True, slots=True, eq=False)
class Assembly:
    """``geometry`` and ``sessions`` belong to the caller's thread, the rest to the worker's."""

    graph: SceneGraph
    geometry: GeometricStream
    sessions: Sessions
    worker: Worker
    upkeep: Upkeep


def assemble(
    config: Config,
    models: Models,
    store: Store | None,
    T_map_source: npt.NDArray[np.float64],
    timings: Timings,
) -> Assembly:
    """Make all parts; with a store that holds a map, they go on where it was saved."""
    graph = _load(config, store, T_map_source)
    geometry = GeometricStream(config.geometric, models.encoder, timings)
    synonyms = Synonyms.load()
    semantic = SemanticStream(
        config.semantic, graph, models.segmenter, models.features, synonyms.same
    )
    table = RoomTable.load(synonyms, models.texts)
    upkeep = Upkeep(config, graph, table, models.texts, semantic.timings, synonyms, models.language)
    voxel_m = config.semantic.geometry.voxel_m
    worker = Worker(graph, semantic, upkeep, store, config.memory, voxel_m)
    meta: dict[str, Any] = {}
    if store is not None:
        _restore(store, geometry, semantic, upkeep)
        meta = store.meta()
    return Assembly(graph, geometry, Sessions(meta, graph.T_map_source), worker, upkeep)


def _load(config: Config, store: Store | None, T_map_source: npt.NDArray[np.float64]) -> SceneGraph:
    if store is None:
        return SceneGraph(T_map_source=T_map_source)
    graph = store.load()
    if not graph.floors:
        graph.T_map_source = T_map_source
        store.put_meta({"config": content_config(config)})
    return graph


def _restore(
    store: Store, geometry: GeometricStream, semantic: SemanticStream, upkeep: Upkeep
) -> None:
    parts = [state.unpack(part, store) for part in ("geometry", "semantic", "upkeep")]
    floors, nodes, waiting = parts
    if floors is not None and nodes is not None and waiting is not None:
        geometry.restore(*floors)
        semantic.restore(nodes[0])
        upkeep.restore(*waiting)
