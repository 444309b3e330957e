import pytest

from inherit_fast.datasets.house import HouseDataset


@pytest.fixture(scope="session")
def house_dataset():
    return HouseDataset()
