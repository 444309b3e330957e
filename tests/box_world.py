"""Depth images of worlds made of axis-aligned boxes, each pixel cast exactly."""

import numpy as np


def look_at(position, target, roll_rad=0.0):
    """T_world_camera of a camera at ``position`` that looks at ``target``; world z up."""
    position, target = np.asarray(position, float), np.asarray(target, float)
    forward = (target - position) / np.linalg.norm(target - position)
    right = np.cross(forward, (0, 0, 1.0))
    right /= np.linalg.norm(right)
    down = np.cross(forward, right)
    c, s = np.cos(roll_rad), np.sin(roll_rad)
    T = np.eye(4)
    T[:3, :3] = np.stack([c * right + s * down, c * down - s * right, forward], axis=1)
    T[:3, 3] = position
    return T


def cast(boxes, intrinsics, T_world_camera, shape=(240, 320)):
    """Depth (metres, float32) and the index of the box (-1 none) of each pixel.

    ``boxes`` are rows of x0, y0, z0, x1, y1, z1 in the world.
    """
    fx, fy, cx, cy = intrinsics
    row, col = np.indices(shape)
    rays = np.stack([(col - cx) / fx, (row - cy) / fy, np.ones(shape)], axis=-1)
    rays = rays @ T_world_camera[:3, :3].T
    depth, ids = np.full(shape, np.inf), np.full(shape, -1)
    with np.errstate(divide="ignore", invalid="ignore"):
        for i, box in enumerate(np.asarray(boxes, float)):
            near = (box[:3] - T_world_camera[:3, 3]) / rays
            far = (box[3:] - T_world_camera[:3, 3]) / rays
            enter = np.minimum(near, far).max(axis=-1)
            leave = np.maximum(near, far).min(axis=-1)
            hit = (enter > 0) & (enter <= leave) & (enter < depth)
            depth[hit], ids[hit] = enter[hit], i
    return np.where(np.isfinite(depth), depth, 0).astype(np.float32), ids


def box_around(mask):
    """x0, y0, x1, y1 of a mask; ends excluded."""
    rows, cols = np.flatnonzero(mask.any(axis=1)), np.flatnonzero(mask.any(axis=0))
    return [int(cols[0]), int(rows[0]), int(cols[-1]) + 1, int(rows[-1]) + 1]
