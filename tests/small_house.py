"""Mapping the embedded house without any model: colours for features, true masks."""

from inherit_fast.config import load_config
from inherit_fast.mapper.models import Models
from inherit_fast.perception.dataset_masks import DatasetSegmenter, DatasetSegmenterConfig
from small_mapping import ColourHistogram

CONFIG = load_config(overrides=["semantic.lift.min_pixels=12"])


def models(house, segmenter=None):
    config = DatasetSegmenterConfig(min_pixels=12)
    return Models(
        segmenter or DatasetSegmenter(house.instance_labels, None, config), ColourHistogram()
    )
