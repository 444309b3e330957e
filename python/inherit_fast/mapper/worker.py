"""The semantic side of the queue: keyframes into nodes, events into updates, all into the file."""

from typing import Any

from inherit_fast.bounded_queue import BoundedQueue
from inherit_fast.errors import InheritFastError
from inherit_fast.graph import SceneGraph
from inherit_fast.graph.store import Store
from inherit_fast.mapper import state
from inherit_fast.mapper.crew import Crew
from inherit_fast.mapper.upkeep import Upkeep
from inherit_fast.mapper.work import Wish, Work
from inherit_fast.semantic.found import Look
from inherit_fast.semantic.stream import SemanticStream
from inherit_fast.updates.memory import MemoryConfig, MemoryKeeper


class Worker:
    """Works off the queue; everything that it does depends on the parcels alone.

    ``store`` may be absent: the graph then lives in memory only.
    """

    def __init__(
        self,
        graph: SceneGraph,
        semantic: SemanticStream,
        upkeep: Upkeep,
        store: Store | None,
        memory: MemoryConfig,
        voxel_m: float,
    ) -> None:
        self._graph = graph
        self.semantic = semantic
        self._upkeep = upkeep
        self._store = store
        self.memory = MemoryKeeper(memory, graph, voxel_m, self._other_bytes)
        self._grid_bytes = 0
        self._changed_blobs = state.ChangedBlobs()

    def run(self, queue: BoundedQueue[Work], threads: int) -> None:
        """Work off every parcel; as many keyframes at a time are looked at, in any order."""
        Crew(self.look, self.fold, threads).run(queue)

    def look(self, work: Work) -> Look | None:
        """The part of a parcel that needs no graph."""
        return None if work.keyframe is None else self.semantic.look(work.keyframe)

    def fold(self, work: Work, look: Look | None) -> None:
        """One parcel: its wishes, then its events, then its keyframe, then one transaction.

        After the last one, texts that a language model still owes are waited for, within limits.
        """
        changed: set[str] = set()
        for wish in work.wishes:
            changed |= self._grant(wish)
        if work.events or work.last:
            changed |= self._upkeep.update(work.events, work.maps, last=work.last)
        meta: dict[str, Any] = {}
        if work.keyframe is not None and look is not None:
            frame = work.keyframe.frame
            seen = self.semantic.fold(work.keyframe, look)
            self._upkeep.keyframe(work.keyframe, seen)
            changed |= seen
            x, y, z = (float(v) for v in frame.position_m)
            self._graph.path_m.append((x, y, z))
            self._graph.path_ns.append(frame.time_ns)
            meta = {"last_frame": frame.index, "last_time_ns": frame.time_ns, **work.meta}
        changed |= self._upkeep.take_texts()
        self._grid_bytes = work.grid_bytes or self._grid_bytes
        evicted = self.memory(changed)
        if evicted:
            self.semantic.forget(evicted)
        self._save(changed | evicted, meta, work.state)
        if work.last and (late := self._upkeep.finish_texts()):
            self._save(late, {}, {})

    def _other_bytes(self) -> dict[str, int]:
        return {"grids": self._grid_bytes, "pictures": self._upkeep.picture_bytes}

    def _grant(self, wish: Wish) -> set[str]:
        """A wish that cannot be granted is told to who made it; mapping goes on."""
        now = self._graph.path_ns[-1] if self._graph.path_ns else 0
        try:
            changed = self.semantic.correct(wish.what, now)
        except InheritFastError as error:
            wish.done.set_exception(error)
            return set()
        self._upkeep.corrected(wish.what, changed)
        wish.done.set_result(changed & self._graph.objects.keys())
        return changed

    def _save(self, changed: set[str], meta: dict[str, Any], geometry: dict[str, bytes]) -> None:
        if self._store is None:
            return
        with self.semantic.timings.measure("store"):
            blobs = geometry | state.pack("upkeep", self._upkeep.state())
            blobs |= state.pack("semantic", (self.semantic.state(), {}))
            self._store.save_keyframe(
                self._graph, changed, meta=meta, state=self._changed_blobs(blobs)
            )
