"""Two-stage one-to-one matching by sorting all pairs."""

import numpy as np

from reference import boxes as solids


def closeness(a, b):
    """(M, N) exact gaps and (M, N) IoU; the quick way where no box is turned."""
    still = np.eye(3).ravel()
    if not ((a[:, 6:] == still).all() and (b[:, 6:] == still).all()):
        return solids.box_gap(a, b, max_gap_m=np.inf), solids.box_iou(a, b)
    sides = [np.maximum(x[:, 3:6], 1e-3) for x in (a, b)]
    low = [x[:, :3] - side / 2 for x, side in zip((a, b), sides, strict=True)]
    high = [x[:, :3] + side / 2 for x, side in zip((a, b), sides, strict=True)]
    inner = np.minimum(high[0][:, None], high[1]) - np.maximum(low[0][:, None], low[1])
    common = np.prod(np.maximum(inner, 0.0), axis=2)
    volumes = [np.prod(side, axis=1) for side in sides]
    return (
        np.linalg.norm(np.maximum(-inner, 0.0), axis=2),
        common / (volumes[0][:, None] + volumes[1] - common),
    )


def cosines(features, rows_of_node):
    """(M, N) float32: the best over each node's rows, -2 for nodes without any."""
    best = np.full((len(features), len(rows_of_node)), -2.0, np.float32)
    for node, rows in enumerate(rows_of_node):
        if len(rows):
            products = features.astype(np.float64) @ np.asarray(rows, np.float64).T
            best[:, node] = products.astype(np.float32).max(axis=1)
    return best


def greedy(pairs, score, cosine, node_ids, stage, result):
    """Best score first, then the lower id, then the earlier observation."""
    observation, node = pairs
    order = np.lexsort((observation, node_ids[node], -score[pairs]))
    taken = set(result[0][result[0] >= 0].tolist())
    for o, n in zip(observation[order].tolist(), node[order].tolist(), strict=True):
        if result[0][o] < 0 and n not in taken:
            result[0][o], result[1][o], result[2][o] = n, stage, cosine[o, n]
            taken.add(n)


def assign(
    rows_of_node,
    *,
    features,
    boxes,
    labels,
    node_ids,
    node_boxes,
    node_labels,
    agree,
    high_cosine,
    far_gap_m,
    overlap_bonus,
    label_bonus,
    penalty_per_m,
    moderate_cosine,
    near_gap_m,
):
    cosine, (gap, iou) = cosines(features, rows_of_node), closeness(boxes, node_boxes)
    count = len(features)
    result = np.full(count, -1, np.int32), np.zeros(count, np.int32), np.zeros(count, np.float32)
    agreed = (agree[labels][:, node_labels] != 0) & (node_labels >= 0)
    likeness = cosine.astype(np.float64) + label_bonus * agreed
    score = np.rint(1e6 * (likeness + overlap_bonus * iou - penalty_per_m * gap)).astype(np.int64)
    first = (cosine >= np.float32(high_cosine)) & (gap <= far_gap_m)
    greedy(np.nonzero(first), score, cosine, node_ids, 1, result)
    second = agreed & (gap <= near_gap_m) & (cosine >= np.float32(moderate_cosine))
    second[result[0] >= 0] = False
    greedy(np.nonzero(second), score, cosine, node_ids, 2, result)
    return result
