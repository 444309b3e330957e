import multiprocessing
import sys
import time

import numpy as np
import pytest

from inherit_fast.datasets import open_dataset
from inherit_fast.errors import StoreError
from inherit_fast.graph import content_digest
from inherit_fast.graph.store import Store
from inherit_fast.mapper import Mapper
from small_house import CONFIG, models

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="kills a forked process")
KILLS = 20


def go_on(path, house, frames):
    """Map into ``path`` from wherever it stands."""
    with opened(path) as store:
        mapper = Mapper(CONFIG, store=store, models=models(house))
        for frame in frames[mapper.begin(frames[0]) :]:
            mapper.push(frame)
            time.sleep(0.004)  # so that kills find it everywhere, not only at its end
        mapper.close()


def opened(path):
    """The map that is there; a kill before its first keyframe may have left none."""
    try:
        return Store.open(path)
    except StoreError:
        return Store.create(path)


def test_twenty_kills_at_random_moments_leave_the_map_of_an_unbroken_run(tmp_path):
    house = open_dataset("house:floors=1,rooms_per_floor=2,width_px=96,height_px=72,focal_px=60")
    frames = list(house)[:60]
    go_on(tmp_path / "whole", house, frames)
    context, rng = multiprocessing.get_context("fork"), np.random.default_rng(11)
    done, ids = -1, []
    for _ in range(KILLS):
        child = context.Process(target=go_on, args=(tmp_path / "killed", house, frames))
        child.start()
        child.join(float(rng.uniform(0.02, 0.35)))
        child.kill()
        child.join()
        with opened(tmp_path / "killed") as store:  # whatever was going on
            graph, last = store.load(), store.meta().get("last_frame", -1)
        assert last >= done
        done = last
        ids = list(graph.objects)
    go_on(tmp_path / "killed", house, frames)
    with Store.open(tmp_path / "killed", readonly=True) as store:
        assert {i for i in ids if i not in store.load().aliases} <= set(store.load().objects)
    assert content_digest(tmp_path / "killed") == content_digest(tmp_path / "whole")
