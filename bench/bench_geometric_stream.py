import dataclasses
import itertools

import numpy as np
import pytest

from inherit_fast.frame import Frame
from inherit_fast.geometric.stream import GeometricConfig, GeometricStream
from inherit_fast.timings import Timings
from synthetic import box, cast, look

INTRINSICS = np.array([525.0, 525.0, 320.0, 240.0])
RATE_HZ = 30.0


@pytest.fixture(scope="module")
def frames():
    """A walk through two rooms and the door between, 640 x 480, as a 30 Hz camera sees it."""
    world = [
        box(0, 0, -0.1, 8.1, 4, 0.0),
        box(0, 0, 2.5, 8.1, 4, 2.6),
        box(-0.1, 0, 0, 0, 4, 2.5),
        box(8.1, 0, 0, 8.2, 4, 2.5),
        box(0, -0.1, 0, 8.1, 0, 2.5),
        box(0, 4, 0, 8.1, 4.1, 2.5),
        box(4, 0, 0, 4.1, 1.5, 2.5),
        box(4, 2.5, 0, 4.1, 4, 2.5),
        box(4, 1.5, 2.0, 4.1, 2.5, 2.5),
        box(1, 0.2, 0, 2.2, 1, 0.75),
        box(6, 3, 0, 7.5, 3.9, 0.5),
    ]
    rng = np.random.default_rng(0)
    here = [look((2, 2, 1.4), yaw, 20.0) for yaw in range(0, 360, 12)]
    way = [look((x, 2, 1.4), 0.0, 20.0) for x in np.arange(2.2, 6, 0.2)]
    there = [look((6, 2, 1.4), yaw, 20.0) for yaw in range(0, 360, 12)]
    made = []
    for i, pose in enumerate(here + way + there):
        depth = cast(world, pose, shape=(480, 640), intrinsics=INTRINSICS)
        depth += rng.normal(0, 0.0012, depth.shape).astype(np.float32) * depth**2
        millimetres = np.round(depth.clip(0, 60) * 1000).astype(np.uint16)
        rgb = np.zeros((480, 640, 3), np.uint8)
        made.append(Frame(i, round(i * 1e9 / RATE_HZ), rgb, millimetres, 0.001, INTRINSICS, pose))
    return made


def test_bench_geometric_stream(benchmark, frames):
    """Milliseconds a frame, rooms found once a second; extra_info holds the stages."""
    benchmark.group = "geometric stream 640x480, a frame"
    timings = Timings()
    stream = GeometricStream(GeometricConfig(), timings=timings)
    period_ns = round(1e9 / RATE_HZ)
    endless = (
        dataclasses.replace(frame, time_ns=i * period_ns)
        for i, frame in enumerate(itertools.cycle(frames))
    )
    for frame in itertools.islice(endless, len(frames)):
        stream.push(frame)
    benchmark.pedantic(
        lambda frame: stream.push(frame),
        setup=lambda: ((next(endless),), {}),
        rounds=3 * len(frames),
    )
    (floor,) = stream.finish()
    assert len(floor.rooms) == 2
    assert len(floor.doorways) == 1
    for stage, timing in timings.summary().items():
        benchmark.extra_info[stage] = f"{timing.total_s * 1e3 / stream_frames(timings):.3f} ms"
        benchmark.extra_info[f"{stage} p50"] = f"{timing.p50_ms:.3f} ms"


def stream_frames(timings):
    return timings.summary()["floors"].count
