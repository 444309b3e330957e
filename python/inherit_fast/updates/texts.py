"""Texts by a language model beside the mapping: asked when due, taken when there."""

import time
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from inherit_fast.graph import SceneGraph
from inherit_fast.language import LanguageModel
from inherit_fast.updates import text_requests as requests
from inherit_fast.updates.asking import Asking, Reply
from inherit_fast.updates.best_view import Viewpoint
from inherit_fast.updates.hints import HintsConfig
from inherit_fast.updates.text_answers import AnswerBook, place_of
from inherit_fast.updates.text_jobs import JobBook, Key

_PAUSING = {"connection", "timeout", "rate limit", "budget", "status"}


@dataclass(frozen=True, slots=True)
class TextsConfig:
    """What a language model is asked during mapping, and how patiently.

    Attributes:
        describe, expand, aggregate, summarise: the kinds of text that are asked for.
        parallel: questions in flight.
        most_tries: failed tries of a text in one run; then it waits for the next run.
        pause_s: nothing is asked for so long after a failure, doubled with each in a row.
        longest_pause_s: of one such pause.
        finish_s: how long the end of a run waits for texts; what is missing stays pending.
        most_missed: things that one picture may add as hints.
        hints: how they are lifted.
    """

    describe: bool = True
    expand: bool = True
    aggregate: bool = True
    summarise: bool = True
    parallel: int = 4
    most_tries: int = 3
    pause_s: float = 2.0
    longest_pause_s: float = 120.0
    finish_s: float = 60.0
    most_missed: int = 12
    hints: HintsConfig = field(default_factory=HintsConfig)


class TextKeeper:
    """Keeps the texts of a model on the graph, wherever it has given any.

    All methods are called by the one thread that owns the graph; only questions run elsewhere.

    Args:
        config: see TextsConfig.
        graph: changed in place.
        model: answers; without one, texts of earlier runs stand and nothing is asked.
        viewpoint: the pose and depth of a keyframe that is still kept, or None.
        same: whether two labels name one kind of thing.
    """

    def __init__(
        self,
        config: TextsConfig,
        graph: SceneGraph,
        model: LanguageModel | None,
        viewpoint: Callable[[int], Viewpoint | None],
        same: Callable[[str, str], bool],
    ) -> None:
        self._config = config
        self._graph = graph
        self._asking: Asking[Key] | None = None if model is None else Asking(model)
        self._sees = model is not None and model.sees
        self._apply = AnswerBook(config.most_missed, config.hints, graph, viewpoint, same)
        self._book = JobBook(config.most_tries)
        self._sent: dict[Key, str] = {}  # the evidence of what is in flight
        self._paused_until = 0.0
        self._failures_in_row = 0
        self.failures: Counter[str] = Counter()

    def phrase(self, object_id: str) -> str:
        """How the model described an object that still bears the same name, or nothing."""
        node = self._graph.objects[object_id]
        told = self._book.standing(("describe", object_id), node.label, node.label)
        return told["phrase"] if told else ""

    def update(self, ids: Iterable[str]) -> None:
        """A global update changed these nodes and gave them their template texts.

        Texts that still hold are put back; those that no longer do are asked for again.
        """
        self._drop_homeless()
        for node_id in sorted(ids):
            if node_id in self._graph.objects:
                self._want_object(node_id)
            elif node_id in self._graph.areas:
                self._keep_place(("aggregate", node_id))
            elif node_id in self._graph.rooms:
                self._keep_place(("summarise", node_id))
                self._want_missed(node_id)

    def pump(self, wait_s: float = 0.0) -> set[str]:
        """Take the answers that are there, ask what is due; returns ids of what changed."""
        changed: set[str] = set()
        if self._asking is None:
            return changed
        for key, reply in self._asking.fetch(wait_s):
            changed |= self._take(key, reply)
        if time.monotonic() >= self._paused_until:
            self._send(self._asking)
        return changed

    def finish(self) -> set[str]:
        """Wait for what can still be answered, within ``finish_s``; the rest stays pending."""
        end = time.monotonic() + self._config.finish_s
        changed = self.pump()
        while self._asking is not None and (left := end - time.monotonic()) > 0:
            if not self._asking.in_flight:
                pause = self._paused_until - time.monotonic()
                if not self._due() or pause > left:
                    break
                time.sleep(max(0.0, pause))
            changed |= self.pump(min(left, 0.5))
        return changed

    @property
    def pending(self) -> int:
        """Texts that the model owes."""
        return len(self._book.jobs)

    def state(self) -> dict[str, Any]:
        """Everything needed to go on later, JSON-able."""
        return self._book.state()

    def restore(self, state: Mapping[str, Any]) -> None:
        """Go on where ``state`` was taken."""
        self._book.restore(state)

    def _drop_homeless(self) -> None:
        """Hints of rooms that are gone go too; so do texts of nodes that are."""
        self._graph.hints = [h for h in self._graph.hints if h.room_id in self._graph.rooms]
        for key in [k for k in {**self._book.jobs, **self._book.told} if not self._stands(k)]:
            self._book.forget(key)

    def _want_object(self, object_id: str) -> None:
        node = self._graph.objects[object_id]
        if self._config.describe and self._sees and node.state == "confirmed" and node.views:
            self._book.want(("describe", object_id), requests.object_evidence(node))

    def _want_missed(self, room_id: str) -> None:
        room = self._graph.rooms[room_id]
        if self._config.expand and self._sees and room.best_view_jpeg:
            self._book.want(("expand", room_id), str(room.best_view_keyframe))

    def _keep_place(self, key: Key) -> None:
        if not getattr(self._config, key[0]):
            return
        place, evidence = place_of(self._graph, key[1]), requests.evidence_of(self._graph, key)
        answer = self._book.standing(key, evidence, self._template(key))
        if self._asking is not None:
            self._book.want(key, evidence)
        if answer is not None:
            place.label, place.description = answer["label"], answer["description"]

    def _template(self, key: Key) -> str:
        """The template's label of a place, though it may bear the model's now."""
        place, told = place_of(self._graph, key[1]), self._book.told.get(key)
        given = {"label": place.label, "description": place.description}
        return told.template if told is not None and told.answer == given else place.label

    def _stands(self, key: Key) -> bool:
        graph, node_id = self._graph, key[1]
        return node_id in graph.objects or node_id in graph.areas or node_id in graph.rooms

    def _due(self) -> list[Key]:
        """What may be asked now; what needs eyes waits for a model that has some."""
        return [k for k in self._book.due() if self._sees or k[0] not in ("describe", "expand")]

    def _send(self, asking: Asking[Key]) -> None:
        """Ask what is due, as far as threads are free and what comes before is settled."""
        due = self._due()
        unsettled = asking.in_flight | set(due)
        for key in due:
            if len(asking.in_flight) >= self._config.parallel:
                return
            if key in asking.in_flight or unsettled & requests.made_from(self._graph, key):
                continue
            question = requests.question_of(
                self._graph, key, self._config.most_missed, sees=self._sees
            )
            if question is None:
                self._book.forget(key)
            else:
                self._sent[key] = self._book.jobs[key].evidence
                asking.ask(key, question)

    def _take(self, key: Key, reply: Reply) -> set[str]:
        evidence = self._sent.pop(key)
        if reply.error is not None:
            self._fail(key, reply.error.kind, again=reply.error.again)
            return set()
        self._failures_in_row = 0
        if not self._stands(key):
            self._book.forget(key)
            return set()
        template = "" if key[1] in self._graph.objects else self._template(key)
        told = self._apply(key, evidence, reply.answer, template)
        if told is None:
            self._fail(key, "garbage", again=False)  # at temperature 0 it would say the same
            return set()
        self._book.done(key, told)
        return {key[1]}

    def _fail(self, key: Key, kind: str, *, again: bool) -> None:
        self.failures[kind] += 1
        self._book.failed(key, again=again)
        if kind in _PAUSING:
            pause = self._config.pause_s * 2.0**self._failures_in_row
            self._paused_until = time.monotonic() + min(pause, self._config.longest_pause_s)
            self._failures_in_row = min(self._failures_in_row + 1, 16)
