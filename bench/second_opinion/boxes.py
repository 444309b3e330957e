"""Numba IoU of upright boxes: clipping of two rectangles times the common height."""

import numba
import numpy as np


@numba.njit(cache=False)
def box_iou(a, b):
    out = np.zeros((len(a), len(b)))
    for i in range(len(a)):
        for j in range(len(b)):
            out[i, j] = _iou(a[i], b[j])
    return out


@numba.njit(cache=False)
def _iou(p, q):
    half = (p[5] + q[5]) / 2
    height = min(half - abs(p[2] - q[2]), p[5], q[5])
    if height <= 0:
        return 0.0
    common = _common_area(_corners(p), _corners(q)) * height
    return common / (p[3] * p[4] * p[5] + q[3] * q[4] * q[5] - common)


@numba.njit(cache=False)
def _corners(box):
    out = np.zeros((4, 2))
    for c, (u, v) in enumerate(((-1, -1), (1, -1), (1, 1), (-1, 1))):
        x, y = u * box[3] / 2, v * box[4] / 2
        out[c, 0] = box[0] + box[6] * x + box[7] * y
        out[c, 1] = box[1] + box[9] * x + box[10] * y
    return out


@numba.njit(cache=False)
def _common_area(subject, by):
    points, count = np.zeros((16, 2)), 4
    points[:4] = subject
    for e in range(4):
        ax, ay = by[e]
        bx, by_ = by[(e + 1) % 4]
        kept, n = np.zeros((16, 2)), 0
        for i in range(count):
            p, q = points[i], points[(i + 1) % count]
            dp = (bx - ax) * (p[1] - ay) - (by_ - ay) * (p[0] - ax)
            dq = (bx - ax) * (q[1] - ay) - (by_ - ay) * (q[0] - ax)
            if dp >= 0:
                kept[n] = p
                n += 1
            if dp * dq < 0:
                kept[n] = p + dp / (dp - dq) * (q - p)
                n += 1
        points, count = kept, n
    area = 0.0
    for i in range(count):
        p, q = points[i], points[(i + 1) % count]
        area += (p[0] * q[1] - p[1] * q[0]) / 2
    return area
