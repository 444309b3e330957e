"""Floor maps of real buildings, judged as the published comparisons of methods judge them."""

import numpy as np
import pytest
from PIL import Image

import floor_plans
import room_scores
from inherit_fast.geometric.floor_image import read_floor
from inherit_fast.geometric.rooms import RoomsConfig, segment
from real_data import need

FLOORS = {  # mean MCC, precision and recall at IoU 0.5
    "": (0.96, 0.95, 0.95),
    "_furnitures": (0.91, 0.87, 0.90),
    "_furnitures_trashbins": (0.89, 0.84, 0.88),
}


def judged(variant, degrees=0.0):
    folder = need("rooms")
    for truth in sorted(folder.glob("*_gt_segmentation.png")):
        free = read_floor(folder / truth.name.replace("_gt_segmentation", variant))
        rooms = room_scores.true_rooms(np.asarray(Image.open(truth).convert("L")))
        if degrees:
            free, rooms = (floor_plans.turned(image, degrees) for image in (free, rooms))
        labels = segment(free, 1 - free, None, 0.05, RoomsConfig()).labels
        yield room_scores.score(labels, rooms)


@pytest.mark.parametrize("variant", FLOORS)
def test_one_configuration_parts_all_buildings_like_people_do(variant):
    scores = list(judged(variant))
    means = [
        float(np.mean([getattr(s, name) for s in scores]))
        for name in ("mean_mcc", "precision_50", "recall_50")
    ]
    assert all(got >= least for got, least in zip(means, FLOORS[variant], strict=True)), means


@pytest.mark.parametrize("variant", ["", "_furnitures"])
def test_turning_the_buildings_changes_the_mean_little(variant):
    straight = np.mean([s.mean_iou for s in judged(variant)])
    for degrees in (25, 63, 110):
        turned = np.mean([s.mean_iou for s in judged(variant, degrees)])
        assert abs(turned - straight) < 0.03, degrees
