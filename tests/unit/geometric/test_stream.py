import json

import numpy as np

from inherit_fast.geometric.events import FloorChanged
from inherit_fast.geometric.stream import GeometricConfig, GeometricStream
from synthetic import box, look, walk


def two_recordings():
    world = [box(-8, -4, -0.2, 8, 4, 0.0), box(20, -4, 2.7, 36, 4, 2.9)]
    lower = walk(world, [look((x, 0, 1.4)) for x in np.linspace(-5, 2, 30)])
    upper = [look((x, 0, 4.3)) for x in np.linspace(22, 28, 30)]
    return lower + walk(world, upper, recording=1, start=30)


def push_all(stream, frames):
    return [stream.push(f) for f in frames]


def test_keyframes_are_numbered_and_carry_their_floor():
    results = push_all(GeometricStream(GeometricConfig()), two_recordings())
    keyframes = [r.keyframe for r in results if r.keyframe is not None]
    assert [k.id for k in keyframes] == list(range(len(keyframes)))
    assert len(keyframes) >= 6
    for k in keyframes:
        assert k.floor_id == ("floor_1" if k.frame.recording == 0 else "floor_2")


def test_a_jump_to_another_storey_is_an_event_with_the_frame_that_made_it():
    results = push_all(GeometricStream(GeometricConfig()), two_recordings())
    events = [(i, e) for i, r in enumerate(results) for e in r.events]
    assert events == [(30, FloorChanged(3_000_000_000, "floor_1", "floor_2"))]


def test_a_restored_stream_goes_on_as_if_never_stopped():
    frames = two_recordings()
    expected = push_all(GeometricStream(GeometricConfig()), frames)
    first = GeometricStream(GeometricConfig())
    push_all(first, frames[:37])
    values, arrays = first.state()
    second = GeometricStream(GeometricConfig())
    second.restore(json.loads(json.dumps(values)), arrays)
    for got, want in zip(push_all(second, frames[37:]), expected[37:], strict=True):
        assert got.events == want.events
        assert (got.keyframe is None) == (want.keyframe is None)
        if got.keyframe is not None and want.keyframe is not None:
            assert got.keyframe.id == want.keyframe.id
            assert got.keyframe.floor_id == want.keyframe.floor_id
