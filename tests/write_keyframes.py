"""Writes keyframes without end and says which are safe; test_store_failures kills it."""

import sys
from pathlib import Path

import numpy as np

from graphs import add_object
from inherit_fast.graph import SceneGraph, Store

graph, rng = SceneGraph(), np.random.default_rng(0)
with Store.create(Path(sys.argv[1])) as store:
    for number in range(1, 10**6):
        add_object(graph, rng).seen = 0
        for node in graph.objects.values():
            node.seen += 1
        store.save_keyframe(graph, set(graph.objects), meta={"keyframes": number})
        print(number, flush=True)
