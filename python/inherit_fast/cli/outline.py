"""A map as an outline for people: floors, their rooms, what is in them."""

from collections import Counter, defaultdict
from typing import Any

from rich.markup import escape
from rich.tree import Tree

from inherit_fast.graph import ObjectNode, SceneGraph


def outline_tree(graph: SceneGraph, title: str) -> Tree:
    """Floors and rooms as a tree; the things of a room on one line, the same kinds counted."""
    tree = Tree(f"[bold]{escape(title)}[/]")
    inside = _by_room(graph)
    for floor in sorted(graph.floors.values(), key=lambda f: f.height_m):
        name = f"[bold]{escape(floor.name or floor.id)}[/]  [dim]{floor.height_m:+.2f} m[/]"
        branch = tree.add(name)
        for room in (r for r in graph.rooms.values() if r.floor_id == floor.id):
            things = inside.pop(room.id, [])
            leaf = branch.add(f"[cyan]{escape(room.label)}[/]  [dim]{room.id}[/]")
            leaf.add(escape(kinds(things)) if things else "[dim]nothing[/]")
    rest = [node for nodes in inside.values() for node in nodes]
    if rest:
        tree.add("[cyan]in no room[/]").add(escape(kinds(rest)))
    return tree


def kinds(things: list[ObjectNode]) -> str:
    """``4 chairs (brown, blue)``-like summary, the commonest first."""
    counts = Counter(node.label for node in things)
    parts = []
    for label, count in sorted(counts.items(), key=lambda item: (-item[1], item[0])):
        colors = Counter(n.colors[0].name for n in things if n.label == label and n.colors)
        names = ", ".join(name for name, _ in colors.most_common(3))
        times = f"{count} x " if count > 1 else ""
        parts.append(f"{times}{label}" + (f" ({names})" if names else ""))
    return " · ".join(parts)


def outline_dict(graph: SceneGraph) -> list[dict[str, Any]]:
    """The same as plain values."""
    inside = _by_room(graph)
    return [
        {
            "id": floor.id,
            "name": floor.name,
            "height_m": round(floor.height_m, 3),
            "rooms": [
                {
                    "id": room.id,
                    "label": room.label,
                    "objects": [
                        {"id": n.id, "label": n.label, "colors": [c.name for c in n.colors]}
                        for n in inside.get(room.id, [])
                    ],
                }
                for room in graph.rooms.values()
                if room.floor_id == floor.id
            ],
        }
        for floor in sorted(graph.floors.values(), key=lambda f: f.height_m)
    ]


def _by_room(graph: SceneGraph) -> dict[str, list[ObjectNode]]:
    inside: dict[str, list[ObjectNode]] = defaultdict(list)
    for node in graph.present():
        inside[node.room_id if node.room_id in graph.rooms else ""].append(node)
    return inside
