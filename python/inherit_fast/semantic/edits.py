"""Corrections by hand. They are part of the map, and later mapping keeps to them."""

from dataclasses import dataclass
from typing import Literal, get_args

from inherit_fast.errors import EditError
from inherit_fast.graph import ObjectNode, SceneGraph
from inherit_fast.semantic.history import note
from inherit_fast.semantic.merge import Merger

Action = Literal["rename", "delete", "restore", "merge", "pin", "unpin"]
ACTIONS: tuple[str, ...] = get_args(Action)


@dataclass(frozen=True, slots=True)
class Edit:
    """One correction.

    Attributes:
        action: ``rename`` gives a name that votes do not change; without one, the votes name the
            node again. ``delete`` takes a node out of every answer, and keeps it so that mapping
            does not find it anew; ``restore`` brings it back. ``merge`` folds the node named by
            the argument into the first one. ``pin`` keeps a node confirmed whatever the camera
            says, and lets no stage merge it away or split it; ``unpin`` ends that.
        node_id: the node, or an id that was merged into it.
        argument: the name, or the id of the other node.
    """

    action: Action
    node_id: str
    argument: str = ""


class Editor:
    """Carries out corrections; ``merger`` folds nodes together."""

    def __init__(self, merger: Merger) -> None:
        self._merger = merger

    def __call__(self, graph: SceneGraph, edit: Edit, time_ns: int) -> set[str]:
        """Change ``graph`` in place, and note it in the node's history.

        Returns:
            ids of the nodes that changed or are gone.

        Raises:
            EditError: there is no such node or action; nothing was changed.
        """
        if edit.action not in ACTIONS:
            raise EditError(f"edit: expected {', '.join(ACTIONS)}, got {edit.action!r}")
        node = _find(graph, edit.node_id)
        if edit.action == "merge":
            return self._fold(graph, node, _find(graph, edit.argument), time_ns)
        if edit.action == "rename":
            _rename(node, edit.argument, time_ns)
        elif edit.action in ("delete", "restore"):
            _set_deleted(node, edit.action == "delete", time_ns)
        else:
            _set_pinned(node, edit.action == "pin", time_ns)
        return {node.id}

    def _fold(self, graph: SceneGraph, kept: ObjectNode, gone: ObjectNode, now: int) -> set[str]:
        if kept is gone:
            raise EditError(f"edit merge: both ids stand for {kept.id}; name two different objects")
        self._merger.fold(graph, kept.id, gone.id)
        note(kept, now, "merged", gone.id)
        return {kept.id, gone.id}


def _find(graph: SceneGraph, node_id: str) -> ObjectNode:
    node = graph.objects.get(graph.resolve(node_id))
    if node is None:
        raise EditError(f"edit: the map has no object {node_id!r}; ids look like object_17")
    return node


def _rename(node: ObjectNode, name: str, time_ns: int) -> None:
    node.given_label = " ".join(name.lower().split())
    node.label = node.given_label or node.voted_label
    note(node, time_ns, "renamed", node.label)


def _set_deleted(node: ObjectNode, deleted: bool, time_ns: int) -> None:
    if deleted:
        node.state, node.pinned = "deleted", False
    elif node.state == "deleted":
        node.state, node.missed = "confirmed", 0
    note(node, time_ns, node.state)


def _set_pinned(node: ObjectNode, pinned: bool, time_ns: int) -> None:
    node.pinned = pinned
    note(node, time_ns, "pinned" if pinned else "unpinned")
    if pinned and node.state != "confirmed":
        node.state, node.missed, node.moved_to = "confirmed", 0, None
        note(node, time_ns, node.state)
