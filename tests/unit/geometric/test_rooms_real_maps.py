"""Floor maps of real buildings, judged as the published comparisons of methods judge them."""

import numpy as np
import pytest
from PIL import Image

import room_scores
from inherit_fast.geometric.floor_image import read_floor
from inherit_fast.geometric.rooms import RoomsConfig, segment
from real_data import need

FLOORS = {  # mean MCC, precision and recall at IoU 0.5
    "": (0.96, 0.95, 0.95),
    "_furnitures": (0.91, 0.87, 0.90),
    "_furnitures_trashbins": (0.89, 0.84, 0.88),
}


def judged(variant):
    folder = need("rooms")
    for truth in sorted(folder.glob("*_gt_segmentation.png")):
        free = read_floor(folder / truth.name.replace("_gt_segmentation", variant))
        labels = segment(free, 1 - free, None, 0.05, RoomsConfig()).labels
        rooms = room_scores.true_rooms(np.asarray(Image.open(truth).convert("L")))
        yield room_scores.score(labels, rooms)


@pytest.mark.parametrize("variant", FLOORS)
def test_one_configuration_parts_all_buildings_like_people_do(variant):
    scores = list(judged(variant))
    means = [
        float(np.mean([getattr(s, name) for s in scores]))
        for name in ("mean_mcc", "precision_50", "recall_50")
    ]
    assert all(got >= least for got, least in zip(means, FLOORS[variant], strict=True)), means
