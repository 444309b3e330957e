import subprocess
import sys
import threading

import numpy as np
import pytest

from inherit_fast.config import load_config
from inherit_fast.datasets import open_dataset
from inherit_fast.errors import EditError, InheritFastError
from inherit_fast.graph.digest import content_digest
from inherit_fast.graph.store import Store
from inherit_fast.mapper import Mapper
from inherit_fast.semantic.edits import Edit
from small_house import CONFIG, models


@pytest.fixture(scope="module")
def house():
    """One storey, small images: the walk takes a second."""
    return open_dataset("house:floors=1,rooms_per_floor=2,width_px=96,height_px=72,focal_px=60")


@pytest.fixture(scope="module")
def frames(house):
    return list(house)[:60]


def push_all(mapper, frames):
    for frame in frames:
        mapper.push(frame)
    return mapper.close()


def map_into(path, house, frames, config=CONFIG):
    with Store.create(path) as store:
        mapper = Mapper(config, store=store, models=models(house))
        return push_all(mapper, frames)


def test_the_graph_in_memory_is_the_graph_in_the_file(tmp_path, house, frames):
    graph = map_into(tmp_path / "a", house, frames)
    with Store.open(tmp_path / "a") as store:
        loaded = store.load()
    assert len(graph.objects) > 10
    assert list(loaded.objects) == list(graph.objects)
    for node_id, node in graph.objects.items():
        np.testing.assert_array_equal(loaded.objects[node_id].centroid_m, node.centroid_m)
        assert loaded.objects[node_id].description == node.description
    assert loaded.relations.keys() == graph.relations.keys()
    assert loaded.rooms.keys() == graph.rooms.keys()


def test_the_same_frames_give_the_same_bytes(tmp_path, house, frames):
    map_into(tmp_path / "a", house, frames)
    map_into(tmp_path / "b", house, frames)
    assert content_digest(tmp_path / "a") == content_digest(tmp_path / "b")


def test_a_run_that_was_broken_off_is_gone_on_with_to_the_same_map(tmp_path, house, frames):
    map_into(tmp_path / "whole", house, frames)
    with Store.create(tmp_path / "broken") as store:
        mapper = Mapper(CONFIG, store=store, models=models(house))
        for frame in frames[:35]:
            mapper.push(frame)
        mapper.abort()
    with Store.open(tmp_path / "broken") as store:
        mapper = Mapper(CONFIG, store=store, models=models(house))
        assert 20 < mapper.next_frame <= 35
        push_all(mapper, frames[mapper.next_frame :])
    assert content_digest(tmp_path / "broken") == content_digest(tmp_path / "whole")


class FailsAfter:
    """A segmenter that breaks on its n-th keyframe."""

    def __init__(self, inner, calls):
        self._inner, self._left = inner, calls
        self.seen = []

    def __call__(self, frame, vocabulary):
        self._left -= 1
        if self._left < 0:
            raise RuntimeError("cannot segment")
        self.seen.append(frame.index)
        return self._inner(frame, vocabulary)


def test_a_semantic_failure_ends_the_run_with_its_own_error(tmp_path, house, frames):
    segmenter = FailsAfter(models(house).segmenter, 6)
    with Store.create(tmp_path / "a") as store:
        mapper = Mapper(CONFIG, store=store, models=models(house, segmenter))
        with pytest.raises(RuntimeError, match="cannot segment"):
            push_all(mapper, frames)
        mapper.abort()
    with Store.open(tmp_path / "a") as store:
        assert store.meta()["last_frame"] == segmenter.seen[-1]  # what was done before is kept


def test_every_detection_is_accounted_for(house, frames):
    mapper = Mapper(CONFIG, models=models(house))
    push_all(mapper, frames)
    stats = mapper.stats()
    funnel = stats.funnel
    assert funnel["frames"] == len(frames)
    assert funnel["lifted"] == funnel["matched"] + funnel["new"]
    not_lifted = ("too few", "too large", "no depth", "thin sheet")
    dropped = sum(n for reason, n in stats.dropped.items() if reason.startswith(not_lifted))
    assert funnel["detections"] == funnel["lifted"] + funnel["doubles"] + dropped
    assert sum(stats.nodes.values()) == funnel["new"] - funnel.get("merged", 0)


def test_a_live_mapper_drops_keyframes_before_it_waits(house, frames):
    config = load_config(overrides=["queue.capacity=1", "queue.overflow=drop_oldest"])
    live, replay = (Mapper(c, models=models(house)) for c in (config, CONFIG))
    push_all(live, frames)
    push_all(replay, frames)
    seen, dropped = live.stats().funnel["keyframes"], live.stats().queue_dropped
    assert dropped > 0
    assert seen + dropped == replay.stats().funnel["keyframes"]


class Held:
    """A segmenter that waits until it is let go."""

    def __init__(self, inner):
        self._inner = inner
        self.begun, self.go = threading.Event(), threading.Event()

    def __call__(self, frame, vocabulary):
        self.begun.set()
        assert self.go.wait(60)
        return self._inner(frame, vocabulary)


def test_a_live_push_returns_while_the_semantic_stream_stands_still(house, frames):
    segmenter = Held(models(house).segmenter)
    config = load_config(overrides=["queue.capacity=2", "queue.overflow=drop_oldest"])
    mapper = Mapper(config, models=models(house, segmenter))
    for frame in frames:
        mapper.push(frame)  # would hang here if it waited
        assert segmenter.begun.wait(60)
    queue = mapper.stats().queue
    assert (queue["waiting"], queue["most"]) == (2, 2)
    assert queue["put_in"] - 3 >= queue["dropped"] > 0  # one in work, two waiting
    segmenter.go.set()
    mapper.close()
    assert mapper.stats().funnel["keyframes"] in (1, 2, 3)  # what waits may be a mere event


def test_closing_a_live_mapper_drops_nothing_that_was_wished_for(house, frames):
    segmenter = Held(models(house).segmenter)
    config = load_config(overrides=["queue.capacity=1", "queue.overflow=drop_oldest"])
    mapper = Mapper(config, models=models(house, segmenter))
    mapper.push(frames[0])
    assert segmenter.begun.wait(60)
    wish = mapper.edit(Edit("rename", "object_1", "tea pot"))
    for frame in frames[1:20]:
        mapper.push(frame)
    threading.Timer(0.2, segmenter.go.set).start()
    graph = mapper.close()
    assert "object_1" in wish.result(0)
    assert graph.objects["object_1"].label == "tea pot"


def test_a_replay_waits_for_the_semantic_stream_and_says_how_long(house, frames):
    segmenter = Held(models(house).segmenter)
    mapper = Mapper(load_config(overrides=["queue.capacity=1"]), models=models(house, segmenter))
    threading.Timer(0.3, segmenter.go.set).start()
    push_all(mapper, frames)
    queue = mapper.stats().queue
    assert queue["dropped"] == 0
    assert queue["waited_s"] > 0.05


@pytest.mark.parametrize("threads", [2, 4])
def test_the_number_of_threads_does_not_show_in_the_map(tmp_path, house, frames, threads):
    map_into(tmp_path / "one", house, frames)
    several = load_config(
        overrides=[
            "semantic.lift.min_pixels=12",
            f"queue.threads={threads}",
            f"perception.onnx.threads={threads}",
        ]
    )
    map_into(tmp_path / "several", house, frames, several)
    assert content_digest(tmp_path / "several") == content_digest(tmp_path / "one")


def test_a_program_that_forgets_to_close_its_mapper_ends_all_the_same():
    forgetful = (
        "from inherit_fast.mapper import Mapper;"
        "from inherit_fast.mapper.models import Models;"
        "m = Mapper(models=Models(lambda *_: [], None));"
        "print(m.stats().queue['waiting'])"
    )
    done = subprocess.run([sys.executable, "-c", forgetful], capture_output=True, timeout=60)
    assert (done.returncode, done.stdout.strip()) == (0, b"0")


@pytest.mark.parametrize("threads", [1, 3])
def test_a_program_that_ends_in_the_middle_is_not_aborted_by_its_threads(threads):
    broken = (
        "import inherit_fast as inf\n"
        f"mapper = inf.Mapper(inf.load_config(overrides=['queue.threads={threads}']))\n"
        "for frame in inf.open_dataset('house'):\n"
        "    mapper.push(frame)\n"
        "    if mapper.stats().queue['put_in'] == 4:\n"
        "        raise ValueError('the end')\n"
    )
    done = subprocess.run([sys.executable, "-c", broken], capture_output=True, timeout=120)
    assert (done.returncode, done.stderr.splitlines()[-1]) == (1, b"ValueError: the end")


def test_corrections_by_hand_survive_later_mapping(tmp_path, house, frames):
    with Store.create(tmp_path / "a") as store:
        mapper = Mapper(CONFIG, store=store, models=models(house))
        for frame in frames[:40]:
            mapper.push(frame)
        done = [mapper.edit(Edit("rename", "object_1", "tea pot")).result(60)]
        done.append(mapper.edit(Edit("delete", "object_2")).result(60))
        mapper.close()
    assert "object_1" in done[0]
    assert "object_2" in done[1]
    with Store.open(tmp_path / "a") as store:
        graph = push_all(Mapper(CONFIG, store=store, models=models(house)), frames)
    assert graph.objects["object_1"].label == "tea pot"
    assert "tea pot" in graph.objects["object_1"].description
    assert graph.objects["object_2"].state == "deleted"
    assert graph.objects["object_2"].seen > 0


def test_a_correction_of_nothing_is_told_to_who_made_it_and_mapping_goes_on(house, frames):
    mapper = Mapper(CONFIG, models=models(house))
    wrong = mapper.edit(Edit("rename", "object_999", "x"))
    graph = push_all(mapper, frames[:20])
    assert isinstance(wrong.exception(60), EditError)
    assert graph.objects


def test_a_corrected_pose_moves_what_was_built_from_its_frames(house, frames):
    mapper = Mapper(CONFIG, models=models(house))
    for frame in frames[:30]:
        mapper.push(frame)
    lift = np.eye(4)
    lift[2, 3] = 0.5
    moved = mapper.apply_pose_correction(frames[0].time_ns, frames[29].time_ns, lift).result(60)
    graph = mapper.close()
    plain = push_all(Mapper(CONFIG, models=models(house)), frames[:30])
    assert moved == set(plain.objects)
    rises = [graph.objects[i].centroid_m - plain.objects[i].centroid_m for i in sorted(moved)]
    np.testing.assert_allclose(np.median(rises, axis=0), (0, 0, 0.5), atol=0.01)
    np.testing.assert_allclose(rises, [(0, 0, 0.5)] * len(rises), atol=0.1)
    np.testing.assert_allclose(np.array(graph.path_m)[:, 2], np.array(plain.path_m)[:, 2] + 0.5)


def test_figures_can_be_read_before_the_first_frame(house):
    stats = Mapper(CONFIG, models=models(house)).stats()
    assert stats.funnel["frames"] == 0
    assert stats.queue["put_in"] == 0


def test_no_frame_at_all_still_closes(house):
    graph = Mapper(CONFIG, models=models(house)).close()
    assert not graph.objects


def test_a_closed_mapper_refuses_frames_with_a_sentence(house, frames):
    mapper = Mapper(CONFIG, models=models(house))
    mapper.push(frames[0])
    mapper.close()
    with pytest.raises(InheritFastError, match="closed"):
        for frame in frames:
            mapper.push(frame)
