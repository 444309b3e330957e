"""Observations and nodes for tests and benchmarks of the matching."""

import numpy as np

from box_maker import random_boxes
from inherit_fast.kernels import FeatureBank

RULES = {
    "high_cosine": 0.8,
    "far_gap_m": 2.0,
    "overlap_bonus": 0.5,
    "label_bonus": 0.1,
    "penalty_per_m": 0.05,
    "moderate_cosine": 0.55,
    "near_gap_m": 0.5,
}


def unit(rows):
    rows = np.asarray(rows, np.float64)
    return (rows / np.maximum(np.linalg.norm(rows, axis=-1, keepdims=True), 1e-12)).astype(
        np.float32
    )


def still_boxes(rng, n, spread_m):
    rows = np.zeros((n, 15))
    rows[:, :3] = rng.uniform(-spread_m, spread_m, (n, 3)) * (1, 1, 0.1)
    rows[:, 3:6] = rng.uniform(0.1, 1.0, (n, 3))
    rows[:, 6:] = np.eye(3).ravel()
    return rows


def case(rng, observations, nodes, dim, *, views=1, common=0.5, noise=0.5, spread_m=10.0, **more):
    """Nodes with a shared mean direction, and noisy views of some of them.

    ``common`` is the cosine of two different nodes, ``noise`` the length of what a view adds.
    """
    mean = unit(rng.normal(size=dim))
    own = unit(rng.normal(size=(nodes, dim)))
    ideal = np.sqrt(common) * mean + np.sqrt(1 - common) * own
    count = rng.integers(1, views + 1, nodes)
    rows = [unit(ideal[n] + 0.3 * unit(rng.normal(size=(count[n], dim)))) for n in range(nodes)]
    turned = more.get("turned", False)
    node_boxes = (
        random_boxes(rng, nodes, False, spread_m) if turned else still_boxes(rng, nodes, spread_m)
    )
    seen = rng.permutation(nodes)[:observations]
    seen = np.resize(seen, observations)
    boxes = node_boxes[seen].copy()
    boxes[:, :3] += rng.normal(0, 0.3, (observations, 3))
    node_labels = rng.integers(0, 6, nodes).astype(np.int32)
    features = unit(ideal[seen] + noise * unit(rng.normal(size=(observations, dim))))
    return rows, {
        "features": features,
        "boxes": boxes,
        "labels": node_labels[seen],
        "node_ids": np.cumsum(rng.integers(1, 4, nodes)),
        "node_boxes": node_boxes,
        "node_labels": node_labels,
        "agree": np.eye(6, dtype=np.uint8),
    }


def bank_of(rows_of_node, dim):
    bank = FeatureBank(dim=dim, max_rows=max(1, sum(map(len, rows_of_node))))
    for slot, rows in enumerate(rows_of_node):
        bank.put(slot, np.ascontiguousarray(rows, np.float32).reshape(-1, dim))
    return bank
