import numpy as np
import pytest

from inherit_fast.frame import Frame
from inherit_fast.perception.depth_segmenter import DepthSegmenterConfig
from inherit_fast.perception.depth_vote import VoteConfig, depth_votes, voted

THING = slice(40, 80), slice(60, 100)
BOX = np.array([[55.0, 35, 105, 85]])


def frame(depth):
    return Frame(
        index=0,
        time_ns=0,
        rgb=np.zeros((*depth.shape, 3), np.uint8),
        depth=depth,
        depth_scale=1.0,
        intrinsics=np.array([150.0, 150.0, 80.0, 60.0]),
        T_world_camera=np.array([[1.0, 0, 0, 0], [0, 0, 1, 0], [0, -1, 0, 1.2], [0, 0, 0, 1]]),
    )


def thing_before_a_wall():
    depth = np.full((120, 160), 3.0, np.float32)
    depth[THING] = 1.5
    return depth


def test_depth_speaks_for_the_thing_and_against_what_is_behind_it():
    (votes,) = depth_votes(frame(thing_before_a_wall()), BOX, DepthSegmenterConfig())
    assert (votes[THING] == 1).mean() > 0.95
    around = np.zeros(votes.shape, bool)
    around[35:85, 55:105] = True
    around[THING] = False
    assert (votes[around] == -1).mean() > 0.95


@pytest.mark.parametrize("nothing", [0.0, np.nan, np.inf, 40.0])
def test_depth_says_nothing_of_holes_and_beyond_the_box(nothing):
    depth = thing_before_a_wall()
    depth[55:60] = nothing
    (votes,) = depth_votes(frame(depth), BOX, DepthSegmenterConfig())
    assert not votes[55:60].any()
    assert votes[61:75, 62:98].all()
    votes[35:85, 55:105] = 0
    assert not votes.any()


def test_boxes_that_reach_out_of_the_image_are_voted_on_inside_it():
    outside = np.array([[-20.0, -10, 70, 60], [100, 60, 400, 300], [200, 200, 220, 220]])
    votes = depth_votes(frame(thing_before_a_wall()), outside, DepthSegmenterConfig())
    assert votes[0, :60, :70].all()
    assert not votes[0, 60:].any()
    assert votes[1, 60:, 100:].all()
    assert not votes[2].any()


LOGITS = np.array([[-9.0, -3.0, -1.0, 1.0, 3.0, 9.0]], np.float32)
CONFIG = VoteConfig(for_it=2.0, against=4.0, min_shared=0.5)


def test_a_doubtful_logit_falls_and_a_clear_one_stands():
    votes = np.array([[1, 1, 1, 1, -1, -1]], np.int8)
    assert (voted(LOGITS, votes, 0.0, VoteConfig(2.0, 4.0, 0.3)) > 0).tolist() == [
        [False, False, True, True, False, True]
    ]


def test_votes_that_speak_of_another_thing_are_not_counted():
    votes = np.array([[1, 1, 1, 1, -1, -1]], np.int8)  # for one third of the mask
    assert voted(LOGITS, votes, 0.0, CONFIG) is LOGITS
    assert voted(LOGITS, np.zeros_like(votes), 0.0, CONFIG) is LOGITS


def test_votes_are_added_pixel_by_pixel():
    rng = np.random.default_rng(7)
    logits = rng.normal(0, 4, (30, 40)).astype(np.float32)
    votes = rng.integers(-1, 2, logits.shape).astype(np.int8)
    got = voted(logits, votes, 0.0, VoteConfig(2.0, 4.0, 0.0))
    weight = {1: 2.0, 0: 0.0, -1: -4.0}
    expected = [
        [logit + weight[vote] for logit, vote in zip(*rows, strict=True)]
        for rows in zip(logits.tolist(), votes.tolist(), strict=True)
    ]
    np.testing.assert_allclose(got, expected, rtol=1e-6)
    assert got.dtype == np.float32
