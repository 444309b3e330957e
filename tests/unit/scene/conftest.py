import pytest

from inherit_fast.datasets.house import HouseConfig, HouseDataset
from inherit_fast.datasets.house.panoramas import HousePanoramas, RobotConfig

SMALL = HouseConfig(seed=4, floors=1, rooms_per_floor=2, width_px=128, height_px=96, focal_px=80.0)
ROBOT = RobotConfig(width_px=512, height_px=224, rings=64, columns=720, step_m=0.5, wait_s=2.0)


@pytest.fixture(scope="session")
def house():
    """One storey of three rooms, in small images."""
    return HouseDataset(SMALL)


@pytest.fixture(scope="session")
def robot(house):
    """The same house, as a robot with panoramic camera and LiDAR sees it."""
    return HousePanoramas(house, ROBOT)


@pytest.fixture(scope="session")
def shots(robot):
    return list(robot)
