"""Descriptions without a language model: size, colour, label, neighbours and place."""

from dataclasses import dataclass

from inherit_fast.graph import ObjectNode, SceneGraph


@dataclass(frozen=True, slots=True)
class DescribeConfig:
    """Words by size, and how much a sentence holds.

    Attributes:
        small_m, large_m: longest side below / above which a thing is called small / large.
        second_color_share: a second colour is named from this share on.
        max_relations: neighbours named in the sentence.
    """

    small_m: float = 0.25
    large_m: float = 1.2
    second_color_share: float = 0.25
    max_relations: int = 3


_SUPPORT_FIRST = {"on": 0, "inside": 1, "under": 2, "above": 3, "beside": 4, "near": 5}


def describe(node: ObjectNode, graph: SceneGraph, config: DescribeConfig, phrase: str = "") -> str:
    """One sentence about ``node`` from its size, colours, label, room and relations.

    ``phrase`` says its looks better than size, colours and label do, if it is given.
    """
    words = [_size(node, config), _colors(node, config), *node.attributes[:2], node.label]
    phrase = phrase or " ".join(word for word in words if word)
    article = "an" if phrase[:1] in "aeiou" else "a"
    parts = [f"{article} {phrase}", *_relations(node, graph, config), _place(node, graph)]
    return ", ".join(part for part in parts if part)


def _size(node: ObjectNode, config: DescribeConfig) -> str:
    longest = float(max(node.box.extent_m))
    if longest < config.small_m:
        return "small"
    return "large" if longest > config.large_m else ""


def _colors(node: ObjectNode, config: DescribeConfig) -> str:
    named = [c.name for c in node.colors[:1]]
    named += [c.name for c in node.colors[1:2] if c.share >= config.second_color_share]
    return " and ".join(named)


def _relations(node: ObjectNode, graph: SceneGraph, config: DescribeConfig) -> list[str]:
    relations = sorted(
        graph.relations_of(node.id), key=lambda r: _SUPPORT_FIRST.get(r.predicate, 9)
    )
    phrases: list[str] = []
    for relation in relations:
        other = graph.objects.get(relation.object_id)
        if other is None:
            continue
        phrase = f"{relation.predicate} the {other.label}"
        if phrase not in phrases:
            phrases.append(phrase)
    return phrases[: config.max_relations]


def _place(node: ObjectNode, graph: SceneGraph) -> str:
    room = graph.rooms.get(node.room_id or "")
    return f"in the {room.label}" if room else ""
