"""Table of room segmentation on the maps of Bormann et al. 2016, and pictures beside the truth.

Times are processor time, the least of five: of the segmentation, and of a room update while
mapping (masks, outlines, ids, doorways) after another obstacle was seen, on the map as it is and
turned by 33 degrees.

    PYTHONPATH=python:tests python bench/rooms_report.py MAPS -o PICTURES
    PYTHONPATH=python:tests python bench/rooms_report.py --own docs/pictures

MAPS holds NAME.png, NAME_furnitures.png and NAME_gt_segmentation.png. The maps are their owners';
only pictures of our own plans (--own) belong into the repository.
"""

import argparse
import time
from dataclasses import astuple
from pathlib import Path

import numpy as np
from PIL import Image

import floor_plans
import room_scores
from inherit_fast.geometric.floor_image import draw_rooms, read_floor
from inherit_fast.geometric.floor_rooms import FloorRooms, FloorRoomsConfig
from inherit_fast.geometric.room_shapes import RoomShapesConfig, regularise
from inherit_fast.geometric.rooms import RoomsConfig, segment
from inherit_fast.graph import FloorNode

CELL_M = 0.05
VARIANTS = {"empty": "", "furnished": "_furnitures", "and bins": "_furnitures_trashbins"}
HEAD = "| map | free m2 | {} | ms | update ms | turned |\n|---|---|{}---|---|---|"
COLUMNS = "IoU | MCC | recall | precision | rooms true / found"


def main() -> None:
    """Print the table and draw the pictures."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("maps", nargs="?", type=Path)
    parser.add_argument("-o", "--pictures", type=Path)
    parser.add_argument("--own", type=Path)
    options = parser.parse_args()
    for folder in (options.pictures, options.own):
        if folder is not None:
            folder.mkdir(parents=True, exist_ok=True)
    if options.own is not None:
        draw_own(options.own)
    if options.maps is not None:
        for title, suffix in VARIANTS.items():
            print(f"\n{title}\n\n{HEAD.format(COLUMNS, '---|' * 5)}")
            print_variant(options.maps, suffix, options.pictures)


def print_variant(maps: Path, suffix: str, pictures: Path | None) -> None:
    """One line a map, and their mean."""
    rows = []
    for truth_path in sorted(maps.glob("*_gt_segmentation.png")):
        name = truth_path.name.removesuffix("_gt_segmentation.png")
        free = read_floor(maps / f"{name}{suffix}.png")
        truth = room_scores.true_rooms(np.asarray(Image.open(truth_path).convert("L")))
        found, taken = least(lambda free=free: segment(free, 1 - free, None, CELL_M, RoomsConfig()))
        scores = astuple(room_scores.score(found.labels, truth))
        updates = update_ms(free), update_ms(floor_plans.turned(free, 33))
        rows.append((free.sum() * CELL_M**2, *scores, taken, *updates))
        print(line(name, rows[-1]))
        if pictures is not None:
            draw_beside(pictures / f"{name}{suffix}.png", found, truth)
    print(line("**mean**", tuple(np.mean(rows, axis=0))))


def least(call):
    """What the call gives, and the least processor time of five in ms."""
    taken = []
    for _ in range(5):
        start = time.process_time()
        result = call()
        taken.append(1000 * (time.process_time() - start))
    return result, min(taken)


def update_ms(free: np.ndarray) -> float:
    """A room update after another obstacle was seen in the largest room."""
    rooms, floor = FloorRooms(FloorRoomsConfig(), "floor_1"), FloorNode("floor_1", 0.0)
    rooms.update(floor, floor_plans.grid_of(free), 1)
    labels = rooms.map(floor, floor_plans.grid_of(free)).labels
    largest = np.bincount(labels[labels > 0]).argmax()
    inside = np.argwhere((labels == largest) & (free != 0))
    grids = []
    for row, col in inside[np.linspace(0, len(inside) - 1, 5).astype(int)]:
        changed = free.copy()
        changed[row : row + 2, col : col + 2] = 0
        grids.append(floor_plans.grid_of(changed))
    return least(lambda: rooms.update(floor, grids.pop(), 1))[1]


def line(name: str, row: tuple[float, ...]) -> str:
    """One line of the table."""
    area, *shares, true, found, taken, update, turned = row
    scores = " | ".join(f"{share:.3f}" for share in shares)
    times = f"{taken:.0f} | {update:.0f} | {turned:.0f}"
    return f"| {name} | {area:.0f} | {scores} | {true:.0f} / {found:.0f} | {times} |"


def draw_beside(path: Path, found, truth: np.ndarray, axis: int = 0) -> None:
    """The rooms found above the true ones, or left of them with axis 1."""
    draw_rooms(path, found, regularise(found.labels, CELL_M, RoomShapesConfig()))
    ours = np.asarray(Image.open(path).convert("RGB"))
    hues = np.random.default_rng(0).integers(80, 240, (truth.max() + 1, 3), np.uint8)
    hues[0] = 90
    theirs = hues[truth].repeat(2, axis=0).repeat(2, axis=1)
    Image.fromarray(np.concatenate([ours, theirs], axis=axis)).save(path)


def draw_own(folder: Path) -> None:
    """Plans of our own: as found, and the truth."""
    plans = {
        "rooms_corridor": (floor_plans.corridor_with_rooms(4), 20),
        "rooms_flat": (floor_plans.flat(np.random.default_rng(5)), 33),
    }
    for name, (plan, degrees) in plans.items():
        free, truth = (floor_plans.turned(image, degrees) for image in plan)
        found = segment(free, 1 - free, None, CELL_M, RoomsConfig())
        draw_beside(folder / f"{name}.png", found, truth, axis=1)


if __name__ == "__main__":
    main()
