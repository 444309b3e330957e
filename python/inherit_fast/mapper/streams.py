"""The parts of one run, opened together: both streams, upkeep, worker, sessions and the graph."""

from collections import Counter
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
class Streams:
    """What runs while frames come.

    Attributes:
        graph: the map.
        geometry: on the caller's thread.
        semantic: on the worker's.
        upkeep: global updates, on the worker's too.
        worker: drives the two.
        sessions: which recordings the map holds.
    """

    graph: SceneGraph
    geometry: GeometricStream
    semantic: SemanticStream
    upkeep: Upkeep
    worker: Worker
    sessions: Sessions

    def dropped(self) -> Counter[str]:
        """What all parts left out, by reason."""
        counts = Counter(self.semantic.dropped()) + self.worker.memory.counts
        return counts + Counter(self.geometry.dropped())


def open_streams(
    config: Config,
    models: Models,
    store: Store | None,
    T_map_source: npt.NDArray[np.float64],
    timings: Timings,
) -> Streams:
    """Begin a run, or go on with what ``store`` holds.

    Args:
        config: all thresholds.
        models: perception.
        store: the map's file, or None.
        T_map_source: (4, 4) the source's world to the map's, for a new map.
        timings: of the geometric stream.
    """
    graph = _load(config, store, T_map_source)
    synonyms = Synonyms.load()
    geometry = GeometricStream(config.geometric, models.encoder, timings)
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
    sessions = Sessions(meta, graph.T_map_source)
    return Streams(graph, geometry, semantic, upkeep, worker, sessions)


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
    grown, nodes, waiting = (
        state.unpack(part, store) for part in ("geometry", "semantic", "upkeep")
    )
    if grown is not None and nodes is not None and waiting is not None:
        geometry.restore(*grown)
        semantic.restore(nodes[0])
        upkeep.restore(*waiting)
