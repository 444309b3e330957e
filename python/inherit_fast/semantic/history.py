"""What happened to each node, in order: changes of state, and corrections by hand."""

from collections import Counter
from collections.abc import Iterable
from typing import get_args

from inherit_fast.graph import LifeEvent, ObjectNode, SceneGraph
from inherit_fast.graph.nodes import NodeState

STATES = get_args(NodeState)
FIRST, MOST = 4, 32  # events kept of a node's beginning, and in all


def note(
    node: ObjectNode, time_ns: int, what: str, detail: str = "", counts: Counter[str] | None = None
) -> None:
    """Add an event; over the cap the oldest after the beginning goes, counted."""
    node.history.append(LifeEvent(time_ns, what, detail))
    if len(node.history) > MOST:
        del node.history[FIRST]
        if counts is not None:
            counts["history capped"] += 1


def note_states(
    graph: SceneGraph, changed: Iterable[str], time_ns: int, counts: Counter[str] | None = None
) -> None:
    """Note every state that is not the last one noted; a thing that is back has not moved."""
    for node_id in changed:
        node = graph.objects.get(node_id)
        if node is None:
            continue
        if node.state != "moved":
            node.moved_to = None
        if node.state != last_state(node):
            note(node, time_ns, node.state, node.moved_to or "", counts)


def last_state(node: ObjectNode) -> str:
    """The state noted last; empty where none was."""
    states = (event.what for event in reversed(node.history) if event.what in STATES)
    return next(states, "")
