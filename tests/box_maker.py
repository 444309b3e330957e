"""Boxes for tests: rows of centre, full side lengths, R_world_box."""

import numpy as np


def rotation(axis, angle_rad):
    x, y, z = np.asarray(axis, float) / np.linalg.norm(axis)
    cross = np.array([[0, -z, y], [z, 0, -x], [-y, x, 0]])
    return np.eye(3) + np.sin(angle_rad) * cross + (1 - np.cos(angle_rad)) * cross @ cross


def box(center=(0, 0, 0), extent=(1, 1, 1), R=None, yaw_rad=0.0):
    R = rotation((0, 0, 1), yaw_rad) if R is None else R
    return np.concatenate([center, extent, np.ravel(R)]).astype(np.float64)


def random_boxes(rng, n, upright, spread_m=1.0):
    rows = []
    for _ in range(n):
        axis = (0, 0, 1) if upright else rng.normal(size=3)
        R = rotation(axis, rng.uniform(-np.pi, np.pi))
        if upright and rng.random() < 0.3:
            R = R[:, [2, 0, 1]]  # upright on another of its axes
        rows.append(box(rng.normal(0, spread_m, 3), rng.uniform(0.05, 2.0, 3), R))
    return np.array(rows).reshape(n, 15)
