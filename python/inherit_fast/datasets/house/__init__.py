"""A procedural furnished house: the embedded sample, and scenes for the evaluation."""

from inherit_fast.datasets.house.build import House, HouseObject, build_house
from inherit_fast.datasets.house.config import HouseConfig, parse_house_config
from inherit_fast.datasets.house.dataset import HouseDataset, open_house
from inherit_fast.datasets.house.truth import truth_graph
from inherit_fast.datasets.house.write import write_house

__all__ = [
    "House",
    "HouseConfig",
    "HouseDataset",
    "HouseObject",
    "build_house",
    "open_house",
    "parse_house_config",
    "truth_graph",
    "write_house",
]
