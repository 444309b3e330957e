"""Floor plans drawn by us, with their true rooms."""

import numpy as np


def corridor_with_rooms(rooms: int = 4, cell_m: float = 0.05) -> tuple[np.ndarray, np.ndarray]:
    """A corridor, 1.6 m wide, with 3 m x 4 m rooms on both sides and doors 0.9 m wide.

    Returns:
        (H, W) uint8 free space and (H, W) int32 true rooms (1 is the corridor).
    """
    px = lambda metres: round(metres / cell_m)  # noqa: E731
    wall, room_w, room_h, hall_h, door = px(0.15), px(3.0), px(4.0), px(1.6), px(0.9)
    width = wall + rooms * (room_w + wall)
    height = 2 * room_h + hall_h + 4 * wall
    truth = np.zeros((height, width), np.int32)
    top = wall + room_h + wall
    truth[top : top + hall_h, wall : width - wall] = 1
    free = truth.copy()
    for i in range(rooms):
        left = wall + i * (room_w + wall)
        for row in (wall, top + hall_h + wall):
            truth[row : row + room_h, left : left + room_w] = truth.max() + 1
        middle = left + room_w // 2 - door // 2
        for row in (top - wall, top + hall_h):
            free[row : row + wall, middle : middle + door] = 1
    return ((free > 0) | (truth > 0)).astype(np.uint8), truth


def mean_iou(labels: np.ndarray, truth: np.ndarray) -> float:
    """Mean over the true rooms of the best IoU."""
    best = []
    for room in range(1, int(truth.max()) + 1):
        mask = truth == room
        others = np.unique(labels[mask])
        ious = [
            np.sum(mask & (labels == label)) / np.sum(mask | (labels == label))
            for label in others
            if label
        ]
        best.append(max(ious, default=0.0))
    return float(np.mean(best))
