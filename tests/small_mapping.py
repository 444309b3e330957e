"""A small mapped house: two rooms of the sample, sixty small frames, features without a model."""

from functools import cache

import numpy as np

from inherit_fast.config import load_config
from inherit_fast.datasets import open_dataset
from inherit_fast.graph.store import Store
from inherit_fast.mapper import Mapper
from inherit_fast.mapper.models import Models
from inherit_fast.perception.dataset_masks import DatasetSegmenter, DatasetSegmenterConfig


class ColourHistogram:
    dim = 64

    def describe(self, rgb, instances):
        rows = [self._row(rgb[i.mask != 0]) for i in instances]
        return np.array(rows, np.float32).reshape(-1, self.dim), [()] * len(rows)

    def _row(self, pixels):
        bins = (pixels // 64).astype(np.int64) @ np.array([16, 4, 1])
        counts = np.bincount(bins, minlength=self.dim).astype(np.float64)
        return counts / np.linalg.norm(counts)


@cache
def recording():
    """The data set and its frames."""
    house = open_dataset("house:floors=1,rooms_per_floor=2,width_px=96,height_px=72,focal_px=60")
    return house, list(house)[:60]


CONFIG = load_config(overrides=["semantic.lift.min_pixels=12"])


def models_of(house, language=None):
    config = DatasetSegmenterConfig(min_pixels=12)
    segmenter = DatasetSegmenter(house.instance_labels, None, config)
    return Models(segmenter, ColourHistogram(), language=language)


def map_house(path, language=None, overrides=(), frames=slice(None)):
    """Map into ``path``, going on with what is there; returns the graph and the figures."""
    house, all_frames = recording()
    config = load_config(overrides=["semantic.lift.min_pixels=12", *overrides])
    there = (path / "map.db").exists()
    with Store.open(path) if there else Store.create(path) as store:
        mapper = Mapper(config, store=store, models=models_of(house, language))
        for frame in all_frames[frames]:
            mapper.push(frame)
        return mapper.close(), mapper.stats()
