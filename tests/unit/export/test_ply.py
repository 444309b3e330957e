import numpy as np
import pytest

from graphs import full_graph
from inherit_fast.errors import DatasetError
from inherit_fast.export import write_graph
from inherit_fast.export.ply import read_ply, write_ply

RNG = np.random.default_rng(0)


def test_points_and_colours_come_back(tmp_path):
    points = RNG.normal(size=(50, 3)).astype(np.float32)
    colors = RNG.integers(0, 255, (50, 3)).astype(np.uint8)
    write_ply(tmp_path / "a.ply", points, colors, np.arange(50, dtype=np.int32))
    again, shades = read_ply(tmp_path / "a.ply")
    np.testing.assert_array_equal(again, points)
    np.testing.assert_array_equal(shades, colors)


def test_the_map_is_one_cloud_that_knows_its_objects(tmp_path):
    graph = full_graph()
    write_graph(graph, "ply", tmp_path / "map.ply")
    points, colors = read_ply(tmp_path / "map.ply")
    nodes = list(graph.present())
    np.testing.assert_array_equal(points, np.concatenate([n.points_m for n in nodes]))
    assert (colors == (200, 10, 0)).all()
    assert b"property int object" in (tmp_path / "map.ply").read_bytes()


@pytest.mark.parametrize("order", ["<", ">"])
def test_both_byte_orders_and_further_elements_are_read(tmp_path, order):
    name = {"<": "binary_little_endian", ">": "binary_big_endian"}[order]
    head = f"ply\nformat {name} 1.0\ncomment x\nelement vertex 2\nproperty double x\n"
    head += "property double y\nproperty double z\nelement face 1\n"
    head += "property list uchar int vertex_indices\nend_header\n"
    rows = np.array([[1, 2, 3], [4, 5, 6]], f"{order}f8")
    (tmp_path / "a.ply").write_bytes(head.encode() + rows.tobytes() + b"\x03" + bytes(12))
    points, colors = read_ply(tmp_path / "a.ply")
    assert points.tolist() == [[1, 2, 3], [4, 5, 6]]
    assert colors.shape == (0, 3)


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"ply\n",
        b"obj\nend_header\n",
        b"ply\nformat ascii 1.0\nend_header\n",
        b"ply\nformat ascii 1.0\nelement vertex 1\nproperty float x\nend_header\n1\n",
        b"ply\nformat binary_little_endian 1.0\nelement vertex 9\nproperty float x\n"
        b"property float y\nproperty float z\nend_header\n1234",
        b"ply\nelement vertex 1\nend_header\n",
    ],
)
def test_what_is_no_cloud_is_refused(tmp_path, data):
    (tmp_path / "a.ply").write_bytes(data)
    with pytest.raises(DatasetError, match="PLY"):
        read_ply(tmp_path / "a.ply")
