"""A recording without end of a house where everything is new all the time: the worst for memory."""

import dataclasses
from functools import cache

import numpy as np

from inherit_fast.config import load_config
from inherit_fast.datasets import open_dataset
from inherit_fast.mapper import Mapper
from inherit_fast.mapper.models import Models
from inherit_fast.perception.seams import Instance

LABELS = ("cup", "book", "bottle", "chair", "plant", "lamp", "box", "bowl")
RATE_HZ = 2.0


class EverNew:
    """Instances at random places that look like nothing seen before; the same in every run."""

    dim = 256

    def __call__(self, frame, vocabulary):
        rng = np.random.default_rng(frame.time_ns // 1000)
        return [self._instance(frame.depth.shape, rng) for _ in range(6)]

    def describe(self, rgb, instances):
        rows = [np.random.default_rng(hash_of(i)).normal(size=self.dim) for i in instances]
        rows = [(row / np.linalg.norm(row)).astype(np.float32) for row in rows]
        return np.array(rows, np.float32).reshape(-1, self.dim), [()] * len(rows)

    def _instance(self, shape, rng):
        height, width = shape
        h, w = (int(side) for side in rng.integers(8, 24, 2))
        y, x = int(rng.integers(0, height - h)), int(rng.integers(0, width - w))
        mask = np.zeros(shape, np.uint8)
        mask[y : y + h, x : x + w] = 1
        label = LABELS[int(rng.integers(len(LABELS)))]
        return Instance(mask, label, float(rng.uniform(0.5, 1.0)), (x, y, x + w, y + h))


def hash_of(instance):
    return [*instance.box_px, int(instance.score * 1e9)]


@cache
def lap():
    house = open_dataset("house:floors=1,rooms_per_floor=2,width_px=96,height_px=72,focal_px=60")
    return list(house)[:60]


def frames(count):
    """``count`` frames, each far enough in time from the last to be a keyframe."""
    one = lap()
    for i in range(count):
        time_ns = round(i * 1e9 / RATE_HZ)
        yield dataclasses.replace(one[i % len(one)], index=i, time_ns=time_ns, recording=i)


def mapper(*overrides, store=None):
    config = load_config(
        overrides=["semantic.lift.min_pixels=12", "keyframe_features=false", *overrides]
    )
    perception = EverNew()
    return Mapper(config, store=store, models=Models(perception, perception))
