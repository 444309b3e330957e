"""Depth images of worlds made of axis-aligned boxes, cast ray by ray in NumPy."""

import numpy as np

from inherit_fast.frame import Frame

SHAPE = (60, 80)
INTRINSICS = np.array([40.0, 40.0, 40.0, 30.0])  # 90 deg across


def box(x0, y0, z0, x1, y1, z1):
    """A solid box from its lower to its upper corner."""
    return np.array([[x0, y0, z0], [x1, y1, z1]], np.float64)


def look(position_m, yaw_deg=0.0, down_deg=20.0):
    """Pose of a camera that looks along yaw (0 = +x, 90 = +y), tilted down."""
    yaw, down = np.radians([yaw_deg, down_deg])
    ahead = np.array([np.cos(yaw) * np.cos(down), np.sin(yaw) * np.cos(down), -np.sin(down)])
    right = np.array([np.sin(yaw), -np.cos(yaw), 0.0])
    T = np.eye(4)
    T[:3, :3] = np.stack([right, np.cross(ahead, right), ahead], axis=1)
    T[:3, 3] = position_m
    return T


def cast(boxes, T_world_camera, *, shape=SHAPE, intrinsics=INTRINSICS):
    """(H, W) float32 depth in metres; 0 where a ray meets nothing."""
    fx, fy, cx, cy = intrinsics
    row, col = np.indices(shape)
    rays = np.stack([(col - cx) / fx, (row - cy) / fy, np.ones(shape)], axis=-1)
    rays = rays @ T_world_camera[:3, :3].T
    origin = T_world_camera[:3, 3]
    nearest = np.full(shape, np.inf)
    with np.errstate(divide="ignore", invalid="ignore"):
        for lower, upper in boxes:
            a, b = (lower - origin) / rays, (upper - origin) / rays
            enter = np.fmin(a, b).max(axis=-1)
            leave = np.fmax(a, b).min(axis=-1)
            hit = (enter <= leave) & (enter > 0)
            nearest = np.where(hit & (enter < nearest), enter, nearest)
    return np.where(np.isfinite(nearest), nearest, 0.0).astype(np.float32)


def frame(boxes, T_world_camera, *, index=0, time_s=0.0, recording=0, rgb=None):
    depth = np.round(cast(boxes, T_world_camera).clip(0, 60) * 1000).astype(np.uint16)
    return Frame(
        index=index,
        time_ns=round(time_s * 1e9),
        rgb=np.zeros((*depth.shape, 3), np.uint8) if rgb is None else rgb,
        depth=depth,
        depth_scale=0.001,
        intrinsics=INTRINSICS,
        T_world_camera=T_world_camera,
        recording=recording,
    )


def walk(boxes, poses, *, rate_hz=10.0, recording=0, start=0):
    """One frame a pose, evenly in time."""
    return [
        frame(boxes, T, index=start + i, time_s=(start + i) / rate_hz, recording=recording)
        for i, T in enumerate(poses)
    ]
