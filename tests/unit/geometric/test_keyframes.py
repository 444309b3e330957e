import numpy as np
import pytest

from inherit_fast.geometric.keyframes import KeyframesConfig, KeyframeSelector
from synthetic import frame, look


def unit(angle_rad):
    return np.array([np.cos(angle_rad), np.sin(angle_rad)], np.float32)


def coloured(value, **kwargs):
    return frame([], look((0, 0, 1.5)), rgb=np.full((60, 80, 3), value, np.uint8), **kwargs)


def test_the_first_frame_is_a_keyframe():
    assert KeyframeSelector(KeyframesConfig()).push(frame([], look((0, 0, 1.5))))


def test_standing_still_gives_no_more():
    selector = KeyframeSelector(KeyframesConfig())
    chosen = [selector.push(frame([], look((0, 0, 1.5)), time_s=t)) for t in range(20)]
    assert chosen == [True] + [False] * 19


def test_a_metre_of_way_gives_one():
    selector = KeyframeSelector(KeyframesConfig(move_m=1.0))
    way = [selector.push(frame([], look((x / 4, 0, 1.5)), time_s=x)) for x in range(13)]
    assert np.flatnonzero(way).tolist() == [0, 4, 8, 12]


def test_thirty_degrees_of_turn_give_one():
    selector = KeyframeSelector(KeyframesConfig(turn_deg=30.0))
    turn = [selector.push(frame([], look((0, 0, 1.5), 10.0001 * i), time_s=i)) for i in range(10)]
    assert np.flatnonzero(turn).tolist() == [0, 3, 6, 9]


def test_no_more_than_two_a_second_however_fast_the_camera_moves():
    selector = KeyframeSelector(KeyframesConfig(max_rate_hz=2.0))
    chosen = [selector.push(frame([], look((5.0 * i, 0, 1.5)), time_s=i / 10)) for i in range(31)]
    assert np.flatnonzero(chosen).tolist() == list(range(0, 31, 5))


def test_another_recording_is_a_keyframe_at_once():
    selector = KeyframeSelector(KeyframesConfig())
    selector.push(frame([], look((0, 0, 1.5))))
    assert selector.push(frame([], look((0, 0, 1.5)), time_s=0.01, recording=1))


def test_a_new_look_gives_one_and_an_old_look_none():
    features = {0: unit(0.0), 1: unit(np.arccos(0.91)), 2: unit(np.arccos(0.89))}
    selector = KeyframeSelector(
        KeyframesConfig(below_similarity=0.90), lambda rgb: features[int(rgb[0, 0, 0])]
    )
    assert [selector.push(coloured(i, time_s=i)) for i in (0, 1, 2)] == [True, False, True]


def test_the_encoder_runs_no_oftener_than_it_may():
    calls = []
    config = KeyframesConfig(max_rate_hz=2.0, max_looks_hz=4.0)
    selector = KeyframeSelector(config, lambda rgb: calls.append(1) or unit(0.0))
    for i in range(41):
        selector.push(coloured(0, time_s=i / 40))
    assert len(calls) == 1 + 3  # the first frame, then at 0.5, 0.75 and 1 s


@pytest.mark.parametrize("rate", [0.0, 100.0])
def test_the_rate_can_be_lifted(rate):
    selector = KeyframeSelector(KeyframesConfig(max_rate_hz=rate))
    moving = [selector.push(frame([], look((2.0 * i, 0, 1.5)), time_s=i / 100)) for i in range(5)]
    assert all(moving)
