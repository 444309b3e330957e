"""A furnished box room, rendered with NumPy and written in every format that can be read.

World: z up, metres, room 4 x 3 x 2.4 with its corner at the origin and a table in it. The truth of
a sample is ``Sample``; a writer turns it into its format's own conventions.
"""

import json
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from PIL import Image

ROOM = (np.zeros(3), np.array([4.0, 3.0, 2.4]))
TABLE = (np.array([1.4, 1.2, 0.0]), np.array([2.6, 1.9, 0.75]))
OPENGL = np.diag([1.0, -1.0, -1.0, 1.0])
Y_UP_FROM_Z_UP = np.array([[1.0, 0, 0, 0], [0, 0, 1, 0], [0, -1, 0, 0], [0, 0, 0, 1]])


@dataclass
class Sample:
    """What a reader must give back: float metres, z up, OpenCV."""

    rgb: list
    depth_m: list
    ids: list
    poses: list
    intrinsics: np.ndarray
    size: tuple


def look(position, yaw_deg, pitch_deg=-20.0):
    """Camera pose (OpenCV) at ``position``, heading ``yaw_deg`` from +x, looking up by pitch."""
    yaw, pitch = np.radians([yaw_deg, pitch_deg])
    forward = np.array([np.cos(yaw) * np.cos(pitch), np.sin(yaw) * np.cos(pitch), np.sin(pitch)])
    right = np.array([np.sin(yaw), -np.cos(yaw), 0.0])
    T = np.eye(4)
    T[:3, :3] = np.stack([right, np.cross(forward, right), forward], axis=1)
    T[:3, 3] = position
    return T


def render(T, intrinsics, size):
    """Depth (metres, float64), id image (1..6 the room's faces, 7 the table) and texture."""
    rows, cols = np.indices(size)
    fx, fy, cx, cy = intrinsics
    rays = np.stack([(cols - cx) / fx, (rows - cy) / fy, np.ones(size)], -1) @ T[:3, :3].T
    with np.errstate(divide="ignore", invalid="ignore"):
        low, high = ((side - T[:3, 3]) / rays for side in ROOM)
        far = np.maximum(low, high)
        depth, face = far.min(-1), far.argmin(-1) * 2 + (rays > 0)[..., :1].squeeze(-1)
        low, high = ((side - T[:3, 3]) / rays for side in TABLE)
        enter, leave = np.minimum(low, high).max(-1), np.maximum(low, high).min(-1)
    face = far.argmin(-1) * 2 + np.take_along_axis(rays > 0, far.argmin(-1)[..., None], -1)[..., 0]
    hit = (enter < leave) & (enter > 0) & (enter < depth)
    depth = np.where(hit, enter, depth)
    ids = np.where(hit, 7, face + 1)
    points = rays * depth[..., None] + T[:3, 3]
    checks = np.floor(points * 4 + 1e-6).sum(-1).astype(int) % 2
    palette = np.random.default_rng(3).integers(40, 200, (8, 3))
    return depth, ids, (palette[ids] + 40 * checks[..., None]).astype(np.uint8)


def make_sample(count=4, size=(48, 64), focal=50.0):
    """A turn around the room's middle, a little forward each time."""
    intrinsics = np.array([focal, focal, (size[1] - 1) / 2, (size[0] - 1) / 2])
    poses = [look([0.8 + 0.1 * i, 0.7, 1.5], 10.0 + 12.0 * i) for i in range(count)]
    images = [render(T, intrinsics, size) for T in poses]
    depth, ids, rgb = (list(parts) for parts in zip(*images, strict=True))
    return Sample(rgb, depth, ids, poses, intrinsics, size)


def save_depth(path, depth_m, units_per_m):
    path.parent.mkdir(parents=True, exist_ok=True)
    Image.fromarray(np.round(depth_m * units_per_m).astype(np.uint16)).save(path)


def save_colour(path, rgb):
    path.parent.mkdir(parents=True, exist_ok=True)
    if path.suffix == ".jpg":
        Image.fromarray(rgb).save(path, quality=95, subsampling=0)
    else:
        Image.fromarray(rgb).save(path)


def save_matrix(path, T):
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("\n".join(" ".join(f"{v:.9f}" for v in row) for row in T) + "\n")


def camera_matrix(intrinsics):
    fx, fy, cx, cy = intrinsics
    return np.array([[fx, 0, cx], [0, fy, cy], [0, 0, 1.0]])


def quaternion_wxyz(R):
    q = np.linalg.eigh(
        np.array(
            [
                [R[0, 0] - R[1, 1] - R[2, 2], 0, 0, 0],
                [R[1, 0] + R[0, 1], R[1, 1] - R[0, 0] - R[2, 2], 0, 0],
                [R[2, 0] + R[0, 2], R[2, 1] + R[1, 2], R[2, 2] - R[0, 0] - R[1, 1], 0],
                [R[2, 1] - R[1, 2], R[0, 2] - R[2, 0], R[1, 0] - R[0, 1], np.trace(R)],
            ]
        )
        / 3.0,
        UPLO="L",
    )[1][:, -1]
    return q[[3, 0, 1, 2]]


def write_7scenes(root: Path, sample, T_source_world=None):
    """The world is the first camera's, with the gravity's direction beside it."""
    T = np.linalg.inv(sample.poses[0]) if T_source_world is None else T_source_world
    for i, pose in enumerate(sample.poses):
        stem = root / f"frame-{i:06d}"
        save_colour(stem.with_suffix(".color.png"), sample.rgb[i])
        save_depth(stem.with_suffix(".depth.png"), sample.depth_m[i], 1000)
        save_matrix(stem.with_suffix(".pose.txt"), T @ pose)
    save_matrix(root / "camera-intrinsics.txt", camera_matrix(sample.intrinsics))
    (root / "gravity-direction.txt").write_text("\n".join(f"{v}" for v in T[:3, :3] @ (0, 0, -1)))


def write_habitat(root: Path, sample, first=1, step=3):
    lines = []
    for i, pose in enumerate(sample.poses):
        n = first + step * i
        save_colour(root / "color" / f"{n:04d}.jpg", sample.rgb[i])
        save_depth(root / "depth" / f"{n:04d}.png", sample.depth_m[i], 1000)
        save_depth(root / "instance" / f"{n:04d}.png", sample.ids[i][::2, ::2], 1)
        T = Y_UP_FROM_Z_UP @ pose @ OPENGL
        numbers = [*T[:3, 3], *quaternion_wxyz(T[:3, :3])]
        lines.append(f"{n:04d} " + " ".join(f"{v:.9f}" for v in numbers))
    (root / "poses_habitat_xyz_wxyz.txt").write_text("\n".join(lines))
    objects = [{"id": i, "label": name} for i, name in enumerate("abcdef", 1)]
    truth = {"objects": [*objects, {"id": 7, "label": "Table"}]}
    (root / "ground_truth_objects.json").write_text(json.dumps(truth))
    camera = dict(zip(("fx", "fy", "cx", "cy"), sample.intrinsics.tolist(), strict=True))
    (root / "intrinsics.json").write_text(json.dumps(camera))


def write_tum(root: Path, sample, start_s=1305031100.0):
    lists = {"rgb": ["# color images"], "depth": [], "groundtruth": ["# timestamp tx ty tz q"]}
    for i, pose in enumerate(sample.poses):
        t, d = start_s + i / 30, start_s + i / 30 + 0.004
        save_colour(root / "rgb" / f"{t:.6f}.png", sample.rgb[i])
        save_depth(root / "depth" / f"{d:.6f}.png", sample.depth_m[i], 5000)
        lists["rgb"].append(f"{t:.6f} rgb/{t:.6f}.png")
        lists["depth"].append(f"{d:.6f} depth/{d:.6f}.png")
        w, x, y, z = quaternion_wxyz(pose[:3, :3])
        numbers = " ".join(f"{v:.9f}" for v in [*pose[:3, 3], x, y, z, w])
        lists["groundtruth"].append(f"{d + 0.002:.4f} {numbers}")
    for name, lines in lists.items():
        (root / f"{name}.txt").write_text("\n".join(lines))
    save_matrix(root / "intrinsic.txt", camera_matrix(sample.intrinsics))


def write_scannet(root: Path, sample, exported=True):
    for i, pose in enumerate(sample.poses):
        save_colour(root / "color" / f"{i}.jpg", sample.rgb[i])
        save_depth(root / "depth" / f"{i}.png", sample.depth_m[i], 1000)
        save_matrix(root / "pose" / f"{i}.txt", pose)
    K = np.eye(4)
    K[:3, :3] = camera_matrix(sample.intrinsics)
    save_matrix(root / ("intrinsic/intrinsic_color.txt" if exported else "intrinsic.txt"), K)


def write_replica(root: Path, sample):
    for i in range(len(sample.poses)):
        save_colour(root / "results" / f"frame{i:06d}.jpg", sample.rgb[i])
        save_depth(root / "results" / f"depth{i:06d}.png", sample.depth_m[i], 6553.5)
    write_trajectory(root / "traj.txt", sample.poses)
    fx, fy, cx, cy = sample.intrinsics
    height, width = sample.size
    camera = {"w": width, "h": height, "fx": fx, "fy": fy, "cx": cx, "cy": cy, "scale": 6553.5}
    (root.parent / "cam_params.json").write_text(json.dumps({"camera": camera}))


def write_conceptgraphs(root: Path, sample, npy=False):
    for i, pose in enumerate(sample.poses):
        save_colour(root / "rgb" / f"{i:05d}.jpg", sample.rgb[i])
        save_depth(root / "depth" / f"{i:05d}.png", sample.depth_m[i], 4000)
        if npy:
            (root / "poses").mkdir(exist_ok=True)
            np.save(root / "poses" / f"{i:05d}.npy", Y_UP_FROM_Z_UP @ pose @ OPENGL)
    if not npy:
        stamped = [f"{0.1 * i:.3f} " + numbers(T) for i, T in enumerate(sample.poses)]
        (root / "pose.txt").write_text("\n".join(stamped))
    fx, fy, cx, cy = sample.intrinsics
    height, width = sample.size
    (root / "camera.yaml").write_text(
        f"dataset_name: mine\ncamera_params:\n  image_height: {height}\n  image_width: {width}\n"
        f"  fx: {fx}\n  fy: {fy}\n  cx: {cx}\n  cy: {cy}\n  png_depth_scale: 4000.0\n"
    )


def write_hm3d(root: Path, sample):
    for i, pose in enumerate(sample.poses):
        name = f"Dd4bFSTQ8gi_{i:06d}"
        save_colour(root / "rgb" / f"{name}.png", sample.rgb[i])
        save_depth(root / "depth" / f"{name}.png", sample.depth_m[i], 1000)
        (root / "semantic").mkdir(exist_ok=True)
        np.save(root / "semantic" / f"{name}.npy", sample.ids[i].astype(np.uint32))
        (root / "pose").mkdir(exist_ok=True)
        T = Y_UP_FROM_Z_UP @ pose @ OPENGL
        (root / "pose" / f"{name}.txt").write_text(numbers(T, "\t") + "\n")
    (root / "Dd4bFSTQ8gi.semantic.txt").write_text(
        'HM3D Semantic Annotations\n1,A1B2C3,"Wall",0\n7,D4E5F6,"Coffee Table",0\n'
    )
    save_matrix(root / "intrinsics.txt", camera_matrix(sample.intrinsics))


def write_trajectory(path, poses):
    path.write_text("\n".join(numbers(T) for T in poses))


def numbers(T, separator=" "):
    return separator.join(f"{v:.9f}" for v in T.ravel())


WRITERS = {
    "7scenes": write_7scenes,
    "conceptgraphs": write_conceptgraphs,
    "habitat": write_habitat,
    "hm3d": write_hm3d,
    "replica": write_replica,
    "scannet": write_scannet,
    "tum": write_tum,
}
