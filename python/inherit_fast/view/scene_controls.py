"""The panel beside the map in space: a box to ask in, what may be hidden, and clicks."""

import threading
from collections.abc import Callable
from typing import Any

from inherit_fast.errors import InheritFastError
from inherit_fast.graph import ObjectNode
from inherit_fast.retrieval import Ranking
from inherit_fast.view.pick import picked
from inherit_fast.view.scene_3d import NO_FLOOR, Scene3D
from inherit_fast.view.titles import object_title


class SceneControls:
    """Puts the panel into the server; its callbacks run one at a time.

    Args:
        server: the ``viser.ViserServer`` that the scene was drawn into.
        scene: what is shown, drawn already.
        ask: answers a text; called by one thread at a time.
    """

    def __init__(self, server: Any, scene: Scene3D, ask: Callable[[str], Ranking]) -> None:
        self._scene = scene
        self._ask = ask
        self._lock = threading.Lock()
        gui = server.gui
        with gui.add_form(None) as form:
            self._text = gui.add_text("Find", "", hint="the mug on the table; Enter asks")
        # Plain text: markdown of this server runs code, and labels may come from anywhere.
        self._told = gui.add_text("Answers", "", multiline=True, disabled=True)
        form.on_submit(self._on_submit)
        with gui.add_folder("Show"):
            for part in scene.parts:
                self._add_switch(gui, part)
        if scene.points_left_out or scene.labels_left_out:
            left_out = f"{scene.points_left_out} points, {scene.labels_left_out} names"
            gui.add_text("Left out", left_out, disabled=True)
        server.scene.on_click()(self._on_click)

    def _add_switch(self, gui: Any, part: str) -> None:
        title = "elsewhere" if part == NO_FLOOR else part.replace("_", " ")
        switch = gui.add_checkbox(title, True)

        def turn(_: object) -> None:
            for handle in self._scene.parts[part]:
                handle.visible = switch.value

        switch.on_update(turn)

    def _on_submit(self, _: object) -> None:
        with self._lock:
            self._told.value = self._answered(self._text.value)

    def _answered(self, text: str) -> str:
        try:
            ranking = self._ask(text)
        except InheritFastError as error:
            return str(error)
        self._scene.show_answers(ranking)
        lines = [
            f"{rank}. {a.label} ({a.id}) {a.score:.2f} {a.room or ''}".rstrip()
            for rank, a in enumerate(ranking.shown, 1)
        ]
        return "\n".join([*([ranking.note] if ranking.note else []), *lines]) or "nothing fits"

    def _on_click(self, event: Any) -> None:
        """Name the thing under the pointer."""
        with self._lock:
            nodes = [n for n in self._scene.graph.present() if self._is_shown(n)]
            boxes = [node.box for node in nodes]
            found = picked(boxes, event.ray_origin, event.ray_direction)
            if found is not None:
                self._scene.mark([nodes[found]])
                self._told.value = object_title(nodes[found])

    def _is_shown(self, node: ObjectNode) -> bool:
        return all(h.visible for h in self._scene.parts[self._scene.floor_of(node)])
