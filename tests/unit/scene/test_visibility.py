"""What viewpoints see: on a mapper's grid, and against what a camera truly saw in the house."""

import numpy as np

from floor_maps import floor_map, thing
from inherit_fast.datasets.house import truth_graph
from inherit_fast.graph import SceneGraph
from inherit_fast.scene import (
    Explorer,
    Pose,
    SceneRepresentation,
    Snapshot,
    Vector3,
    VisibilityConfig,
)

WALLED = """
#########
#111#222#
#111#222#
#1111222#
#########
"""


def test_a_mappers_grid_hides_what_its_walls_hide():
    drawn = floor_map(WALLED, doorways=[("room_1", "room_2", (4.5, 1.5), 1.0)])
    graph = SceneGraph(floors={"floor_1": drawn.floor}, rooms={r.id: r for r in drawn.rooms})
    for number, x, y in ((1, 2.5, 3.5), (2, 6.5, 3.5), (3, 7.5, 1.5)):
        node = thing(number, "lamp", (x, y, 0.5))
        node.floor_id = "floor_1"
        graph.objects[node.id] = node
    rep = SceneRepresentation(graph=graph)
    rep.update(Snapshot(1, Pose(Vector3(1.5, 1.5, 0.8))))
    rep.look_around(maps=[drawn])
    assert rep.edges.viewpoint_object == ((1, 1), (1, 3))


def test_the_edges_are_those_of_a_true_camera_but_for_furniture(house, robot, shots):
    graph = truth_graph(house.house)
    rep = SceneRepresentation(viewpoint_radius=1.0, graph=graph)
    looked = {}
    for shot in shots:
        place = Pose(Vector3(*shot.T_world_panorama[:3, 3].tolist()))
        if rep.update(Snapshot(shot.index, place)) is not None:
            looked[shot.index] = shot
    rep.look_around(VisibilityConfig(range_m=10.0))
    source = {f"object_{o.object_id}": graph.objects[f"object_{o.object_id}"].source_id
              for o in rep.objects}  # fmt: skip
    edges = {(tick, source[f"object_{number}"]) for tick, number in rep.edges.viewpoint_object}
    seen = set()
    for tick, shot in looked.items():
        ids, pixels = np.unique(shot.instances, return_counts=True)
        seen |= {(tick, int(i)) for i in ids[(ids > 0) & (pixels >= 6)]}
    assert len(seen) > 100
    assert len(edges & seen) >= 0.95 * len(seen)
    assert len(edges & seen) >= 0.7 * len(edges)  # tables hide what a floor plan shows
    assert {r.label for r in rep.rooms.values() if r.viewpoint_tick_ids} >= {"hallway", "kitchen"}
    assert Explorer(rep).next_room("the oven") is None  # the walk has seen all rooms
