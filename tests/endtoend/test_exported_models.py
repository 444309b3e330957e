"""Map with exports of the large models at tiny size: the answers are noise, the way is whole."""

from functools import cache
from itertools import islice

import numpy as np
import pytest

from inherit_fast import Mapper, load_config, open_dataset
from inherit_fast.graph import Store
from inherit_fast.graph.digest import content_digest
from tiny_models import need_tiny

SAM3 = (
    "perception.segmenter=sam3",
    "perception.extractor=dinov3",
    "perception.sam3.min_score=0.1",
    "perception.sam3.max_instances=12",
    'perception.vocabulary=["gizmo", "widget", "doodad"]',
)
TRACKER = (
    "perception.segmenter=prompted",
    "perception.boxes=owlv2",
    "perception.prompter=sam3_tracker",
    "perception.owlv2.min_score=0.4",
    "perception.owlv2.max_detections=12",
    "perception.prompted.min_mask_score=-100.0",
    'perception.vocabulary=["gizmo", "widget", "doodad"]',
)


@cache
def house():
    source = open_dataset("house")
    return list(islice(source, 0, 40, 8)), source.T_map_source


def run(folder, models, overrides, frames=5):
    config = load_config(overrides=[*overrides, f"perception.models={models}"])
    seen, T_map_source = house()
    with Store.create(folder) as store:
        mapper = Mapper(config, store=store, T_map_source=T_map_source)
        for frame in seen[:frames]:
            mapper.push(frame)
        mapper.close()
        return mapper.stats(), content_digest(folder)


@pytest.mark.parametrize(
    ("overrides", "recipes"),
    [(SAM3, ("sam3", "dinov3")), (TRACKER, ("sam3_tracker", "owlv2"))],
    ids=["sam3 and dinov3", "owlv2 and the tracker of sam3"],
)
def test_a_map_is_made_by_exported_models(tmp_path, overrides, recipes):
    stats, _ = run(tmp_path / "a", need_tiny(*recipes), overrides)
    assert stats.funnel["detections"] > 0
    assert stats.funnel["lifted"] > 0
    assert sum(stats.nodes.values()) > 0
    assert np.isfinite(stats.timings["features"].p50_ms)


def test_the_same_exports_make_the_same_map(tmp_path):
    models = need_tiny("sam3", "dinov3")
    first, second = (run(tmp_path / name, models, SAM3, frames=2)[1] for name in "ab")
    assert first == second
