"""Resize, normalise and lay out with one dense weight matrix an axis."""

import numpy as np


def preprocess(rgb, *, box_px, out_height, out_width, mean, std, bgr):
    colours = rgb[..., ::-1] if bgr else rgb
    centred = colours.astype(np.float64) - np.asarray(mean, np.float64)
    down = weights(box_px[1], box_px[3], rgb.shape[0], out_height)
    across = weights(box_px[0], box_px[2], rgb.shape[1], out_width)
    resized = np.einsum("yh,hwc,xw->cyx", down, centred, across, optimize=True)
    return (resized / np.asarray(std, np.float64)[:, None, None]).astype(np.float32)


def weights(low, high, source, out):
    """(out, source): how much each source pixel counts for each output pixel."""
    edges = low + (high - low) / out * np.arange(out + 1)
    pixel = np.arange(source)
    if high - low > out:
        covered = np.minimum(edges[1:, None], pixel + 1) - np.maximum(edges[:-1, None], pixel)
        return np.clip(covered, 0, None) / np.diff(edges)[:, None]
    centre = (edges[1:] + edges[:-1]) / 2
    place = np.clip(centre - 0.5, 0, source - 1)[:, None]
    hat = np.clip(1 - np.abs(place - pixel), 0, None)
    return hat * ((centre >= 0) & (centre < source))[:, None]
