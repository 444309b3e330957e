"""Panoramas and faces for tests and benchmarks."""

import numpy as np


def smooth_panorama(height, width):
    """(H, W, 3) uint8 that goes on around the circle and changes slowly."""
    cols, rows = np.meshgrid(np.arange(width), np.arange(height))
    right = (cols - (width - 1) / 2) / width * 2 * np.pi
    down = (rows - (height - 1) / 2) / width * 2 * np.pi
    channels = [np.sin(3 * right), np.cos(2 * right) * np.cos(3 * down), np.sin(4 * down)]
    return np.stack([128 + 90 * channel for channel in channels], axis=-1).astype(np.uint8)


def cube_faces(count, height, width, fov_deg):
    """Intrinsics and rotations: four faces around, then one that looks up and one down."""
    focal = width / 2 / np.tan(np.radians(fov_deg) / 2)
    k = [focal, focal, (width - 1) / 2, (height - 1) / 2]
    around = [
        np.array([[np.cos(a), 0, np.sin(a)], [0, 1, 0], [-np.sin(a), 0, np.cos(a)]])
        for a in np.arange(4) * np.pi / 2
    ]
    up = np.array([[1.0, 0, 0], [0, 0, -1], [0, 1, 0]])
    down = np.array([[1.0, 0, 0], [0, 0, 1], [0, -1, 0]])
    rotations = np.stack([*around, up, down][:count])
    return {"intrinsics": np.tile(k, (count, 1)), "R_panorama_face": rotations}
