import numpy as np
import pytest

from inherit_fast.inference import OnnxSession, find_model
from inherit_fast.perception.dinov3 import DinoV3Config, DinoV3Features
from inherit_fast.perception.seams import Instance
from tiny_models import need_tiny

ENTRY = find_model("dinov3").__class__(
    name="toy",
    role="features",
    file="",
    sha256="",
    licence="",
    source="",
    home=None,
    outputs={"patches": "float32 nx4x8x8", "pooled": "float32 nx4"},
    preprocess={"size_px": 64, "mean": [0.0] * 3, "std": [1.0] * 3, "order": "rgb"},
)


class Quadrants:
    """Patches of each quarter of the square point along an axis of their own; counts its runs."""

    def __init__(self):
        self.runs = 0

    def run(self, inputs):
        self.runs += 1
        patches = np.zeros((1, 4, 8, 8), np.float32)
        for k in range(4):
            row, col = 4 * (k // 2), 4 * (k % 2)
            patches[0, k, row : row + 4, col : col + 4] = 1 + k
        return {"patches": patches, "pooled": np.full((1, 4), 3.0, np.float32)}


def thing(x0, y0, x1, y1, size=96):
    mask = np.zeros((size, size), np.uint8)
    mask[y0:y1, x0:x1] = 1
    return Instance(mask, "thing", 1.0, (x0, y0, x1, y1))


RGB = np.zeros((96, 96, 3), np.uint8)


def test_all_instances_of_a_frame_take_one_run_and_each_its_own_patches():
    session = Quadrants()
    features, hints = DinoV3Features(session, ENTRY).describe(
        RGB, [thing(0, 0, 40, 40), thing(50, 4, 90, 44), thing(60, 60, 90, 90)]
    )
    assert session.runs == 1
    np.testing.assert_allclose(features, np.eye(4)[[0, 1, 3]], atol=1e-6)
    assert hints == [(), (), ()]


def test_a_thing_over_two_regions_mixes_them_by_area():
    extractor = DinoV3Features(Quadrants(), ENTRY, DinoV3Config(around=0.0))
    (feature,), _ = extractor.describe(RGB, [thing(24, 0, 60, 40)])
    expected = np.array([24 * 1, 12 * 2, 0, 0]) / np.hypot(24, 24)
    np.testing.assert_allclose(feature, expected, atol=0.02)


@pytest.mark.parametrize("box", [(0, 0, 1, 1), (95, 95, 96, 96), (47, 47, 49, 49)])
def test_the_smallest_thing_has_a_unit_feature(box):
    features, _ = DinoV3Features(Quadrants(), ENTRY).describe(RGB, [thing(*box)])
    np.testing.assert_allclose(np.linalg.norm(features, axis=1), 1.0, rtol=1e-5)


def test_without_instances_nothing_runs():
    session = Quadrants()
    features, hints = DinoV3Features(session, ENTRY).describe(RGB, [])
    assert (features.shape, hints, session.runs) == ((0, 4), [], 0)


def test_the_exported_model_tells_its_length_and_whole_frames():
    entry = find_model("dinov3", need_tiny("dinov3"))
    extractor = DinoV3Features(OnnxSession(entry.path()), entry)
    rgb = np.random.default_rng(0).integers(0, 256, (96, 128, 3), dtype=np.uint8)
    whole = extractor.global_feature(rgb)
    assert whole.shape == (extractor.dim,) == (32,)
    np.testing.assert_allclose(np.linalg.norm(whole), 1.0, rtol=1e-5)
