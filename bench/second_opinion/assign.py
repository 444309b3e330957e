"""Numba cosines, gates and scores of all pairs; the greedy choice is the twin's."""

import numba
import numpy as np

from reference import assign as twin


def assign(rows_of_node, **values):
    counts = np.array([len(rows) for rows in rows_of_node])
    return assign_rows(np.concatenate(rows_of_node), counts, **values)


def assign_rows(rows, counts, **values):
    """As the twin for boxes that are not turned; rows of all nodes one after the other."""
    cosine = _cosines(values["features"], rows, counts)
    gap, iou = twin.closeness(values["boxes"], values["node_boxes"])
    return choose(cosine, gap, iou, **values)


def choose(cosine, gap, iou, **v):
    """The two stages on (M, N) tables."""
    agreed = (v["agree"][v["labels"]][:, v["node_labels"]] != 0) & (v["node_labels"] >= 0)
    score = cosine + v["label_bonus"] * agreed + v["overlap_bonus"] * iou
    score = np.rint(1e6 * (score - v["penalty_per_m"] * gap)).astype(np.int64)
    count = len(cosine)
    result = np.full(count, -1, np.int32), np.zeros(count, np.int32), np.zeros(count, np.float32)
    first = (cosine >= np.float32(v["high_cosine"])) & (gap <= v["far_gap_m"])
    twin.greedy(np.nonzero(first), score, cosine, v["node_ids"], 1, result)
    second = agreed & (gap <= v["near_gap_m"]) & (cosine >= np.float32(v["moderate_cosine"]))
    second[result[0] >= 0] = False
    twin.greedy(np.nonzero(second), score, cosine, v["node_ids"], 2, result)
    return result


@numba.njit(cache=False, fastmath=True)
def _cosines(features, rows, counts):
    out = np.full((len(features), len(counts)), np.float32(-2))
    at = 0
    for node in range(len(counts)):
        for row in range(at, at + counts[node]):
            for o in range(len(features)):
                total = np.float32(0)
                for i in range(rows.shape[1]):
                    total += features[o, i] * rows[row, i]
                out[o, node] = max(out[o, node], total)
        at += counts[node]
    return out
