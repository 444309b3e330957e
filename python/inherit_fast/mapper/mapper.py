"""The two streams, the queue between them, and the file, put together (paper, section III-B)."""

from collections.abc import Mapping
from concurrent.futures import Future, wait

import numpy as np
import numpy.typing as npt

from inherit_fast.bounded_queue import BoundedQueue
from inherit_fast.config import Config
from inherit_fast.errors import InheritFastError, QueueClosedError
from inherit_fast.frame import Frame
from inherit_fast.geometric.stream import GeometricResult
from inherit_fast.graph import SceneGraph
from inherit_fast.graph.store import Store
from inherit_fast.mapper import state
from inherit_fast.mapper.background import in_background
from inherit_fast.mapper.models import Models, open_models
from inherit_fast.mapper.stats import MapStats, collect
from inherit_fast.mapper.streams import Streams, open_streams
from inherit_fast.mapper.work import Wish, Work
from inherit_fast.semantic.edits import Edit
from inherit_fast.semantic.pose_correction import PoseCorrection
from inherit_fast.timings import Timings


class Mapper:
    """Maps frames into a scene graph, incrementally.

    The geometric stream runs on the caller's thread, the semantic stream on a worker thread that
    the first ``push`` starts. The first failure of either ends both, and is raised by the next
    ``push`` or by ``close`` with its own type.

    Args:
        config: all thresholds.
        store: the map's file; None keeps the graph in memory only. A store that holds a map
            already is gone on with.
        instance_labels: labels of the ids that the source drew into its frames (see Dataset).
        T_map_source: (4, 4) float64, the source's world to the map's, kept with the map.
        models: perception to use instead of the configured one.
    """

    def __init__(
        self,
        config: Config | None = None,
        *,
        store: Store | None = None,
        instance_labels: Mapping[int, str] | None = None,
        T_map_source: npt.NDArray[np.float64] | None = None,
        models: Models | None = None,
    ) -> None:
        self._config = config or Config()
        self._store = store
        self._labels = dict(instance_labels or {})
        self._models = models
        self._T_map_source = np.eye(4) if T_map_source is None else T_map_source
        self._queue: BoundedQueue[Work] = BoundedQueue(
            self._config.queue.capacity, self._config.queue.overflow
        )
        self._running: Future[None] | None = None
        self._carried = Work(None)
        self._timings = Timings()
        self._frames = 0
        self._dropped = 0

    def push(self, frame: Frame) -> None:
        """Take in one frame; frames come in time order.

        Raises:
            InheritFastError: the semantic stream failed earlier, with its own type.
        """
        streams = self._opened()
        self._frames += 1
        result = streams.geometry.push(streams.sessions.place(frame))
        if result.keyframe is not None or result.events:
            self._hand_over(result)

    def edit(self, edit: Edit) -> Future[set[str]]:
        """Correct the map by hand, in order with the frames pushed so far; returns at once.

        Returns:
            what gets the ids of the nodes that changed, or EditError where there is no such node:
            mapping goes on either way.
        """
        return self._wish(edit)

    def apply_pose_correction(
        self, from_ns: int, to_ns: int, T: npt.NDArray[np.float64]
    ) -> Future[set[str]]:
        """Move what was built from frames whose poses were wrong (a loop closure upstream).

        Objects, their views, the path and the viewpoints of rooms move; nodes that come together
        merge. Occupancy grids keep what those frames drew until the place is seen again.

        Args:
            from_ns: time of the first frame.
            to_ns: time of the last frame.
            T: (4, 4) float64, from where they were to where they belong, in the map's world.

        Returns:
            what gets the ids of the nodes that changed.

        Raises:
            FrameError: ``T`` is not a rigid motion.
        """
        return self._wish(PoseCorrection(from_ns, to_ns, T))

    def close(self) -> SceneGraph:
        """Finish what is queued, run the last global update, and hand out the graph."""
        streams = self._opened()
        assert self._running is not None
        try:
            last = Work(None, maps=streams.geometry.finish(), last=True)
            self._put(self._with_carried(last), may_drop=False)
        finally:
            self._queue.close()
            wait([self._running])
        self._running.result()
        return streams.graph

    def abort(self) -> None:
        """Stop after the parcel in work; everything already saved stays."""
        self._queue.close()
        if self._running is not None:
            wait([self._running])

    def stats(self) -> MapStats:
        """Funnel counters, stage timings, queue figures, sizes; from any thread, at any time."""
        streams = self._opened()
        return collect(
            self._frames,
            streams.graph,
            streams.semantic.counts,
            streams.dropped(),
            self._pressure(),
            (self._timings, streams.semantic.timings),
            streams.upkeep.text_figures(),
            streams.worker.memory.bytes(),
        )

    def _pressure(self) -> dict[str, float]:
        queue, config = self._queue, self._config.queue
        return {
            "capacity": config.capacity,
            "threads": config.threads,
            "waiting": len(queue),
            "put_in": queue.put_in,
            "most": queue.most,
            "dropped": self._dropped,
            "waited_s": queue.waited_s,
        }

    @property
    def next_frame(self) -> int:
        """Index of the first frame that the map does not hold yet; see ``begin``."""
        return self._opened().sessions.next_frame

    def begin(self, first: Frame) -> int:
        """Say which recording comes, by its first frame, when going on with a map.

        Another recording than the one before joins the map: its frames come after those in time,
        and in the same world, whatever way up its source found for itself.

        Returns:
            index of the first frame of it that the map does not hold yet.
        """
        return self._opened().sessions.begin(first, self._T_map_source)

    def _start(self) -> None:
        self._models = self._models or open_models(self._config, self._labels)
        self._streams = open_streams(
            self._config, self._models, self._store, self._T_map_source, self._timings
        )
        self._running = in_background(self._consume, "semantic", self._queue.close)

    def _opened(self) -> Streams:
        if self._running is None:
            self._start()
        return self._streams

    def _consume(self) -> None:
        try:
            self._streams.worker.run(self._queue, self._config.queue.threads)
        finally:
            self._queue.close()  # a producer never waits for a worker that is gone

    def _hand_over(self, result: GeometricResult) -> None:
        geometry, sessions = self._streams.geometry, self._streams.sessions
        work = self._with_carried(Work(result.keyframe, result.events, result.maps))
        work.grid_bytes = geometry.grid_bytes()
        if work.events and not work.maps:
            work.maps = geometry.maps()
        if self._store is not None and result.keyframe is not None:
            work.meta = {"sessions": sessions.state()}
            work.state = state.pack("geometry", geometry.state())
        self._put(work)

    def _put(self, work: Work, *, may_drop: bool = True) -> None:
        try:
            pushed_out = self._queue.put(work, may_drop=may_drop)
        except QueueClosedError:
            assert self._running is not None
            self._running.result()  # the worker failed first: its error is the one to tell
            raise InheritFastError("the mapper is closed: no more frames can be pushed") from None
        if pushed_out is not None:
            self._dropped += pushed_out.keyframe is not None
            self._carried = pushed_out  # a dropped keyframe takes no event or wish with it

    def _with_carried(self, work: Work) -> Work:
        work.events = [*self._carried.events, *work.events]
        work.wishes = [*self._carried.wishes, *work.wishes]
        self._carried = Work(None)
        return work

    def _wish(self, what: Edit | PoseCorrection) -> Future[set[str]]:
        streams = self._opened()
        wish = Wish(what)
        work = self._with_carried(Work(None, wishes=[wish]))
        if work.events:
            work.maps = streams.geometry.maps()
        self._put(work)
        return wish.done
