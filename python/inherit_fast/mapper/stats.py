"""What a run did: the funnel from frames to nodes, the time of each stage, the queue, the sizes."""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass
from typing import Any

from inherit_fast.graph import SceneGraph
from inherit_fast.timings import StageTiming, Timings


@dataclass(frozen=True, slots=True)
class MapStats:
    """Figures of a run so far.

    Attributes:
        funnel: counts in the order of the way of a frame: frames, keyframes, detections, lifted,
            matched, new nodes, merged nodes.
        dropped: reason -> count, over all stages.
        nodes: state -> count of object nodes.
        floors, rooms, areas, relations: sizes of the graph.
        queue_most, queue_dropped: fullest the queue was, and keyframes it dropped (live only).
        queue: its back-pressure: ``capacity``, ``threads``, ``waiting`` now, ``put_in``, ``most``,
            ``dropped`` keyframes, and ``waited_s``, for which ``push`` stood still (replay only).
        timings: stage -> calls, p50 and p95.
        bytes: store -> bytes held in memory: points, views and features of the nodes, grids, and
            pictures of rooms; ``config.memory`` caps them.
        language: what a language model was asked: ``pending`` texts, ``failures`` by kind, and the
            figures of ``language.Meter`` where it has one.
    """

    funnel: dict[str, int]
    dropped: dict[str, int]
    nodes: dict[str, int]
    floors: int
    rooms: int
    areas: int
    relations: int
    queue_most: int
    queue_dropped: int
    queue: dict[str, float]
    timings: dict[str, StageTiming]
    bytes: dict[str, int]
    language: dict[str, Any]

    def to_dict(self) -> dict[str, Any]:
        """Plain values, for JSON."""
        return asdict(self)


def node_states(graph: SceneGraph) -> dict[str, int]:
    """State -> count of object nodes."""
    return dict(sorted(Counter(node.state for node in list(graph.objects.values())).items()))


def collect(
    frames: int,
    graph: SceneGraph,
    funnel: Mapping[str, int],
    dropped: Mapping[str, int],
    queue: Mapping[str, float],
    timings: Iterable[Timings],
    language: dict[str, Any],
    held: Mapping[str, int],
) -> MapStats:
    """Put the figures of all parts together; ``held`` is ``bytes``, the rest as in MapStats."""
    return MapStats(
        funnel={"frames": frames, **funnel},
        dropped=dict(sorted(dropped.items())),
        nodes=node_states(graph),
        floors=len(graph.floors),
        rooms=len(graph.rooms),
        areas=len(graph.areas),
        relations=len(graph.relations),
        queue_most=int(queue["most"]),
        queue_dropped=int(queue["dropped"]),
        queue=dict(queue),
        timings={stage: timing for part in timings for stage, timing in part.summary().items()},
        bytes=dict(held),
        language=language,
    )
