import numpy as np
import pytest

from inherit_fast.inference import OnnxSession, find_model
from inherit_fast.perception.crops import coverage
from inherit_fast.perception.efficientnet import EfficientNetConfig, EfficientNetFeatures
from inherit_fast.perception.seams import Instance


@pytest.fixture(scope="module")
def session():
    return OnnxSession(find_model("efflite2").path())


def features(session, **config):
    return EfficientNetFeatures(session, find_model("efflite2"), EfficientNetConfig(**config))


def scene():
    """A noisy image with a bright disc and a dark bar, and their instances."""
    rng = np.random.default_rng(0)
    rgb = rng.integers(90, 110, (120, 160, 3)).astype(np.uint8)
    y, x = np.mgrid[:120, :160]
    disc = (x - 40) ** 2 + (y - 40) ** 2 < 900
    bar = (x > 90) & (x < 110) & (y > 20) & (y < 110)
    rgb[disc] = (230, 60, 40)
    rgb[bar] = (10, 20, 60)
    things = [(disc, (10, 10, 71, 71)), (bar, (91, 21, 110, 110))]
    return rgb, [Instance(m.astype(np.uint8), "thing", 1.0, box) for m, box in things]


def test_features_are_unit_rows_and_tell_things_apart(session):
    rgb, things = scene()
    rows = features(session)(rgb, things)
    assert rows.shape == (2, 1280)
    assert rows.dtype == np.float32
    np.testing.assert_allclose(np.linalg.norm(rows, axis=1), 1.0, rtol=1e-5)
    assert rows[0] @ rows[1] < 0.9


def test_a_feature_does_not_depend_on_its_neighbours_in_the_batch(session):
    rgb, things = scene()
    together = features(session, batch=8)(rgb, things)
    alone = features(session, batch=1)(rgb, things)
    np.testing.assert_array_equal(together, alone)


def test_the_mask_counts_more_than_its_surroundings(session):
    rgb, things = scene()
    changed = rgb.copy()
    changed[:, 72:] = 255  # behind the disc's crop only
    masked = [
        features(session, around=a)(i, things[:1])[0] for a in (0.1, 1.0) for i in (rgb, changed)
    ]
    assert masked[0] @ masked[1] > masked[2] @ masked[3]


def test_no_instances_give_no_rows(session):
    rows, hints = features(session).describe(scene()[0], [])
    assert rows.shape == (0, 1280)
    assert hints == []


def test_hints_are_household_nouns_with_shares_in_falling_order(session):
    rgb, things = scene()
    nouns = set(features(session)._nouns)
    for hints in features(session, min_hint=0.0, max_hints=3).describe(rgb, things)[1]:
        assert len(hints) == 3
        assert {noun for noun, _ in hints} <= nouns
        shares = [share for _, share in hints]
        assert shares == sorted(shares, reverse=True)
    assert features(session, min_hint=1.0).describe(rgb, things)[1] == [(), ()]


def test_the_global_feature_changes_with_the_view(session):
    rgb, _ = scene()
    extractor = features(session)
    whole = extractor.global_feature(rgb)
    assert whole @ extractor.global_feature(rgb) == pytest.approx(1.0, abs=1e-5)
    assert whole @ extractor.global_feature(np.full_like(rgb, 200)) < 0.95


def test_coverage_counts_each_cell_and_nothing_beyond_the_image():
    mask = np.zeros((4, 4), np.uint8)
    mask[:2, :2] = 1
    np.testing.assert_array_equal(coverage(mask, (0, 0, 4, 4), 2), [[1, 0], [0, 0]])
    np.testing.assert_array_equal(coverage(mask, (-2, -2, 2, 2), 2), [[0, 0], [0, 1]])
