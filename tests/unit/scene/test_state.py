"""A scene goes on after a restart where it was left."""

import numpy as np
import pytest

from inherit_fast.errors import StoreError
from inherit_fast.graph import Store
from inherit_fast.scene import (
    ObjectObservation,
    Pose,
    SceneRepresentation,
    Snapshot,
    Vector3,
    ViewpointConfig,
)

COVERAGE = ViewpointConfig(trigger="coverage", new_share=0.3, voxel_m=0.2)


def patch(x):
    grid = np.stack(np.meshgrid(np.arange(x, x + 4, 0.1), np.arange(0, 4, 0.1)), axis=-1)
    return np.column_stack([grid.reshape(-1, 2), np.zeros(grid[..., 0].size)])


def tell(rep, steps):
    for tick in steps:
        rep.update(Snapshot(tick, Pose(Vector3(2.0 * tick, 0, 0)), None, patch(2.0 * tick)))
        rep.add_object(
            ObjectObservation(
                label="mug", position=Vector3(tick, 0, 0), confidence=tick / 10, color_name="red"
            )
        )


def test_going_on_after_a_restart_gives_what_never_stopping_gives(tmp_path):
    whole = SceneRepresentation(viewpoints=COVERAGE)
    tell(whole, range(8))
    first = SceneRepresentation(viewpoints=COVERAGE)
    tell(first, range(4))
    with Store.create(tmp_path / "a.map") as store:
        store.save_keyframe(first.graph, state={"scene": first.state()})
    with Store.open(tmp_path / "a.map") as store:
        later = SceneRepresentation(graph=store.load(), viewpoints=COVERAGE)
        later.restore(store.get_state("scene"))
    assert later.objects == first.objects
    assert later.serialize() == first.serialize()
    tell(later, range(4, 8))
    assert later.viewpoints == whole.viewpoints
    assert later.objects == whole.objects
    assert later.edges == whole.edges
    assert later.room.scene_bounds == whole.room.scene_bounds
    assert len(later.coverage) == len(whole.coverage) > 500
    for viewpoint in whole.viewpoints:
        region = later.coverage.region(viewpoint.tick_id)
        np.testing.assert_array_equal(region, whole.coverage.region(viewpoint.tick_id))


@pytest.mark.parametrize("data", [b"", b"{}", b'{"version":99}', b"[1]", b"\xff"])
def test_bytes_of_something_else_are_refused(data):
    with pytest.raises(StoreError, match="cannot be read"):
        SceneRepresentation().restore(data)


def test_panoramas_are_capped_and_the_oldest_go_first():
    rep = SceneRepresentation(viewpoints=ViewpointConfig(max_panoramas=2))
    for tick in range(4):
        rep.update(Snapshot(tick, Pose(Vector3(5.0 * tick, 0, 0)), f"frame {tick}"))
    assert rep.coverage.panoramas == {2: "frame 2", 3: "frame 3"}
