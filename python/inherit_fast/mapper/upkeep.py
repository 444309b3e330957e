"""Global updates of the hierarchy, and the texts that tell it (paper, section III-C)."""

from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt
import simplejpeg

from inherit_fast.config import Config
from inherit_fast.frame import Keyframe
from inherit_fast.geometric.events import Event
from inherit_fast.geometric.floor_map import FloorMap
from inherit_fast.geometric.snapshot import join_state, split_state
from inherit_fast.graph import ObjectNode, SceneGraph
from inherit_fast.language import LanguageModel, MeteredModel, Synonyms
from inherit_fast.language.room_table import RoomTable
from inherit_fast.mapper.state import State
from inherit_fast.perception.seams import TextEncoder
from inherit_fast.semantic.describe import describe
from inherit_fast.semantic.edits import Edit
from inherit_fast.semantic.pose_correction import PoseCorrection
from inherit_fast.timings import Timings
from inherit_fast.updates.best_view import Viewpoint
from inherit_fast.updates.global_update import GlobalUpdater
from inherit_fast.updates.hints import pack_depth
from inherit_fast.updates.schedule import GlobalUpdate, UpdateSchedule
from inherit_fast.updates.texts import TextKeeper


class Upkeep:
    """Carries out what the schedule says is due; then describes what changed since.

    ``texts`` may be absent: descriptions then have no vectors. So may ``model``: all texts are
    then those of templates.
    """

    def __init__(
        self,
        config: Config,
        graph: SceneGraph,
        table: RoomTable,
        texts: TextEncoder | None,
        timings: Timings,
        synonyms: Synonyms,
        model: LanguageModel | None = None,
    ) -> None:
        self._config = config
        self._graph = graph
        self._texts = texts
        self._timings = timings
        self._schedule = UpdateSchedule()
        self._updater = GlobalUpdater(config.updates, table, timings=timings)
        views = self._updater.views.viewpoint
        self.keeper = TextKeeper(config.updates.texts, graph, model, views, synonyms.same)
        self._model = model
        self._depth_step = config.updates.texts.hints.depth_step_px if model is not None else 0
        self._untold: set[str] = set()

    def keyframe(self, keyframe: Keyframe, changed: Iterable[str]) -> None:
        """A keyframe changed these nodes; they wait for the next update."""
        frame = keyframe.frame
        self._untold.update(changed)
        self._schedule.keyframe(frame.time_ns, keyframe.floor_id, keyframe.room_id)
        height, width = frame.depth.shape
        jpeg = simplejpeg.encode_jpeg(frame.rgb, quality=80, colorspace="RGB")
        self._updater.views.add(
            Viewpoint(
                keyframe.id,
                keyframe.floor_id,
                frame.T_world_camera,
                frame.intrinsics,
                (width, height),
                jpeg,
                pack_depth(frame, self._depth_step) if self._depth_step else b"",
                frame.time_ns,
            )
        )

    @property
    def picture_bytes(self) -> int:
        """Memory of the rooms' pictures."""
        return self._updater.views.bytes

    def corrected(self, what: Edit | PoseCorrection, changed: Iterable[str]) -> None:
        """These nodes were corrected; they wait for the next update."""
        self._untold.update(changed)
        if isinstance(what, PoseCorrection):
            self._updater.views.correct(what.covers, what.T)

    def update(self, events: Sequence[Event], maps: Sequence[FloorMap], *, last: bool) -> set[str]:
        """Work off what is due; returns the ids of the nodes that changed."""
        due = [self._schedule.due(event) for event in events]
        if last:
            due.append(self._schedule.end())
        changed: set[str] = set()
        for update in due:
            if update is not None:
                changed |= self._carry_out(update, maps)
        if last and self._untold:  # corrected since
            changed |= self._tell(self._untold)
            self._untold = set()
        return changed

    def _carry_out(self, update: GlobalUpdate, maps: Sequence[FloorMap]) -> set[str]:
        changed = self._updater(self._graph, maps, update)
        with self._timings.measure("update: texts"):
            self.keeper.update(self._untold | changed)
            changed |= self._tell(self._untold | changed)
        self._untold = set()
        self._schedule.done(update)
        return changed

    def take_texts(self) -> set[str]:
        """Take what the language model has answered since; never waits. Ids of what changed."""
        return self._spread(self.keeper.pump())

    def finish_texts(self) -> set[str]:
        """Wait, for a limited time, for the texts that are still owed. Ids of what changed.

        Nodes that no model was ever asked about, of a run without one, are asked about now.
        """
        if self._model is None:
            return set()
        graph = self._graph
        self.keeper.update({*graph.objects, *graph.areas, *graph.rooms})
        with self._timings.measure("language model"):
            return self._spread(self.keeper.finish())

    def text_figures(self) -> dict[str, Any]:
        """What the language model was asked so far, and how it failed."""
        figures = self._model.meter().to_dict() if isinstance(self._model, MeteredModel) else {}
        failures = dict(sorted(self.keeper.failures.items()))
        return figures | {"pending": self.keeper.pending, "failures": failures}

    def _spread(self, changed: set[str]) -> set[str]:
        """Texts of things name their room: tell them anew where its name may have changed."""
        rooms = changed & self._graph.rooms.keys()
        members = {n.id for n in self._graph.objects.values() if rooms and n.room_id in rooms}
        return changed | self._tell(changed | members) if changed else changed

    def _tell(self, ids: set[str]) -> set[str]:
        """Describe nodes anew and encode the texts that changed; returns what changed."""
        retold: list[ObjectNode] = []
        for node in self._graph.objects.values():
            if node.id not in ids:
                continue
            phrase = self.keeper.phrase(node.id)
            text = describe(node, self._graph, self._config.describe, phrase)
            if text != node.description:
                node.description = text
                retold.append(node)
        if retold and self._texts is not None:
            vectors = self._texts([node.description for node in retold])
            for node, vector in zip(retold, vectors, strict=True):
                node.text_feature = vector.astype(np.float16).astype(np.float32)
        return {node.id for node in retold}

    def state(self) -> State:
        """Everything needed to go on later."""
        return split_state(
            {
                "schedule": self._schedule.state(),
                "updater": self._updater.state(),
                "untold": sorted(self._untold),
                "texts": self.keeper.state(),
            }
        )

    def restore(self, values: dict[str, Any], arrays: dict[str, npt.NDArray[Any]]) -> None:
        """Go on where ``state`` was taken."""
        state = join_state(values, arrays)
        self._schedule.restore(state["schedule"])
        self._updater.restore(state["updater"])
        self._untold = set(state["untold"])
        if "texts" in state:  # maps of before have none
            self.keeper.restore(state["texts"])
