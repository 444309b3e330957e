"""Floor plans drawn by us, with their true rooms."""

import numpy as np

from inherit_fast.geometric.grid import GridMap


def corridor_with_rooms(rooms: int = 4, cell_m: float = 0.05) -> tuple[np.ndarray, np.ndarray]:
    """A corridor, 1.6 m wide, with 3 m x 4 m rooms on both sides and doors 0.9 m wide.

    Returns:
        (H, W) uint8 free space and (H, W) int32 true rooms (1 is the corridor).
    """
    wall, wide, deep, hall, door = (round(m / cell_m) for m in (0.15, 3.0, 4.0, 1.6, 0.9))
    width = wall + rooms * (wide + wall)
    truth = np.zeros((2 * deep + hall + 4 * wall, width), np.int32)
    top = wall + deep + wall
    truth[top : top + hall, wall : width - wall] = 1
    doors = np.zeros(truth.shape, bool)
    for i in range(rooms):
        left = wall + i * (wide + wall)
        middle = left + wide // 2 - door // 2
        for row, door_row in ((wall, top - wall), (top + hall + wall, top + hall)):
            truth[row : row + deep, left : left + wide] = truth.max() + 1
            doors[door_row : door_row + wall, middle : middle + door] = True
    return (doors | (truth > 0)).astype(np.uint8), truth


def flat(
    rng: np.random.Generator, cell_m: float = 0.05, side_m: tuple[float, float] = (8.0, 13.0)
) -> tuple[np.ndarray, np.ndarray]:
    """A rectangle cut by walls again and again, every wall with one door, 10 cm thick."""
    height, width = (round(m / cell_m) for m in rng.uniform(*side_m, 2))
    free = np.zeros((height + 4, width + 4), np.uint8)
    free[2:-2, 2:-2] = 1
    truth = free.astype(np.int32)
    open_rooms = [(2, 2, height + 2, width + 2)]
    while open_rooms:
        top, left, bottom, right = open_rooms.pop()
        if bottom - top > right - left:
            parts = _split(rng, free, truth, (top, left, bottom, right), cell_m)
        else:
            turned_parts = _split(rng, free.T, truth.T, (left, top, right, bottom), cell_m)
            parts = [(b, a, d, c) for a, b, c, d in turned_parts]
        open_rooms += parts
    return free, truth


def _split(rng, free, truth, room, cell_m):
    """A wall across the room with a door in it, that ends at walls and not at doors."""
    door, least, wall, clear = round(0.9 / cell_m), round(2.4 / cell_m), 2, 6
    top, left, bottom, right = room
    if bottom - top < 2 * least + wall:
        return []
    for _ in range(20):
        cut = int(rng.integers(top + least, bottom - least - wall + 1))
        beside = slice(cut - clear, cut + wall + clear)
        if not (free[beside, left - 1].any() or free[beside, right].any()):
            break
    else:
        return []
    start = int(rng.integers(left + clear, right - door - clear + 1))
    free[cut : cut + wall, left:right] = 0
    free[cut : cut + wall, start : start + door] = 1
    truth[cut : cut + wall, left:right] = 0
    truth[cut + wall : bottom, left:right] = truth.max() + 1
    return [(top, left, cut, right), (cut + wall, left, bottom, right)]


def turned(image: np.ndarray, degrees: float) -> np.ndarray:
    """The image turned about its middle, every pixel the nearest one, on a larger canvas."""
    angle = np.radians(degrees)
    height, width = image.shape
    side = int(np.ceil(np.hypot(height, width))) + 8
    y, x = np.indices((side, side)) - (side - 1) / 2
    col = np.floor(np.cos(angle) * x + np.sin(angle) * y + width / 2).astype(int)
    row = np.floor(-np.sin(angle) * x + np.cos(angle) * y + height / 2).astype(int)
    inside = (row >= 0) & (row < height) & (col >= 0) & (col < width)
    result = np.zeros((side, side), image.dtype)
    result[inside] = image[row[inside], col[inside]]
    return result


def grid_of(free: np.ndarray) -> GridMap:
    """The grid of a floor all seen, 5 cm a cell, with walls 2.2 m high."""
    wall = free == 0
    bits = np.where(wall, 0x7FF, 0).astype(np.uint16)
    return GridMap(np.zeros(2, np.int32), ~wall, wall, bits, 0.2, 0.05)


def mean_iou(labels: np.ndarray, truth: np.ndarray) -> float:
    """Mean over the true rooms of the best IoU."""
    best = []
    for room in range(1, int(truth.max()) + 1):
        mask = truth == room
        if not mask.any():
            continue
        others = [label for label in np.unique(labels[mask]) if label]
        both = [np.sum(mask & (labels == label)) for label in others]
        either = [np.sum(mask | (labels == label)) for label in others]
        best.append(max(np.divide(both, either), default=0.0))
    return float(np.mean(best))
