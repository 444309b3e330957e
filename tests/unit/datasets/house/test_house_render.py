import dataclasses
import math

import numpy as np
import pytest

from inherit_fast.datasets.house import HouseConfig
from inherit_fast.datasets.house.bvh import pack
from inherit_fast.datasets.house.render import Renderer, pinhole_rays
from inherit_fast.datasets.house.shapes import Paint, Solid, bounds_of
from inherit_fast.datasets.house.walker import camera_pose

CONFIG = HouseConfig(width_px=65, height_px=49, focal_px=60.0)
RED = Paint((200, 40, 40))
LEVEL = camera_pose((0.0, 0.0, 0.0), 0.0, 0.0)  # looks along +x


def draw(*solids, pose=LEVEL, config=CONFIG):
    packed = pack(solids, range(1, len(solids) + 1), [(0.0, 0.0, 2.0)] * len(solids))
    return Renderer(packed, config)(pose)


def rays(config=CONFIG):
    return pinhole_rays(config).reshape(config.height_px, config.width_px, 3)


def test_a_ball_has_the_depth_of_its_equation():
    image = draw(Solid("ellipsoid", (3.1, 0.0, 0.0), (1.0, 1.0, 1.0), RED))
    d = rays()
    a, b = (d**2).sum(axis=-1), 3.1 * d[..., 2]
    root = b**2 - a * (3.1**2 - 1.0)
    expected = np.where(root > 0, (b - np.sqrt(np.maximum(root, 0))) / a, 0.0)
    np.testing.assert_allclose(image.depth_m, expected, atol=1e-9)
    np.testing.assert_array_equal(image.instances, (root > 0).astype(int))


@pytest.mark.parametrize("yaw", [0.0, 0.3, 1.2])
def test_a_turned_box_has_the_depth_of_its_planes(yaw):
    solid = Solid("box", (4.0, 0.2, -0.3), (0.8, 0.5, 0.6), RED, yaw=yaw)
    image = draw(solid)
    d = (rays() @ LEVEL[:3, :3].T).reshape(-1, 3)
    c, s = math.cos(yaw), math.sin(yaw)
    R = np.array([[c, s, 0], [-s, c, 0], [0, 0, 1]])
    o, d = R @ -np.array(solid.center), d @ R.T
    with np.errstate(divide="ignore"):
        t = (np.stack([-np.array(solid.half), np.array(solid.half)]) - o) / d[:, None, :]
    near, far = t.min(axis=1).max(axis=1), t.max(axis=1).min(axis=1)
    expected = np.where(near <= far, near, 0.0).reshape(image.depth_m.shape)
    np.testing.assert_allclose(image.depth_m, expected, atol=1e-9)


@pytest.mark.parametrize("taper", [1.0, 0.4, 1.8])
def test_points_on_a_frustum_lie_on_its_mantle_or_caps(taper):
    solid = Solid("round", (3.0, 0.1, -0.2), (0.5, 0.5, 0.7), RED, taper=taper)
    image = draw(solid)
    points = rays() * image.depth_m[..., None] @ LEVEL[:3, :3].T - solid.center
    points = points[image.instances == 1]
    z = points[:, 2] / 0.7
    mantle = 0.5 * ((1 + taper) / 2 + (taper - 1) / 2 * z)
    off = np.minimum(abs(np.hypot(points[:, 0], points[:, 1]) - mantle), abs(abs(z) - 1))
    assert len(points) > 100
    assert off.max() < 1e-9


def test_many_solids_give_the_same_as_each_alone_nearest_first():
    rng = np.random.default_rng(3)
    kinds = ("box", "round", "ellipsoid")
    solids = [
        Solid(
            kinds[i % 3],
            (rng.uniform(2, 6), rng.uniform(-2, 2), rng.uniform(-1, 1)),
            tuple(rng.uniform(0.1, 0.5, 3)),
            RED,
            yaw=rng.uniform(0, 3),
            taper=rng.uniform(0.3, 1.7),
        )
        for i in range(40)
    ]
    together = draw(*solids).depth_m
    alone = np.stack([draw(s).depth_m for s in solids])
    nearest = np.where(alone > 0, alone, np.inf).min(axis=0)
    np.testing.assert_allclose(together, np.where(np.isinf(nearest), 0, nearest), atol=1e-12)


def test_every_instance_lies_within_its_projected_box(house_dataset):
    frame = house_dataset.frame(40)
    R, origin = frame.T_world_camera[:3, :3], frame.T_world_camera[:3, 3]
    v, u = np.nonzero(frame.instances)
    fx, fy, cx, cy = frame.intrinsics
    z = frame.depth_m[v, u].astype(float)
    points = np.stack([(u - cx) * z / fx, (v - cy) * z / fy, z], axis=1) @ R.T + origin
    ids = frame.instances[v, u]
    assert len(np.unique(ids)) >= 3
    for i in np.unique(ids):
        box = house_dataset.house.objects[i - 1].box
        local = (points[ids == i] - box.center_m) @ box.R_world_box
        assert (abs(local) <= box.extent_m / 2 + 0.004).all()  # depth is in whole millimetres


def test_shadows_darken_but_move_nothing():
    floor = Solid("box", (3.0, 0.0, -1.0), (3.0, 3.0, 0.1), RED)
    block = Solid("box", (3.0, 0.0, 0.0), (0.4, 0.4, 0.05), RED)
    lit = draw(floor, block, config=dataclasses.replace(CONFIG, shadows=False))
    dark = draw(floor, block, config=CONFIG)
    np.testing.assert_array_equal(lit.depth_m, dark.depth_m)
    assert (dark.rgb <= lit.rgb).all()
    assert (dark.rgb < lit.rgb).any()


def test_a_ball_s_bounds_hold_it():
    solid = Solid("ellipsoid", (1.0, 2.0, 3.0), (0.5, 0.2, 0.1), RED, yaw=0.7)
    low, high = bounds_of([solid])
    t = np.linspace(0, math.tau, 721)
    x = 1.0 + 0.5 * np.cos(t) * math.cos(0.7) - 0.2 * np.sin(t) * math.sin(0.7)
    assert low[0] == pytest.approx(x.min(), abs=1e-4)
    assert high[0] == pytest.approx(x.max(), abs=1e-4)
