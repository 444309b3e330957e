"""Twenty masks to counts, centroids and boxes; and to voxel points with the largest cluster."""

import numpy as np
import pytest

import masked_scenes
from inherit_fast import kernels
from masked_scenes import PLAIN, RULES, SCENES
from reference import back_project as reference
from second_opinion import back_project as second_opinion

VOXEL_M = 0.025
CLUSTER = {"cell_m": 0.1, "min_points": 3}


@pytest.fixture(scope="module", params=SCENES)
def scene(request):
    return SCENES[request.param]()


def counts_of(scene):
    ids, valid = scene["masks"], scene["depth"] * np.float32(scene["depth_scale"])
    inside = (valid >= np.float32(0.2)) & (valid <= np.float32(6.0))
    return np.bincount(ids[inside], minlength=masked_scenes.MASKS + 1)[1:]


def numpy_plain(depth, masks, **rules):
    found = reference.back_project(depth, masks, **rules)
    return np.array([f.count for f in found]), np.array([f.centroid_m for f in found])


def numba_plain(depth, masks, **rules):
    return second_opinion.back_project(depth, masks, **rules)[:2]


def core(depth, masks, **rules):
    found = kernels.back_project(depth, masks, **rules)
    return found.count, found.centroid_m


@pytest.mark.parametrize(
    "work", [numpy_plain, numba_plain, core], ids=["numpy twin", "numba", "core"]
)
def test_bench_counts_centroids_bounds_of_all_pixels(benchmark, scene, request, work):
    benchmark.group = f"masks to boxes, every pixel, {request.node.callspec.params['scene']}"
    inputs = scene | PLAIN
    if work is numba_plain:
        work(**inputs)  # compiled before the clock starts
    count, centroid = benchmark(work, **inputs)
    np.testing.assert_array_equal(count, counts_of(scene))
    world, ids = masked_scenes.points(scene), scene["masks"]
    np.testing.assert_allclose(centroid[3], world[ids == 4].mean(axis=0), atol=1e-3)


@pytest.mark.parametrize(
    "form", ["numpy twin", "core instances", "core float32", "core stack", "core list"]
)
def test_bench_statistics_with_ring_and_gate(benchmark, scene, request, form):
    benchmark.group = f"masks to boxes, ring and gate, {request.node.callspec.params['scene']}"
    inputs = scene | RULES
    expected = kernels.back_project(**inputs)
    stack = np.stack([(scene["masks"] == i + 1).astype(np.uint8) for i in range(20)])
    if form == "core float32":
        metres = scene["depth"].astype(np.float32) * np.float32(scene["depth_scale"])
        inputs |= {"depth": metres, "depth_scale": 1.0}
    if form in ("core stack", "core list"):
        inputs["masks"] = stack if form == "core stack" else list(stack)
    count, centroid = benchmark(numpy_plain if form == "numpy twin" else core, **inputs)
    np.testing.assert_array_equal(count, expected.count)
    np.testing.assert_allclose(centroid, expected.centroid_m, atol=1e-4)


def test_bench_memory_floor(benchmark, scene, request):
    """Nothing can be faster than reading depth and labels once."""
    benchmark.group = f"masks to boxes, ring and gate, {request.node.callspec.params['scene']}"
    depth, masks = scene["depth"].reshape(-1).view(np.uint64), scene["masks"].view(np.uint64)
    total = benchmark(lambda: int(depth.max()) + int(masks.max()))
    assert total > 0


def core_points(inputs):
    found = kernels.back_project_points(**inputs, voxel_m=VOXEL_M)
    sizes = []
    for i in range(masked_scenes.MASKS):
        rows = slice(*found.offsets[i : i + 2])
        links = found.links[slice(*found.link_offsets[i : i + 2])]
        keep = kernels.largest_cluster(
            found.points_m[rows], found.weights[rows], links=links, **CLUSTER
        )
        sizes.append(int(keep.sum()))
    return sizes


def open3d_points(o3d, scene, *, dbscan):
    """The usual way of the peers: a cloud a mask, voxels, DBSCAN, the largest cluster."""
    camera = o3d.camera.PinholeCameraIntrinsic(640, 480, *scene["intrinsics"])
    sizes = []
    for i in range(1, masked_scenes.MASKS + 1):
        depth = np.where(scene["masks"] == i, scene["depth"], 0).astype(np.uint16)
        cloud = o3d.geometry.PointCloud.create_from_depth_image(
            o3d.geometry.Image(depth), camera, depth_scale=1000.0, depth_trunc=6.0
        )
        cloud = cloud.transform(scene["T_world_camera"]).voxel_down_sample(VOXEL_M)
        cloud.get_axis_aligned_bounding_box()
        if dbscan:
            labels = np.asarray(cloud.cluster_dbscan(0.1, 10))
            sizes.append(int(np.bincount(labels[labels >= 0]).max(initial=0)))
        else:
            sizes.append(len(cloud.points))
    return sizes


@pytest.mark.parametrize("work", ["open3d voxels", "open3d voxels dbscan", "core"])
def test_bench_voxel_points_and_largest_cluster(benchmark, scene, request, work):
    benchmark.group = f"masks to voxel points, {request.node.callspec.params['scene']}"
    if work == "core":
        sizes = benchmark(core_points, scene | RULES)
    else:
        o3d = pytest.importorskip("open3d", exc_type=ImportError)
        sizes = benchmark(open3d_points, o3d, scene, dbscan=work.endswith("dbscan"))
        share = np.array(core_points(scene | RULES)) / sizes
        # Ours leave the edges of masks and what lies behind out, a fourth of all points here.
        assert share.min() > 0.4 and share.max() < 1.05
    assert len(sizes) == masked_scenes.MASKS
    assert min(sizes) >= 3
