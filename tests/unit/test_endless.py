import os
from pathlib import Path

import numpy as np
import pytest

from endless_mapping import frames, mapper
from inherit_fast.graph.store import Store

CAP_MB = 1.5


@pytest.fixture(scope="module")
def curve():
    """(keyframes, bytes held, objects, resident MB) of a short mapping that is ever new."""
    mapping = mapper(f"memory.total_mb={CAP_MB}", "queue.capacity=1")
    rows = []
    for i, frame in enumerate(frames(120), start=1):
        mapping.push(frame)
        if i % 15 == 0:
            stats = mapping.stats()
            rows.append((i, sum(stats.bytes.values()), sum(stats.nodes.values()), resident_mb()))
    mapping.close()
    return np.array(rows), mapping.stats()


def resident_mb():
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / 1e6


def test_what_a_map_holds_stays_under_its_cap(curve):
    rows, stats = curve
    assert rows[:, 1].max() <= CAP_MB * 1e6 * 1.05  # pictures and grids come between evictions
    assert rows[-1, 2] <= 1.2 * rows[len(rows) // 2, 2]
    assert stats.dropped["objects forgotten"] > 50
    assert stats.dropped["points evicted"] > 0
    assert set(stats.bytes) == {"points", "views", "features", "grids", "pictures"}


@pytest.mark.skipif(not Path("/proc/self/statm").exists(), reason="needs Linux")
def test_resident_memory_is_flat_after_the_cap(curve):
    rows, _ = curve
    assert rows[-1, 3] - rows[len(rows) // 2, 3] < 10.0


def test_a_capped_map_is_the_same_in_the_file(tmp_path):
    with Store.create(tmp_path) as store:
        mapping = mapper("memory.total_mb=1.0", store=store)
        for frame in frames(60):
            mapping.push(frame)
        graph = mapping.close()
        assert mapping.stats().dropped["objects forgotten"] > 0
    with Store.open(tmp_path, readonly=True) as store:
        loaded = store.load()
    assert list(loaded.objects) == list(graph.objects)
    for node_id, node in graph.objects.items():
        assert len(loaded.objects[node_id].views) == len(node.views)
        np.testing.assert_array_equal(loaded.objects[node_id].points_m, node.points_m)
    ends = {end for subject, _, other in loaded.relations for end in (subject, other)}
    assert ends <= loaded.objects.keys()
