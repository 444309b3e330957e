import numpy as np
import pytest

from inherit_fast.language.sizes import Sizes
from inherit_fast.language.synonyms import Synonyms
from inherit_fast.perception.vocabulary import INDOOR_COCO


@pytest.fixture(scope="module")
def sizes() -> Sizes:
    return Sizes.load()


@pytest.mark.parametrize(
    ("label", "extent_m", "too_large"),
    [
        ("cup", (0.1, 0.1, 0.1), False),
        ("cup", (0.1, 0.1, 0.5), True),
        ("dining table", (1.2, 3.0, 0.8), False),
        ("dining table", (2.4, 2.4, 0.8), True),  # a floor: both sides long
        ("dining table", (1.5, 1.0, 1.2), True),  # a run of cupboards: too tall
        ("pyramid", (100.0, 100.0, 100.0), False),
    ],
)
def test_a_box_is_too_large_for_its_label(
    sizes: Sizes, label: str, extent_m: tuple[float, float, float], too_large: bool
) -> None:
    assert sizes.is_too_large(label, np.array(extent_m)) is too_large


def test_which_way_a_box_is_turned_does_not_matter(sizes: Sizes) -> None:
    a, b = np.array([0.5, 2.0, 0.4]), np.array([2.0, 0.5, 0.4])
    assert sizes.is_too_large("tv", a) is sizes.is_too_large("tv", b) is False


def test_a_refrigerator_of_a_hand_is_none_and_a_cup_may_be_as_small_as_it_likes(
    sizes: Sizes,
) -> None:
    assert sizes.is_too_small("refrigerator", np.array([0.2, 0.3, 0.3]))
    assert not sizes.is_too_small("cup", np.array([0.01, 0.01, 0.01]))


def test_names_are_the_normal_ones_of_the_detector(sizes: Sizes) -> None:
    names = sizes.largest_m.keys() | sizes.smallest_m.keys()
    assert all(name == Synonyms.load().normal(name) for name in names)
    assert names <= set(INDOOR_COCO)
    assert all(sizes.smallest_m[name] < max(sizes.largest_m[name]) for name in sizes.smallest_m)


def test_usual_sizes_fit_and_others_fit_less_the_farther_off_they_are(sizes: Sizes) -> None:
    assert sizes.fit("cup", 0.12, 0.1) == 1.0
    assert 1.0 > sizes.fit("cup", 0.25, 0.2) > sizes.fit("cup", 0.4, 0.3)
    assert sizes.fit("tv", 0.2, 0.15) < 0.5
    assert sizes.fit("pyramid", 100.0, 100.0) == 1.0


def test_usual_sizes_lie_within_the_possible_ones(sizes: Sizes) -> None:
    for label, (low, high) in sizes.usual_m.items():
        assert low < high <= sizes.longest_m().get(label, high)
        assert sizes.smallest_m.get(label, 0.0) <= high
