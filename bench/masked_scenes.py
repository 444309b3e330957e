"""Depth images with twenty masks, real and made, for the benchmarks of lifting."""

import json

import numpy as np
from PIL import Image

import synthetic
from real_data import need

MASKS = 20
RULES = {
    "min_depth_m": 0.2,
    "max_depth_m": 6.0,
    "ring_px": 2,
    "min_core_share": 0.4,
    "jump_share": 0.05,
    "gate_mads": 3.0,
    "gate_floor_m": 0.25,
}
# Every pixel with a return counts: what a plain loop computes.
PLAIN = RULES | {"ring_px": 0, "gate_mads": 1e6}


def kitchen(frame=500):
    """7-Scenes red kitchen; masks are the pixels inside the largest twenty true boxes."""
    folder = need("kitchen")
    depth = np.array(Image.open(folder / f"frame-{frame:06d}.depth.png")).astype(np.uint16)
    depth[depth == 65535] = 0
    scene = {
        "depth": depth,
        "depth_scale": 0.001,
        "intrinsics": np.array([585.0, 585.0, 320.0, 240.0]),
        "T_world_camera": np.loadtxt(folder / f"frame-{frame:06d}.pose.txt"),
    }
    world = points(scene)
    objects = json.loads((folder / "ground_truth_objects.json").read_text())["objects"]
    ids = np.zeros(depth.shape, np.int32)
    for i, thing in enumerate(sorted(objects, key=lambda o: -np.prod(o["extent"])), start=1):
        near = np.abs(world - thing["center"]) < np.array(thing["extent"]) / 2 + 0.01
        ids[near.all(axis=-1) & (depth > 0)] = i
    return scene | {"masks": _largest(ids)}


def boxes():
    """A made room of 640x480 with twenty boxes on its floor."""
    rng = np.random.default_rng(0)
    things = [
        synthetic.box(x, y, 0.0, x + w, y + d, h)
        for x, y, w, d, h in zip(
            rng.uniform(1.5, 4.5, 40),
            rng.uniform(-2.0, 2.0, 40),
            *rng.uniform(0.15, 0.7, (3, 40)),
            strict=True,
        )
    ]
    room = [synthetic.box(-1, -4, -0.1, 8, 4, 0), synthetic.box(5.5, -4, 0, 5.6, 4, 3)]
    intrinsics = np.array([525.0, 525.0, 319.5, 239.5])
    T = synthetic.look((0.0, 0.0, 1.5), down_deg=25)
    view = {"shape": (480, 640), "intrinsics": intrinsics}
    whole = synthetic.cast(room + things, T, **view)
    ids = np.zeros(whole.shape, np.int32)
    for i, thing in enumerate(things, start=1):
        ids[(synthetic.cast([thing], T, **view) == whole) & (whole > 0)] = i
    return {
        "depth": np.round(whole * 1000).astype(np.uint16),
        "depth_scale": 0.001,
        "intrinsics": intrinsics,
        "T_world_camera": T,
        "masks": _largest(ids),
    }


SCENES = {"kitchen": kitchen, "boxes": boxes}


def points(scene):
    """(H, W, 3) world coordinates of every pixel."""
    z = scene["depth"] * scene["depth_scale"]
    fx, fy, cx, cy = scene["intrinsics"]
    row, col = np.indices(z.shape)
    camera = np.stack([(col - cx) * z / fx, (row - cy) * z / fy, z], axis=-1)
    T = scene["T_world_camera"]
    return camera @ T[:3, :3].T + T[:3, 3]


def _largest(ids):
    found, sizes = np.unique(ids[ids > 0], return_counts=True)
    kept = np.sort(found[np.argsort(-sizes, kind="stable")[:MASKS]])
    assert len(kept) == MASKS
    numbered = np.zeros(int(ids.max()) + 1, np.int32)
    numbered[kept] = np.arange(1, MASKS + 1)
    return numbered[ids]
