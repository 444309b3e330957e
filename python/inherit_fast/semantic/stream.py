"""The semantic stream: masks, features, lift, associate, update, relate (paper, section III-B)."""

import operator
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np
import numpy.typing as npt

from inherit_fast.frame import Frame, Keyframe
from inherit_fast.graph import ObjectNode, SceneGraph, id_number
from inherit_fast.language.sizes import Sizes
from inherit_fast.perception.seams import Counting, FeatureExtractor, Hints, Instance, Segmenter
from inherit_fast.semantic.agreement import Consistent
from inherit_fast.semantic.associate import Associator
from inherit_fast.semantic.config import SemanticConfig
from inherit_fast.semantic.corrections import Corrections
from inherit_fast.semantic.doubles import without_doubles
from inherit_fast.semantic.edits import Edit
from inherit_fast.semantic.evidence import Evidence
from inherit_fast.semantic.found import Look
from inherit_fast.semantic.history import note_states
from inherit_fast.semantic.life import Life
from inherit_fast.semantic.lift import Lifted, Lifter
from inherit_fast.semantic.merge import Merger
from inherit_fast.semantic.moved import Moves
from inherit_fast.semantic.naming import Namer, seen_sides_m
from inherit_fast.semantic.observe import Observer
from inherit_fast.semantic.pose_correction import PoseCorrection
from inherit_fast.semantic.relate import Relator
from inherit_fast.semantic.sight import look
from inherit_fast.semantic.split import Splitter
from inherit_fast.timings import Timings


class SemanticStream:
    """Turns keyframes into object nodes and relations of ``graph``.

    Args:
        config: thresholds of all stages.
        graph: changed in place.
        segmenter: finds instances.
        features: describes them.
        consistent: whether two different labels may name one thing.
        vocabulary: labels to look for; empty means all that the segmenter knows.

    Attributes:
        counts: the funnel: keyframes, detections, doubles, lifted, matched, new, merged.
    """

    def __init__(
        self,
        config: SemanticConfig,
        graph: SceneGraph,
        segmenter: Segmenter,
        features: FeatureExtractor,
        consistent: Consistent = operator.eq,
        vocabulary: Sequence[str] = (),
    ) -> None:
        self._config = config
        self._graph = graph
        self._consistent = consistent
        self._segmenter = segmenter
        self._features = features
        self._vocabulary = tuple(vocabulary)
        sizes = Sizes.load()
        self._lift = Lifter(config.lift, sizes)
        self._name = Namer.load(config.naming, sizes)
        self._associate = Associator(config.associate, consistent)
        self._observer = Observer(config.geometry, config.views)
        self._merge = Merger(config.merge, config.geometry, config.views, consistent)
        self._evidence = Evidence(config.evidence, sizes)
        self._life = Life(config.life, self._is_found)
        self._split = Splitter(config.split, config.geometry, config.views, consistent)
        self._moves = Moves(config.moved, consistent)
        self._relate = Relator(config.relate)
        self._correct = Corrections(
            self._merge,
            self._evidence,
            self._life,
            self._relate,
            self._associate,
            config.geometry,
        )
        self.timings = Timings()
        self.counts: Counter[str] = Counter()

    def dropped(self) -> dict[str, int]:
        """What the stages left out, by reason."""
        own = self._lift.dropped + self._observer.counts
        if isinstance(self._segmenter, Counting):
            own.update(self._segmenter.dropped)
        return dict(own)

    def state(self) -> dict[str, Any]:
        """What the graph does not tell, JSON-able."""
        return {
            "apart": self._merge.apart.state(),
            "evidence": self._evidence.state(),
            "together": self._split.state(),
        }

    def restore(self, state: dict[str, Any]) -> None:
        """Go on where ``state`` was taken."""
        self._merge.apart.restore(state["apart"])
        self._evidence.restore(state.get("evidence", ()))
        self._split.restore(state.get("together", ()))
        known = {int(row[0]) for row in state.get("evidence", ())}
        for gone, kept in self._graph.aliases.items():  # merged by hand since
            if gone.startswith("object_") and id_number(gone) in known:
                self._evidence.merge(self._graph.resolve(kept), gone)
                self._merge.apart.merge(self._graph.resolve(kept), gone)

    def correct(self, what: Edit | PoseCorrection, time_ns: int) -> set[str]:
        """Carry out a correction; returns the ids of nodes that changed or are gone.

        Raises:
            EditError: an edit names no node; nothing was changed.
        """
        return self._correct(self._graph, what, time_ns)

    def forget(self, changed: set[str]) -> None:
        """These nodes gave up some of what they held, or are gone from the graph."""
        gone = changed - self._graph.objects.keys()
        self._evidence.forget(gone)
        self._merge.apart.forget(gone)
        self._split.forget(gone)
        self._associate.refresh(self._graph, changed)

    def push(self, keyframe: Keyframe) -> set[str]:
        """Fold one keyframe into the graph.

        Returns:
            ids of the nodes that changed or are gone.
        """
        return self.fold(keyframe, self.look(keyframe))

    def look(self, keyframe: Keyframe) -> Look:
        """What the keyframe shows; may be called from several threads, and out of order."""
        frame = keyframe.frame
        with self.timings.measure("segment"):
            found = self._segmenter(frame, self._vocabulary)
            instances = without_doubles(found, self._config.doubles, self._consistent)
        with self.timings.measure("lift"):
            lifted = self._lift(frame, instances, keyframe.ground_plane)
        seen = [instances[item.instance_index] for item in lifted]
        with self.timings.measure("features"):
            features, hints = self._features.describe(frame.rgb, seen)
        seen = [self._named(frame, *each) for each in zip(seen, lifted, hints, strict=True)]
        return Look(seen, lifted, features, len(found), len(found) - len(instances))

    def _named(self, frame: Frame, item: Instance, lifted: Lifted, hints: Hints) -> Instance:
        label = self._name(item, hints, seen_sides_m(frame, item, lifted))
        return replace(item, label=label, hints=self._name.kept(hints))

    def fold(self, keyframe: Keyframe, look: Look) -> set[str]:
        """Fold in what ``look`` saw; keyframes come in order, one at a time.

        Returns:
            ids of the nodes that changed or are gone.
        """
        self.counts.update(keyframes=1, detections=look.detections)
        self.counts.update(doubles=look.doubles, lifted=len(look.lifted))
        observed = self._match(keyframe, look)
        changed = {node.id for node in observed}
        now = keyframe.frame.time_ns
        changed |= self._part_and_join(observed, look, now)
        with self.timings.measure("life"):
            changed |= self._look_for_the_others(keyframe.frame, changed)
            changed |= self._moves(self._graph, changed, now)
            note_states(self._graph, sorted(changed, key=id_number), now, self.counts)
        with self.timings.measure("relate"):
            changed |= self._relate(self._graph, changed)
        self._associate.refresh(self._graph, changed)
        return changed

    def _match(self, keyframe: Keyframe, look: Look) -> list[ObjectNode]:
        """The node of each instance, a new one where none is like it."""
        with self.timings.measure("associate"):
            matches = self._associate(
                self._graph,
                look.features,
                [item.box for item in look.lifted],
                [instance.label for instance in look.instances],
            )
        with self.timings.measure("update"):
            seen = zip(look.instances, look.lifted, look.features, matches, strict=True)
            return [self._observe(keyframe, *each) for each in seen]

    def _part_and_join(self, observed: list[ObjectNode], look: Look, now_ns: int) -> set[str]:
        """Nodes that hold two things give one away, those that became one merge; who took."""
        with self.timings.measure("merge"):
            sightings = list(zip(observed, look.instances, look.lifted, strict=True))
            self.counts["split"] += len(self._split(sightings, now_ns))
            merged = self._merge(self._graph, {node.id for node in observed})
        self.counts["merged"] += len(merged)
        for gone, kept in merged.items():
            self._evidence.merge(kept, gone)
        for node_id in set(merged.values()) & self._graph.objects.keys():
            self._life.settle(self._graph.objects[node_id])
        return set(merged.values())

    def _is_found(self, node: ObjectNode) -> bool:
        enough = self._evidence.is_enough(node)
        return enough and not self._evidence.is_crowd(node, self._graph.objects.values())

    def _look_for_the_others(self, frame: Frame, observed: set[str]) -> set[str]:
        """What the image says about the nodes that it did not show; those that it changed."""
        looks = look(self._graph, frame, observed, self._config.sight)
        changed = self._life.missed(looks)
        for node in self._evidence.passed(looks):
            if node.state == "confirmed":
                self._life.settle(node)
                changed.add(node.id)
        return changed

    def _observe(
        self,
        keyframe: Keyframe,
        instance: Instance,
        lifted: Lifted,
        feature: npt.NDArray[np.float32],
        match: str | None,
    ) -> ObjectNode:
        if match is None:
            node = self._observer.create(self._graph, keyframe, lifted)
        else:
            node = self._graph.objects[match]
        self.counts["new" if match is None else "matched"] += 1
        self._observer.update(node, keyframe, instance, lifted, feature)
        self._evidence.found(node, keyframe.frame, instance.score)
        self._life.seen(node, keyframe.frame.time_ns)
        return node
