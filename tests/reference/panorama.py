"""Slow twin of the panorama kernel, in NumPy and double precision."""

import numpy as np


def face_to_panorama(points, *, intrinsics, R_panorama_face, panorama_height, panorama_width):
    fx, fy, cx, cy = intrinsics
    rays = np.stack([(points[:, 0] - cx) / fx, (points[:, 1] - cy) / fy, np.ones(len(points))])
    x, y, z = R_panorama_face @ rays
    per_rad = panorama_width / (2 * np.pi)
    column = (panorama_width - 1) / 2 + np.arctan2(x, z) * per_rad
    column = np.where(column >= panorama_width - 0.5, column - panorama_width, column)
    row = (panorama_height - 1) / 2 + np.arctan2(y, np.hypot(x, z)) * per_rad
    return np.stack([column, row], axis=1)


def panorama_to_face(points, *, intrinsics, R_panorama_face, panorama_height, panorama_width):
    fx, fy, cx, cy = intrinsics
    per_rad = panorama_width / (2 * np.pi)
    right = (points[:, 0] - (panorama_width - 1) / 2) / per_rad
    down = (points[:, 1] - (panorama_height - 1) / 2) / per_rad
    rays = np.stack([np.cos(down) * np.sin(right), np.sin(down), np.cos(down) * np.cos(right)])
    x, y, z = R_panorama_face.T @ rays
    ahead = z > 0
    z = np.where(ahead, z, 1.0)
    places = np.stack([cx + fx * x / z, cy + fy * y / z], axis=1)
    places[~ahead] = np.nan
    return places


def unwrap_panorama(panorama, *, intrinsics, R_panorama_face, height, width, sampling):
    cols, rows = np.meshgrid(np.arange(width), np.arange(height))
    grid = np.stack([cols.ravel(), rows.ravel()], axis=1).astype(float)
    size = {"panorama_height": panorama.shape[0], "panorama_width": panorama.shape[1]}
    faces = []
    for k, R in zip(intrinsics, R_panorama_face, strict=True):
        at = face_to_panorama(grid, intrinsics=k, R_panorama_face=R, **size)
        face = sample(panorama, at, sampling, around=True)
        face[(at[:, 1] < -0.5) | (at[:, 1] >= len(panorama) - 0.5)] = 0
        faces.append(face.reshape(height, width, *panorama.shape[2:]))
    return np.stack(faces)


def wrap_panorama(faces, *, intrinsics, R_panorama_face, height, width, sampling):
    cols, rows = np.meshgrid(np.arange(width), np.arange(height))
    grid = np.stack([cols.ravel(), rows.ravel()], axis=1).astype(float)
    per_rad = width / (2 * np.pi)
    right, down = (cols - (width - 1) / 2) / per_rad, (rows - (height - 1) / 2) / per_rad
    rays = np.stack([np.cos(down) * np.sin(right), np.sin(down), np.cos(down) * np.cos(right)])
    rays = rays.reshape(3, -1)
    best = np.zeros(len(grid))
    out = np.zeros((len(grid), *faces.shape[3:]), faces.dtype)
    for face, k, R in zip(faces, intrinsics, R_panorama_face, strict=True):
        at = panorama_to_face(
            grid, intrinsics=k, R_panorama_face=R, panorama_height=height, panorama_width=width
        )
        cosine = R[:, 2] @ rays
        inside = (at >= -0.5).all(axis=1) & (at[:, 0] < face.shape[1] - 0.5)
        better = inside & (at[:, 1] < face.shape[0] - 0.5) & (cosine > best)
        best[better] = cosine[better]
        out[better] = sample(face, at[better], sampling, around=False)
    shape = (height, width)
    return out.reshape(*shape, *faces.shape[3:]), (best > 0).astype(np.uint8).reshape(shape)


def sample(image, at, sampling, *, around):
    height, width = image.shape[:2]

    def pixels(row, col):
        row = np.clip(row, 0, height - 1)
        return image[row, col % width if around else np.clip(col, 0, width - 1)]

    if sampling == "nearest" or image.dtype == np.int32:
        col, row = np.floor(at + 0.5).astype(int).T
        return pixels(row, col)
    col, row = np.floor(at).astype(int).T
    s, t = (at - np.floor(at)).T
    s, t = (v.reshape(-1, *(1,) * (image.ndim - 2)) for v in (s, t))
    top = pixels(row, col) * (1 - s) + pixels(row, col + 1) * s
    bottom = pixels(row + 1, col) * (1 - s) + pixels(row + 1, col + 1) * s
    value = top * (1 - t) + bottom * t
    return np.floor(value + 0.5).astype(np.uint8) if image.dtype == np.uint8 else np.float32(value)
