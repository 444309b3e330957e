"""What things are called on the map."""

from inherit_fast.graph import ObjectNode, RoomNode


def room_title(room: RoomNode) -> str:
    """What a room is called on the map."""
    return room.label if room.label != "room" else room.id.replace("_", " ")


def object_title(node: ObjectNode) -> str:
    """The tip of an object."""
    names = " / ".join(c.name for c in node.colors[:2])
    return f"{node.id}: {node.label}{f' ({names})' if names else ''}. {node.description}".strip()
