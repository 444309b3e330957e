"""What a label says about how things are in, on or under it."""

from dataclasses import dataclass

from inherit_fast.language.words import head_position, singular_phrase

PLAIN, CONTAINER, RAISED, GROUND, FIXED, BARE, STEMMED = range(
    7
)  # as kernels.relate_boxes takes them

_CONTAINERS = """
armoire, basket, bathtub, bin, bookcase, bookshelf, bowl, box, bucket, cabinet, chest, closet,
container, crate, crib, cubby, cupboard, dishwasher, drawer, dresser, dryer, dustbin, freezer,
fridge, garbage can, hamper, hutch, jar, laundry basket, locker, microwave, night stand,
nightstand, oven, planter, pot, refrigerator, safe, shelf, shelving, shower, sideboard, sink,
suitcase, toilet, trash can, tub, vanity, vase, wardrobe, washer, washing machine
"""
_RAISED = """
armchair, bed, bench, chair, couch, desk, loveseat, ottoman, recliner, sofa, stool, table, workbench
"""
_GROUNDS = "bath mat, carpet, door mat, doormat, floor, floor mat, ground, rug"
_FIXED = """
banister, beam, blind, blinds, column, curtain, door, door frame, doorframe, doorway, handrail,
light switch, outlet, pillar, power outlet, radiator, railing, roof, shutter, stair, staircase,
stairs, switch, vent, wall panel, wall plug, window, window frame
"""
_BARE = """
ceiling lamp, chandelier, clock, computer, curtain rod, faucet, laptop, light, mirror, painting,
pendant lamp, picture, poster, toilet paper, towel, wall lamp, whiteboard
"""
_STEMMED = "flower, lamp, monitor, plant, screen, television, tv"


def _names(text: str) -> tuple[str, ...]:
    return tuple(name.strip() for name in text.split(","))


@dataclass(frozen=True, slots=True)
class BoxKindConfig:
    """Singular labels, whole or their head noun ("bookshelf", "trash can").

    Attributes:
        containers: closed around what they hold: a thing within their box is inside.
        raised: furniture that stands on legs and holds things up: a thing within its box is on
            or under it, never inside.
        grounds: things are on them; they have no other relation.
        fixed: parts of the building that carry nothing and rest on nothing.
        bare: nothing is on or in them.
        stemmed: nor in these, which stand on a thin foot that depth may miss.
        ignored: bounds of rooms, and things without a name; they have no relation at all.
    """

    containers: tuple[str, ...] = _names(_CONTAINERS)
    raised: tuple[str, ...] = _names(_RAISED)
    grounds: tuple[str, ...] = _names(_GROUNDS)
    fixed: tuple[str, ...] = _names(_FIXED)
    bare: tuple[str, ...] = _names(_BARE)
    stemmed: tuple[str, ...] = _names(_STEMMED)
    ignored: tuple[str, ...] = ("", "ceiling", "undefined", "unknown", "wall")


class BoxKinds:
    """Looks labels up; remembers those it has seen."""

    def __init__(self, config: BoxKindConfig) -> None:
        self._kinds: dict[str, int | None] = dict.fromkeys(config.ignored)
        self._kinds.update(dict.fromkeys(config.containers, CONTAINER))
        self._kinds.update(dict.fromkeys(config.raised, RAISED))
        self._kinds.update(dict.fromkeys(config.grounds, GROUND))
        self._kinds.update(dict.fromkeys(config.fixed, FIXED))
        self._kinds.update(dict.fromkeys(config.bare, BARE))
        self._kinds.update(dict.fromkeys(config.stemmed, STEMMED))
        self._seen: dict[str, int | None] = {}

    def __call__(self, label: str) -> int | None:
        """The kind of a thing called ``label``, or None if it takes no part in relations."""
        if label not in self._seen:
            self._seen[label] = self._look_up(label)
        return self._seen[label]

    def _look_up(self, label: str) -> int | None:
        phrase = singular_phrase(label, self._kinds)
        words = phrase.split()
        head = words[head_position(words)] if words else ""
        return self._kinds.get(phrase, self._kinds.get(head, PLAIN))
