"""OctoMap over ctypes: built with g++ where its headers are installed (``liboctomap-dev``)."""

import ctypes
import subprocess
import tempfile
from pathlib import Path

import numpy as np


def build():
    """The library, or a RuntimeError that says why there is none."""
    folder = Path(tempfile.mkdtemp())
    source, made = Path(__file__).with_name("octomap_frames.cpp"), folder / "octomap_frames.so"
    command = ["g++", "-O3", "-shared", "-fPIC", source, "-o", made, "-loctomap", "-loctomath"]
    try:
        done = subprocess.run(command, capture_output=True, text=True)
    except FileNotFoundError as error:
        raise RuntimeError("no g++ to build OctoMap's side with") from error
    if done.returncode:
        raise RuntimeError(f"OctoMap is not installed: {done.stderr.strip().splitlines()[0]}")
    library = ctypes.CDLL(str(made))
    library.octomap_new.restype = ctypes.c_void_p
    return library


def pointer(array, of):
    return array.ctypes.data_as(ctypes.POINTER(of))


class OctoMap:
    """A tree with the rules of the grid."""

    def __init__(self, library, rules):
        self._library, self._rules = library, rules
        names = ("cell_m", "hit_log_odds", "free_log_odds", "min_log_odds", "max_log_odds")
        self._tree = ctypes.c_void_p(
            library.octomap_new(*(ctypes.c_double(rules[name]) for name in names))
        )

    def integrate(self, depth, *, discretize, **v):
        height, width = depth.shape
        k, T = (np.ascontiguousarray(v[n], np.float64) for n in ("intrinsics", "T_world_camera"))
        number = ctypes.c_double
        self._library.octomap_insert(
            self._tree, pointer(depth, ctypes.c_uint16), height, width, number(v["depth_scale"]),
            pointer(k, number), pointer(T, number), number(v["min_depth_m"]),
            number(v["max_depth_m"]), v["stride"], ctypes.c_bool(discretize),
        )  # fmt: skip

    def occupied(self):
        """(N, 2) int32 ix, iy of columns with an occupied voxel inside the band."""
        band = (ctypes.c_double(self._rules[name]) for name in ("band_low_m", "band_high_m"))
        cells = np.zeros((10**6, 2), np.int32)
        found = self._library.octomap_columns(
            self._tree, *band, pointer(cells, ctypes.c_int), len(cells)
        )
        return cells[:found]

    def __del__(self):
        self._library.octomap_delete(self._tree)
