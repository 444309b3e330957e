"""Rules, cameras and rendered rooms for tests and benchmarks of the occupancy grid."""

import numpy as np

RULES = {
    "cell_m": 0.05,
    "hit_log_odds": 0.85,
    "free_log_odds": -0.4,
    "min_log_odds": -2.0,
    "max_log_odds": 3.5,
    "band_low_m": 0.1,
    "band_high_m": 2.2,
    "slice_m": 0.2,
    "slice_frames": 2,
    "min_points": 2,
    "free_below_m": 1.0,
    "max_tiles": 256,
}
INTRINSICS = np.array([60.0, 60.0, 39.5, 29.5])


def camera(x=0.0, y=0.0, height=1.2, yaw=0.0, pitch=0.0, roll=0.0):
    """Camera-to-world, looking along world +x turned left by yaw and down by pitch."""
    c, s = np.cos, np.sin
    turn = np.array([[c(yaw), -s(yaw), 0], [s(yaw), c(yaw), 0], [0, 0, 1]])
    nod = np.array([[c(pitch), 0, s(pitch)], [0, 1, 0], [-s(pitch), 0, c(pitch)]])
    lean = np.array([[1, 0, 0], [0, c(roll), -s(roll)], [0, s(roll), c(roll)]])
    T = np.eye(4)
    T[:3, :3] = turn @ nod @ lean @ np.array([[0, 0, 1], [-1, 0, 0], [0, -1, 0]])
    T[:3, 3] = x, y, height
    return T


def render(T, boxes, k=INTRINSICS, shape=(60, 80), room=(-3.0, 4.0, -2.5, 2.5, 2.6)):
    """(H, W) float32 depth of a closed room with axis-aligned boxes (low, high corner) in it."""
    row, col = np.indices(shape)
    ray = np.stack([(col - k[2]) / k[0], (row - k[3]) / k[1], np.ones(shape)], axis=-1)
    ray, eye = ray @ T[:3, :3].T, T[:3, 3]
    ray = np.where(np.abs(ray) < 1e-12, 1e-12, ray)
    low = np.array([room[0], room[2], 0.0])
    high = np.array([room[1], room[3], room[4]])
    depth = np.maximum((low - eye) / ray, (high - eye) / ray).min(axis=-1)
    for corner in boxes:
        ends = [(np.asarray(c) - eye) / ray for c in corner]
        enter, leave = np.minimum(*ends).max(axis=-1), np.maximum(*ends).min(axis=-1)
        hit = (enter > 0) & (enter < leave)
        depth = np.where(hit & (enter < depth), enter, depth)
    return depth.astype(np.float32)


def call(depth, T, **changes):
    return {
        "depth": depth,
        "depth_scale": 1.0,
        "intrinsics": INTRINSICS,
        "T_world_camera": T,
        "floor_plane": np.zeros(3),
        "min_depth_m": 0.2,
        "max_depth_m": 5.0,
        "stride": 1,
        **changes,
    }
