"""Where people cook and eat: cabinets in a row, tables with their chairs."""

import math

from inherit_fast.datasets.house.layout import SIDES, Layout
from inherit_fast.datasets.house.pieces import living, rooms, small
from inherit_fast.datasets.house.placed import Placed
from inherit_fast.datasets.house.shapes import Piece, Rect

WOODS = ("brown", "white", "black")


def kitchen(layout: Layout) -> None:
    """A row of cabinets and appliances, and a table with chairs."""
    rng = layout.rng
    color = rng.choice(("white", "brown", "blue", "green"))
    long = [rooms.counter(w, color) for w in (1.3, 0.9)]
    row = [rooms.fridge(rng.choice(("white", "grey", "red"))), long[0], rooms.stove(), long[1]]
    for pieces in (row, row[:3], [row[0], row[2]]):
        placed = _row_against_wall(layout, pieces)
        if placed:
            break
    for host in placed:
        if host.piece.label == "counter":
            _over_counter(layout, host, color)
    _dining_set(layout, 1.25, 0.8, 2 if layout.room.inner.width < 4.0 else 4)
    layout.against_wall(small.basket(layout.color("wastebasket", ("grey", "green", "black"))))
    hang_pictures(layout, 1)
    layout.hang(small.clock(layout.color("clock", ("red", "black", "blue"))), 1.65)


def _row_against_wall(layout: Layout, pieces: list[Piece]) -> list[Placed]:
    """Stand pieces side by side along one wall; nothing if no wall is long enough."""
    total = sum(p.size[0] + 0.02 for p in pieces)
    for side in layout.rng.sample(SIDES, 4):
        inner = layout.room.inner
        low, high = (inner.x0, inner.x1) if side in ("south", "north") else (inner.y0, inner.y1)
        for _ in range(10):
            if high - low < total + 0.1:
                break
            at = layout.rng.uniform(low + 0.04, high - total - 0.04)
            placed = []
            for piece in pieces if layout.rng.random() < 0.5 else pieces[::-1]:
                width = piece.size[0]
                placed.append(layout.back_to(piece, side, at + width / 2))
                at += width + 0.02
            rects = [p.rect for p in placed]
            windows = all(layout.fits(p) for p in placed)
            if windows and layout.fits_rects(rects, 0.9, side=side):
                return [layout.keep(p) for p in placed]
    return []


def _over_counter(layout: Layout, host: Placed, color: str) -> None:
    width = host.piece.size[0]
    if not any(p.piece.label == "sink" for p in layout.placed):
        layout.put_on(host, rooms.sink(), layout.rng.uniform(-0.1, 0.1), -0.02, 0.9, 0.0)
    side = layout.side_of(host)
    at = host.x if side in ("south", "north") else host.y
    layout.hang(rooms.wall_cabinet(width - 0.16, color), 1.45, side, at)


def _dining_set(layout: Layout, width: float, depth: float, seats: int) -> None:
    rng = layout.rng
    table = living.table(width, depth, rng.choice(WOODS[:2]))
    room = layout.room.inner
    for attempt in range(80):
        yaw = rng.choice((0.0, math.pi / 2))
        x, y = rng.uniform(room.x0, room.x1), rng.uniform(room.y0, room.y1)
        host = Placed(table, x, y, layout.z, yaw, layout.room.id)
        chairs = _chairs(layout, host, width, depth, seats)
        rects = [host.rect, *(c.rect for c in chairs)]
        around = Rect(
            min(r.x0 for r in rects),
            min(r.y0 for r in rects),
            max(r.x1 for r in rects),
            max(r.y1 for r in rects),
        )
        if layout.fits_rects([around], 0.9, 0.55 if attempt < 50 else 0.1):
            layout.keep(host)
            for chair in chairs:
                layout.keep(chair)
            return


def _chairs(layout: Layout, host: Placed, width: float, depth: float, seats: int) -> list[Placed]:
    """Chairs along the long sides; one is of another colour, one is pulled out a little."""
    rng = layout.rng
    usual, odd = rng.sample(("brown", "white", "red", "blue", "green", "yellow"), 2)
    columns = (seats + 1) // 2
    spread = min(0.5, (width - 0.62) / max(1, columns - 1)) if columns > 1 else 0.0
    which, pulled = rng.randrange(seats), rng.randrange(seats)
    chairs = []
    for i in range(seats):
        side = 1 if i % 2 == 0 else -1
        x = (i // 2 - (columns - 1) / 2) * spread
        y = side * (depth / 2 + (0.26 if i == pulled else 0.12))
        wx, wy = host.world(x, y)
        yaw = host.yaw + (0.0 if side > 0 else math.pi)
        piece = living.chair(odd if i == which else usual)
        chairs.append(Placed(piece, wx, wy, layout.z, yaw, layout.room.id))
    return chairs


def dining_room(layout: Layout) -> None:
    """A long table with chairs, and a sideboard."""
    rng = layout.rng
    before = len(layout.placed)
    _dining_set(layout, 1.7, 0.9, 6)
    if len(layout.placed) == before:
        _dining_set(layout, 1.25, 0.8, 4)
    layout.against_wall(living.sideboard(1.4, rng.choice(WOODS)))
    layout.against_wall(living.plant(rng, 1.1, rng.choice(("white", "blue"))), corner=True)
    layout.against_wall(living.floor_lamp(rng.choice(("white", "red"))), corner=True)
    hang_pictures(layout, 3)


def hang_pictures(layout: Layout, count: int) -> None:
    """Hang framed pictures where the walls have room."""
    for _ in range(count):
        width, height = layout.rng.choice(((0.6, 0.45), (0.45, 0.6), (0.9, 0.6)))
        layout.hang(living.picture(width, height, layout.rng), 1.3)
