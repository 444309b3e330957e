"""What stands in which kind of room."""

import math
from collections.abc import Callable

from inherit_fast.datasets.house.furnish_dining import WOODS, dining_room, hang_pictures, kitchen
from inherit_fast.datasets.house.layout import Layout
from inherit_fast.datasets.house.pieces import living, rooms, small
from inherit_fast.datasets.house.placed import Placed
from inherit_fast.datasets.house.shapes import Piece

_FABRIC = ("blue", "green", "grey", "red", "purple", "orange", "pink", "yellow")


def furnish(layout: Layout) -> None:
    """Place the furniture of the room's kind; small things come later."""
    _RECIPES[layout.room.label](layout)


def _living(layout: Layout) -> None:
    rng = layout.rng
    sofa = layout.against_wall(living.sofa(layout.color("sofa", _FABRIC), rng))
    if sofa:
        _before_sofa(layout, sofa)
    stand = layout.against_wall(living.sideboard(1.3, rng.choice(WOODS), "tv stand"))
    if stand:
        layout.put_on(stand, living.television(), 0.0, 0.0, 0.48, 0.0)
    layout.against_wall(living.shelf(0.9, rng.choice(WOODS)))
    layout.against_wall(living.sofa(layout.color("sofa", _FABRIC), rng, seats=1))
    layout.against_wall(living.floor_lamp(rng.choice(("yellow", "white", "orange"))), corner=True)
    layout.against_wall(living.plant(rng, 1.2, rng.choice(("brown", "white", "blue"))), corner=True)
    layout.against_wall(small.ball_toy(layout.color("ball", ("red", "blue", "green"))))
    hang_pictures(layout, 2)


def _before_sofa(layout: Layout, sofa: Placed) -> None:
    rng = layout.rng
    rug = living.rug(1.9, 1.25, layout.color("rug", ("red", "blue", "green", "orange", "purple")))
    x, y = sofa.world(0.0, -0.42 - 0.1 - 1.25 / 2)
    mat = Placed(rug, x, y, layout.z, sofa.yaw, layout.room.id)
    if rng.random() < 0.5:
        table = living.table(1.0, 0.55, rng.choice(WOODS), "low", 0.42)
    else:
        table = living.round_table(0.42, rng.choice(WOODS), "low", 0.42)
    top = Placed(_coffee(table), x, y, layout.z + 0.012, sofa.yaw, layout.room.id, mat)
    if layout.fits(mat) and layout.fits(top):
        layout.keep(mat)
        layout.keep(top)


def _coffee(table: Piece) -> Piece:
    """The same table with the menu of a coffee table."""
    surfaces = tuple(type(s)(s.rect, s.z, s.clear_m, "coffee") for s in table.surfaces)
    return Piece(table.label, table.color, table.solids, surfaces)


def _bedroom(layout: Layout) -> None:
    rng = layout.rng
    width = rng.choice((0.95, 1.4, 1.6)) if layout.room.inner.width > 3.4 else 0.95
    bed = layout.against_wall(rooms.bed(width, layout.color("bed", _FABRIC), rng))
    bed = bed or layout.against_wall(rooms.bed(0.95, layout.color("bed", _FABRIC), rng))
    if bed:
        _beside_bed(layout, bed)
    tall = rooms.wardrobe(rng.choice((1.1, 1.6)), rng.choice(WOODS))
    layout.against_wall(tall) or layout.against_wall(rooms.wardrobe(0.9, rng.choice(WOODS)))
    layout.against_wall(rooms.dresser(0.9, rng.choice(WOODS)))
    if rng.random() < 0.5:
        layout.against_wall(living.shelf(0.7, rng.choice(WOODS), 4))
    layout.in_the_open(living.rug(1.3, 0.9, layout.color("rug", _FABRIC)), 0.1)
    layout.against_wall(living.sofa(layout.color("sofa", _FABRIC), rng, seats=1))
    layout.against_wall(small.carton(layout.color("box", ("brown", "blue", "white")), 0.38))
    layout.against_wall(living.plant(rng, 0.9, rng.choice(("white", "orange"))), corner=True)
    hang_pictures(layout, 2)


def _beside_bed(layout: Layout, bed: Placed) -> None:
    color = layout.rng.choice(WOODS)
    side = layout.side_of(bed)
    for sign in (-1, 1):
        x, y = bed.world(sign * (bed.piece.size[0] / 2 + 0.06 + 0.21), 0)
        stand = layout.back_to(
            rooms.nightstand(color), side, x if side in ("south", "north") else y
        )
        if layout.fits(stand):
            layout.keep(stand)


def _bathroom(layout: Layout) -> None:
    rng = layout.rng
    layout.against_wall(rooms.bathtub(), corner=True)
    basin = layout.against_wall(rooms.washbasin(rng.choice(WOODS[:2])))
    layout.against_wall(rooms.toilet())
    if basin:
        side = layout.side_of(basin)
        at = basin.x if side in ("south", "north") else basin.y
        layout.hang(living.mirror(0.55, 0.7), 1.15, side, at)
    for _ in range(2):
        towel = rooms.towel(layout.color("towel", _FABRIC), rng)
        layout.hang(towel, 0.75)
    layout.against_wall(
        small.basket(layout.color("basket", ("brown", "white")), "laundry basket", 0.2)
    )
    layout.in_the_open(living.rug(0.8, 0.55, layout.color("rug", ("blue", "pink", "green"))), 0.1)


def _office(layout: Layout) -> None:
    rng = layout.rng
    desk = layout.against_wall(living.table(1.4, 0.7, rng.choice(WOODS), "desk"))
    if desk:
        _on_desk(layout, desk)
    for color in rng.sample(WOODS, 2):
        layout.against_wall(living.shelf(rng.choice((0.8, 1.0)), color))
    layout.against_wall(living.sideboard(1.1, rng.choice(WOODS)))
    layout.against_wall(small.basket(layout.color("wastebasket", ("black", "blue", "red"))))
    layout.against_wall(small.carton("brown", 0.4))
    layout.against_wall(small.carton(layout.color("box", ("blue", "green", "red")), 0.36))
    layout.against_wall(living.plant(rng, 1.1, rng.choice(("white", "brown"))), corner=True)
    hang_pictures(layout, 2)


def _on_desk(layout: Layout, desk: Placed) -> None:
    rng = layout.rng
    layout.put_on(desk, small.monitor(), 0.05, 0.2, 0.74, 0.0)
    layout.put_on(desk, small.keyboard(rng.choice(("black", "white"))), 0.05, -0.14, 0.74, 0.0)
    x, y = desk.world(0.05, -0.35 - 0.3)
    seat = living.office_chair(layout.color("office chair", ("black", "red", "blue", "grey")), rng)
    yaw = desk.yaw + math.pi
    chair = Placed(seat, x, y, layout.z, yaw, layout.room.id)
    if layout.fits_rects([chair.rect], 1.0):
        layout.keep(chair)


def _laundry(layout: Layout) -> None:
    rng = layout.rng
    layout.against_wall(rooms.washing_machine())
    layout.against_wall(living.shelf(0.8, "white", 4))
    layout.against_wall(
        small.basket(layout.color("basket", ("blue", "white")), "laundry basket", 0.21)
    )
    layout.against_wall(living.sideboard(1.1, rng.choice(WOODS)))
    for _ in range(2):
        layout.against_wall(small.carton(layout.color("box", ("brown", "blue", "red")), 0.4))


def _hall(layout: Layout) -> None:
    rng = layout.rng
    console = layout.against_wall(living.console(0.9, rng.choice(WOODS)), ("north", "south"))
    if console:
        side = layout.side_of(console)
        layout.hang(living.mirror(0.5, 0.8), 1.15, side, console.x)
    layout.against_wall(living.plant(rng, 1.0, rng.choice(("blue", "white"))), corner=True)
    if layout.room.label == "landing":
        layout.against_wall(living.shelf(0.8, rng.choice(WOODS), 4), ("north", "south"))
    else:
        layout.against_wall(small.basket("brown", "umbrella stand", 0.11))
    hang_pictures(layout, 3)


_RECIPES: dict[str, Callable[[Layout], None]] = {
    "kitchen": kitchen,
    "living room": _living,
    "bedroom": _bedroom,
    "bathroom": _bathroom,
    "office": _office,
    "dining room": dining_room,
    "laundry room": _laundry,
    "hallway": _hall,
    "landing": _hall,
}
