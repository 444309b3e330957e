"""
Compiled kernels of inherit_fast. Import them from inherit_fast.kernels.
"""

from __future__ import annotations
import numpy
import numpy.typing
import typing

class MaskStatistics:
    """
    One entry for each mask, in order.
    """
    @property
    def aabb_max_m(self) -> numpy.typing.NDArray[numpy.float32]:
        """
        (N, 3) float32, world.
        """
    @property
    def aabb_min_m(self) -> numpy.typing.NDArray[numpy.float32]:
        """
        (N, 3) float32, world.
        """
    @property
    def box_px(self) -> numpy.typing.NDArray[numpy.int32]:
        """
        (N, 4) int32, x0, y0, x1, y1 of the mask.
        """
    @property
    def centroid_m(self) -> numpy.typing.NDArray[numpy.float64]:
        """
        (N, 3) float64, mean of the trusted pixels in the world.
        """
    @property
    def count(self) -> numpy.typing.NDArray[numpy.int64]:
        """
        (N,) int64, of those trusted.
        """
    @property
    def far_m(self) -> numpy.typing.NDArray[numpy.float32]:
        """
        (N,) float32, farthest trusted depth.
        """
    @property
    def mask_px(self) -> numpy.typing.NDArray[numpy.int64]:
        """
        (N,) int64, pixels of the mask.
        """
    @property
    def median_m(self) -> numpy.typing.NDArray[numpy.float32]:
        """
        (N,) float32, median depth to 0.8 %.
        """
    @property
    def near_m(self) -> numpy.typing.NDArray[numpy.float32]:
        """
        (N,) float32, nearest trusted depth.
        """
    @property
    def ring_px(self) -> numpy.typing.NDArray[numpy.int32]:
        """
        (N,) int32, the ring that was used.
        """
    @property
    def valid_px(self) -> numpy.typing.NDArray[numpy.int64]:
        """
        (N,) int64, of those with a return.
        """

class MaskPoints:
    """
    Voxel points: mask i owns rows offsets[i] to offsets[i+1].
    """
    @property
    def link_offsets(self) -> numpy.typing.NDArray[numpy.int64]:
        """
        (N + 1,) int64, mask i owns links link_offsets[i] to link_offsets[i+1].
        """
    @property
    def links(self) -> numpy.typing.NDArray[numpy.int32]:
        """
        (L, 2) int32, rows counted within the mask: voxels that hold neighbouring pixels of a continuous surface and yet lie more than two voxels apart, because it is seen at a grazing angle.
        """
    @property
    def offsets(self) -> numpy.typing.NDArray[numpy.int64]:
        """
        (N + 1,) int64.
        """
    @property
    def points_m(self) -> numpy.typing.NDArray[numpy.float32]:
        """
        (M, 3) float32, mean of a voxel's pixels, by first pixel in row-major order.
        """
    @property
    def statistics(self) -> MaskStatistics: ...
    @property
    def weights(self) -> numpy.typing.NDArray[numpy.int32]:
        """
        (M,) int32, pixels in the voxel.
        """

class FeatureBank:
    """
    Unit float32 features in rows, a few to a slot, never more than max_rows in all.

    Not for several threads at once while it is being changed.
    """
    def __init__(
        self,
        *,
        dim: typing.SupportsInt | typing.SupportsIndex,
        max_rows: typing.SupportsInt | typing.SupportsIndex,
    ) -> None: ...
    def __len__(self) -> int: ...
    def put(
        self,
        slot: typing.SupportsInt | typing.SupportsIndex,
        features: numpy.typing.NDArray[numpy.float32],
    ) -> None:
        """
        Replace the rows of slot (an int) by features (K, dim) float32, each at most of unit
        length. Rows that do not fit under max_rows are left out and counted.
        """
    def remove(self, slot: typing.SupportsInt | typing.SupportsIndex) -> None:
        """
        Forget a slot; unknown ones too.
        """
    @property
    def bytes(self) -> int:
        """
        Memory of the rows.
        """
    @property
    def dim(self) -> int: ...
    @property
    def dropped_rows(self) -> int:
        """
        Rows left out because max_rows was reached.
        """

class OccupancyGrid:
    """
    2D log-odds grid of one floor with the occupied heights of every cell.

    Cell (ix, iy) holds world x in [ix, ix + 1) * cell_m and y in [iy, iy + 1) * cell_m. The
    grid grows by tiles of 64 x 64 cells up to max_tiles. Not for several threads at once.
    """
    def __init__(
        self,
        *,
        cell_m: typing.SupportsFloat | typing.SupportsIndex,
        hit_log_odds: typing.SupportsFloat | typing.SupportsIndex,
        free_log_odds: typing.SupportsFloat | typing.SupportsIndex,
        min_log_odds: typing.SupportsFloat | typing.SupportsIndex,
        max_log_odds: typing.SupportsFloat | typing.SupportsIndex,
        band_low_m: typing.SupportsFloat | typing.SupportsIndex,
        band_high_m: typing.SupportsFloat | typing.SupportsIndex,
        slice_m: typing.SupportsFloat | typing.SupportsIndex,
        slice_frames: typing.SupportsInt | typing.SupportsIndex,
        min_points: typing.SupportsInt | typing.SupportsIndex,
        free_below_m: typing.SupportsFloat | typing.SupportsIndex,
        max_tiles: typing.SupportsInt | typing.SupportsIndex,
    ) -> None: ...
    @typing.overload
    def integrate(
        self,
        depth: numpy.typing.NDArray[numpy.uint16],
        *,
        depth_scale: typing.SupportsFloat | typing.SupportsIndex,
        intrinsics: numpy.typing.NDArray[numpy.float64],
        T_world_camera: numpy.typing.NDArray[numpy.float64],
        floor_plane: numpy.typing.NDArray[numpy.float64],
        min_depth_m: typing.SupportsFloat | typing.SupportsIndex,
        max_depth_m: typing.SupportsFloat | typing.SupportsIndex,
        stride: typing.SupportsInt | typing.SupportsIndex,
    ) -> int:
        """
        Add one depth image, (H, W) uint16 or float32; depth times depth_scale is metres along
        the optical axis. floor_plane is (3,) float64: z = plane[0] * x + plane[1] * y + plane[2]
        in the world. Every stride-th pixel of every stride-th row counts. Returns how many
        cells got evidence.
        """
    @typing.overload
    def integrate(
        self,
        depth: numpy.typing.NDArray[numpy.float32],
        *,
        depth_scale: typing.SupportsFloat | typing.SupportsIndex,
        intrinsics: numpy.typing.NDArray[numpy.float64],
        T_world_camera: numpy.typing.NDArray[numpy.float64],
        floor_plane: numpy.typing.NDArray[numpy.float64],
        min_depth_m: typing.SupportsFloat | typing.SupportsIndex,
        max_depth_m: typing.SupportsFloat | typing.SupportsIndex,
        stride: typing.SupportsInt | typing.SupportsIndex,
    ) -> int:
        """
        Add one depth image, (H, W) uint16 or float32; depth times depth_scale is metres along
        the optical axis. floor_plane is (3,) float64: z = plane[0] * x + plane[1] * y + plane[2]
        in the world. Every stride-th pixel of every stride-th row counts. Returns how many
        cells got evidence.
        """
    def restore(
        self,
        *,
        coordinates: numpy.typing.NDArray[numpy.int32],
        cells: numpy.typing.NDArray[numpy.uint16],
    ) -> None:
        """
        Replace all cells by what tiles() gave.
        """
    def snapshot(
        self,
    ) -> tuple[
        numpy.typing.NDArray[numpy.int32],
        numpy.typing.NDArray[numpy.int16],
        numpy.typing.NDArray[numpy.uint16],
        numpy.typing.NDArray[numpy.uint16],
    ]:
        """
        (origin (2,) int32, log_odds (h, w) int16, height_bits (h, w) uint16, frames (h, w)
        uint16). Row r, column c is cell (origin[0] + c, origin[1] + r). log_odds is in
        thousandths of a nat, > 0 occupied, < 0 free; bit i of height_bits: slice i is solid;
        frames counts those that gave evidence, 0 = unknown. Empty grids give (0, 0) arrays.
        """
    def tiles(self) -> tuple[numpy.typing.NDArray[numpy.int32], numpy.typing.NDArray[numpy.uint16]]:
        """
        (coordinates (n, 2) int32, cells (n, 64, 64, 4) uint16): all that restore needs.
        """
    @property
    def bytes(self) -> int:
        """
        Memory of the tiles.
        """
    @property
    def dropped_cells(self) -> int:
        """
        Pieces of evidence lost because max_tiles was reached.
        """

class RoomLabels:
    """
    Room labels of a rectangle of cells, read once and kept as runs.

    Args:
        labels: (H, W) int32, 0 for no room.
        origin: (2,) int32 ix, iy of the first cell; columns are x, rows are y.

    Raises:
        TypeError: wrong dtype or not C-contiguous (nothing is converted silently).
        ValueError: wrong shape, or a negative label.
    """
    def __init__(
        self,
        labels: numpy.typing.NDArray[numpy.int32],
        *,
        origin: numpy.typing.NDArray[numpy.int32],
    ) -> None: ...
    def cells(
        self, labels: numpy.typing.NDArray[numpy.int32]
    ) -> tuple[numpy.typing.NDArray[numpy.int32], numpy.typing.NDArray[numpy.int64]]:
        """
        The cells of some labels.

        Args:
            labels: (L,) int32, which; none twice.

        Returns:
            (N, 2) int32 ix, iy of their cells, label by label as asked for, row by row within one; and
            (L,) int64, where every label's cells end.

        Raises:
            ValueError: wrong shape, or a label asked for twice.
        """
    def overlap(self, before: RoomLabels) -> numpy.typing.NDArray[numpy.int64]:
        """
        Count the cells shared with an earlier labelling.

        Returns:
            (A, B) int64, cells that had label a before and have label b here, up to the highest labels.
            Row 0 counts cells that had no label or lay outside; column 0 is 0.
        """

class VoxelCoverage:
    """
    The voxels that scans have covered, in order of first coverage, in bounded memory.

    Points that are not finite or lie more than 2^20 voxels from the origin cover nothing.
    Not for several threads at once.
    """
    def __init__(
        self,
        *,
        voxel_m: typing.SupportsFloat | typing.SupportsIndex,
        max_bytes: typing.SupportsInt | typing.SupportsIndex,
    ) -> None: ...
    def __len__(self) -> int: ...
    def add(self, points: numpy.typing.NDArray[numpy.float32]) -> int:
        """
        Cover the voxels of points (N, 3) float32; returns how many are new. What one call
        brings has the indices len before to len after.
        """
    def measure(self, points: numpy.typing.NDArray[numpy.float32]) -> tuple[int, int]:
        """
        Distinct voxels of points (N, 3) float32, and how many of them are not covered yet.
        """
    def voxels(
        self,
        *,
        start: typing.SupportsInt | typing.SupportsIndex,
        stop: typing.SupportsInt | typing.SupportsIndex,
    ) -> numpy.typing.NDArray[numpy.int32]:
        """
        (M, 3) int32 voxels by index; v covers [v, v + 1) * voxel_m on every axis.
        """
    @property
    def bytes(self) -> int:
        """
        Memory of the voxels.
        """
    @property
    def dropped(self) -> int:
        """
        Finds of voxels left out because max_bytes was reached.
        """
    @property
    def max_voxels(self) -> int:
        """
        As many as max_bytes allows.
        """

def assign(
    bank: FeatureBank,
    *,
    features: numpy.typing.NDArray[numpy.float32],
    boxes: numpy.typing.NDArray[numpy.float64],
    labels: numpy.typing.NDArray[numpy.int32],
    node_ids: numpy.typing.NDArray[numpy.int64],
    node_boxes: numpy.typing.NDArray[numpy.float64],
    node_labels: numpy.typing.NDArray[numpy.int32],
    agree: numpy.typing.NDArray[numpy.uint8],
    high_cosine: typing.SupportsFloat | typing.SupportsIndex,
    far_gap_m: typing.SupportsFloat | typing.SupportsIndex,
    overlap_bonus: typing.SupportsFloat | typing.SupportsIndex,
    label_bonus: typing.SupportsFloat | typing.SupportsIndex,
    penalty_per_m: typing.SupportsFloat | typing.SupportsIndex,
    moderate_cosine: typing.SupportsFloat | typing.SupportsIndex,
    near_gap_m: typing.SupportsFloat | typing.SupportsIndex,
) -> tuple[
    numpy.typing.NDArray[numpy.int32],
    numpy.typing.NDArray[numpy.int32],
    numpy.typing.NDArray[numpy.float32],
]:
    """
    Match observations with nodes, one to one, greedy over the best pairs first.

    Stage 1 takes pairs of cosine >= high_cosine whose boxes are at most far_gap_m apart
    (infinity: any); stage 2 takes from the rest those of cosine >= moderate_cosine within
    near_gap_m whose labels agree. The cosine of a pair is the largest over the node's rows;
    pairs are ordered by cosine + overlap_bonus * IoU - penalty_per_m * gap of the boxes,
    + label_bonus where the labels agree; scores equal to a millionth go by node id, then by
    observation. The answer equals that of sorting all pairs.

    features (M, dim) float32 unit; boxes (M, 15) and node_boxes (N, 15) float64 as in
    box_iou; labels (M,) int32 rows and node_labels (N,) int32 columns of agree (A, B) uint8;
    node_ids (N,) int64. The bank's slot is the node's position; a position without a node
    has label -1 and no rows. Returns (M,) int32 positions or -1, (M,) int32 stages (0
    without a node), (M,) float32 cosines.
    """

@typing.overload
def back_project(
    depth: numpy.typing.NDArray[numpy.uint16],
    masks: typing.Any,
    *,
    depth_scale: typing.SupportsFloat | typing.SupportsIndex,
    intrinsics: numpy.typing.NDArray[numpy.float64],
    T_world_camera: numpy.typing.NDArray[numpy.float64],
    min_depth_m: typing.SupportsFloat | typing.SupportsIndex,
    max_depth_m: typing.SupportsFloat | typing.SupportsIndex,
    ring_px: typing.SupportsInt | typing.SupportsIndex,
    min_core_share: typing.SupportsFloat | typing.SupportsIndex,
    jump_share: typing.SupportsFloat | typing.SupportsIndex,
    gate_mads: typing.SupportsFloat | typing.SupportsIndex,
    gate_floor_m: typing.SupportsFloat | typing.SupportsIndex,
) -> MaskStatistics:
    """
    Lift the masks of a depth image into the world: one entry for each mask.

    Args:
        depth: (H, W) uint16 or float32; 0, NaN and values outside the range are no return.
        masks: (H, W) int32 instance image (0 = none; mask i is id i + 1; as many masks as the largest
            id), or (N, H, W) uint8 stack of masks that may overlap, or a list of (H, W) uint8 masks.
        depth_scale: metres a unit of ``depth``.
        intrinsics: (4,) float64, fx, fy, cx, cy in pixels.
        T_world_camera: (4, 4) float64, maps camera points to world points.
        min_depth_m, max_depth_m: range of depth used.
        ring_px: pixels this close to the mask's border or a depth discontinuity are dropped, 0 to 16.
        min_core_share: the ring shrinks until this share of the pixels with a return is left.
        jump_share: a pixel is on a discontinuity where it leaves the line between its neighbours by
            this share of its depth.
        gate_mads: depths farther than this many deviations (1.4826 MAD of 1 / depth) from the mask's
            median are dropped.
        gate_floor_m: depths this close to the median always pass.

    Returns:
        MaskStatistics, N entries, zeros where a mask has no trusted pixel.

    Raises:
        TypeError: wrong dtype or not C-contiguous (nothing is converted silently).
        ValueError: wrong shape, an id beyond 65535, or a rule out of its range.
    """

@typing.overload
def back_project(
    depth: numpy.typing.NDArray[numpy.float32],
    masks: typing.Any,
    *,
    depth_scale: typing.SupportsFloat | typing.SupportsIndex,
    intrinsics: numpy.typing.NDArray[numpy.float64],
    T_world_camera: numpy.typing.NDArray[numpy.float64],
    min_depth_m: typing.SupportsFloat | typing.SupportsIndex,
    max_depth_m: typing.SupportsFloat | typing.SupportsIndex,
    ring_px: typing.SupportsInt | typing.SupportsIndex,
    min_core_share: typing.SupportsFloat | typing.SupportsIndex,
    jump_share: typing.SupportsFloat | typing.SupportsIndex,
    gate_mads: typing.SupportsFloat | typing.SupportsIndex,
    gate_floor_m: typing.SupportsFloat | typing.SupportsIndex,
) -> MaskStatistics:
    """
    Lift the masks of a depth image into the world: one entry for each mask.

    Args:
        depth: (H, W) uint16 or float32; 0, NaN and values outside the range are no return.
        masks: (H, W) int32 instance image (0 = none; mask i is id i + 1; as many masks as the largest
            id), or (N, H, W) uint8 stack of masks that may overlap, or a list of (H, W) uint8 masks.
        depth_scale: metres a unit of ``depth``.
        intrinsics: (4,) float64, fx, fy, cx, cy in pixels.
        T_world_camera: (4, 4) float64, maps camera points to world points.
        min_depth_m, max_depth_m: range of depth used.
        ring_px: pixels this close to the mask's border or a depth discontinuity are dropped, 0 to 16.
        min_core_share: the ring shrinks until this share of the pixels with a return is left.
        jump_share: a pixel is on a discontinuity where it leaves the line between its neighbours by
            this share of its depth.
        gate_mads: depths farther than this many deviations (1.4826 MAD of 1 / depth) from the mask's
            median are dropped.
        gate_floor_m: depths this close to the median always pass.

    Returns:
        MaskStatistics, N entries, zeros where a mask has no trusted pixel.

    Raises:
        TypeError: wrong dtype or not C-contiguous (nothing is converted silently).
        ValueError: wrong shape, an id beyond 65535, or a rule out of its range.
    """

@typing.overload
def back_project_points(
    depth: numpy.typing.NDArray[numpy.uint16],
    masks: typing.Any,
    *,
    depth_scale: typing.SupportsFloat | typing.SupportsIndex,
    intrinsics: numpy.typing.NDArray[numpy.float64],
    T_world_camera: numpy.typing.NDArray[numpy.float64],
    min_depth_m: typing.SupportsFloat | typing.SupportsIndex,
    max_depth_m: typing.SupportsFloat | typing.SupportsIndex,
    ring_px: typing.SupportsInt | typing.SupportsIndex,
    min_core_share: typing.SupportsFloat | typing.SupportsIndex,
    jump_share: typing.SupportsFloat | typing.SupportsIndex,
    gate_mads: typing.SupportsFloat | typing.SupportsIndex,
    gate_floor_m: typing.SupportsFloat | typing.SupportsIndex,
    voxel_m: typing.SupportsFloat | typing.SupportsIndex,
) -> MaskPoints:
    """
    Lift the masks of a depth image into the world: one entry for each mask.

    Args:
        depth: (H, W) uint16 or float32; 0, NaN and values outside the range are no return.
        masks: (H, W) int32 instance image (0 = none; mask i is id i + 1; as many masks as the largest
            id), or (N, H, W) uint8 stack of masks that may overlap, or a list of (H, W) uint8 masks.
        depth_scale: metres a unit of ``depth``.
        intrinsics: (4,) float64, fx, fy, cx, cy in pixels.
        T_world_camera: (4, 4) float64, maps camera points to world points.
        min_depth_m, max_depth_m: range of depth used.
        ring_px: pixels this close to the mask's border or a depth discontinuity are dropped, 0 to 16.
        min_core_share: the ring shrinks until this share of the pixels with a return is left.
        jump_share: a pixel is on a discontinuity where it leaves the line between its neighbours by
            this share of its depth.
        gate_mads: depths farther than this many deviations (1.4826 MAD of 1 / depth) from the mask's
            median are dropped.
        gate_floor_m: depths this close to the median always pass.
        voxel_m: side of the voxels in which pixels are merged.

    Returns:
        MaskPoints.

    Raises:
        TypeError: wrong dtype or not C-contiguous (nothing is converted silently).
        ValueError: wrong shape, an id beyond 65535, a rule out of its range, or a point more than 2^20
            voxels away from the origin.
    """

@typing.overload
def back_project_points(
    depth: numpy.typing.NDArray[numpy.float32],
    masks: typing.Any,
    *,
    depth_scale: typing.SupportsFloat | typing.SupportsIndex,
    intrinsics: numpy.typing.NDArray[numpy.float64],
    T_world_camera: numpy.typing.NDArray[numpy.float64],
    min_depth_m: typing.SupportsFloat | typing.SupportsIndex,
    max_depth_m: typing.SupportsFloat | typing.SupportsIndex,
    ring_px: typing.SupportsInt | typing.SupportsIndex,
    min_core_share: typing.SupportsFloat | typing.SupportsIndex,
    jump_share: typing.SupportsFloat | typing.SupportsIndex,
    gate_mads: typing.SupportsFloat | typing.SupportsIndex,
    gate_floor_m: typing.SupportsFloat | typing.SupportsIndex,
    voxel_m: typing.SupportsFloat | typing.SupportsIndex,
) -> MaskPoints:
    """
    Lift the masks of a depth image into the world: one entry for each mask.

    Args:
        depth: (H, W) uint16 or float32; 0, NaN and values outside the range are no return.
        masks: (H, W) int32 instance image (0 = none; mask i is id i + 1; as many masks as the largest
            id), or (N, H, W) uint8 stack of masks that may overlap, or a list of (H, W) uint8 masks.
        depth_scale: metres a unit of ``depth``.
        intrinsics: (4,) float64, fx, fy, cx, cy in pixels.
        T_world_camera: (4, 4) float64, maps camera points to world points.
        min_depth_m, max_depth_m: range of depth used.
        ring_px: pixels this close to the mask's border or a depth discontinuity are dropped, 0 to 16.
        min_core_share: the ring shrinks until this share of the pixels with a return is left.
        jump_share: a pixel is on a discontinuity where it leaves the line between its neighbours by
            this share of its depth.
        gate_mads: depths farther than this many deviations (1.4826 MAD of 1 / depth) from the mask's
            median are dropped.
        gate_floor_m: depths this close to the median always pass.
        voxel_m: side of the voxels in which pixels are merged.

    Returns:
        MaskPoints.

    Raises:
        TypeError: wrong dtype or not C-contiguous (nothing is converted silently).
        ValueError: wrong shape, an id beyond 65535, a rule out of its range, or a point more than 2^20
            voxels away from the origin.
    """

def box_containment(
    a: numpy.typing.NDArray[numpy.float64], b: numpy.typing.NDArray[numpy.float64]
) -> numpy.typing.NDArray[numpy.float64]:
    """
    Share of the volume of a[i] that lies inside b[j], (M, N) float64. Boxes as in box_iou.
    """

def box_gap(
    a: numpy.typing.NDArray[numpy.float64],
    b: numpy.typing.NDArray[numpy.float64],
    *,
    max_gap_m: typing.SupportsFloat | typing.SupportsIndex,
) -> numpy.typing.NDArray[numpy.float64]:
    """
    Shortest distance between the solids, (M, N) float64 metres; 0 where they meet, infinity
    beyond max_gap_m, which saves the time to find it. Boxes as in box_iou.
    """

def box_iou(
    a: numpy.typing.NDArray[numpy.float64], b: numpy.typing.NDArray[numpy.float64]
) -> numpy.typing.NDArray[numpy.float64]:
    """
    Volume of the intersection over that of the union, (M, N) float64, exact for any
    rotations. Boxes are rows of 15 float64: centre, full side lengths, R_world_box row by
    row, metres. Sides under 1 mm count as 1 mm.
    """

@typing.overload
def depth_segment(
    depth: numpy.typing.NDArray[numpy.uint16],
    *,
    depth_scale: typing.SupportsFloat | typing.SupportsIndex,
    intrinsics: numpy.typing.NDArray[numpy.float64],
    T_world_camera: numpy.typing.NDArray[numpy.float64],
    boxes_px: numpy.typing.NDArray[numpy.int32],
    min_depth_m: typing.SupportsFloat | typing.SupportsIndex,
    max_depth_m: typing.SupportsFloat | typing.SupportsIndex,
    block_px: typing.SupportsInt | typing.SupportsIndex,
    jump_m: typing.SupportsFloat | typing.SupportsIndex,
    jump_ratio: typing.SupportsFloat | typing.SupportsIndex,
    thickness_m: typing.SupportsFloat | typing.SupportsIndex,
    thickness_ratio: typing.SupportsFloat | typing.SupportsIndex,
    max_tilt_rad: typing.SupportsFloat | typing.SupportsIndex,
    min_plane_m2: typing.SupportsFloat | typing.SupportsIndex,
    max_planes: typing.SupportsInt | typing.SupportsIndex,
    outside_ratio: typing.SupportsFloat | typing.SupportsIndex,
    below_m: typing.SupportsFloat | typing.SupportsIndex,
    leak_reach: typing.SupportsFloat | typing.SupportsIndex,
    second_choice: typing.SupportsFloat | typing.SupportsIndex,
    deep_share: typing.SupportsFloat | typing.SupportsIndex,
    min_piece_px: typing.SupportsInt | typing.SupportsIndex,
) -> numpy.typing.NDArray[numpy.uint8]:
    """
    Turn boxes around objects into masks, by depth alone.

    Planes that go on outside a box (table top under a cup, floor under a chair, wall behind a lamp) are
    taken away; what is left falls into pieces at depth jumps. The piece is chosen that lies at the
    box's centre, fills the box and ends where the box ends; pieces at its depth join it. Where nothing
    fits, as for a book on a table, the plane under the core is the object. Enclosed pixels without
    return are filled.

    Args:
        depth: (H, W) uint16 or float32; 0, NaN and values outside the range are no return.
        depth_scale: metres a unit of ``depth``.
        intrinsics: (4,) float64, fx, fy, cx, cy in pixels.
        T_world_camera: (4, 4) float64, maps camera points to world points, z up.
        boxes_px: (N, 4) int32, x0, y0, x1, y1; cut at the image's border.
        min_depth_m, max_depth_m: range of depth used.
        block_px: planes are found on blocks of this side.
        jump_m, jump_ratio: neighbours that differ by more than jump_m + jump_ratio * depth are apart.
        thickness_m, thickness_ratio: points lie within that of their plane, by depth likewise.
        max_tilt_rad: of a surface from level or upright.
        min_plane_m2: smaller planes are not told.
        max_planes: of each kind, at most 32.
        outside_ratio: a plane with so many times its surface outside the box is background.
        below_m: so far under the core, the lowest level plane is background.
        leak_reach: share of the box's longer side beyond it at which a surface counts as going on.
        second_choice: advantage in fit that it takes to keep the core's own plane.
        deep_share: pieces join whose depths differ by a jump and this share of the box's longer side.
        min_piece_px: smaller pieces are dropped.

    Returns:
        (N, H, W) uint8, 1 on the object; all 0 where no depth says anything.

    Raises:
        TypeError: wrong dtype or not C-contiguous (nothing is converted silently).
        ValueError: wrong shape, or a block size or number of planes out of range.
    """

@typing.overload
def depth_segment(
    depth: numpy.typing.NDArray[numpy.float32],
    *,
    depth_scale: typing.SupportsFloat | typing.SupportsIndex,
    intrinsics: numpy.typing.NDArray[numpy.float64],
    T_world_camera: numpy.typing.NDArray[numpy.float64],
    boxes_px: numpy.typing.NDArray[numpy.int32],
    min_depth_m: typing.SupportsFloat | typing.SupportsIndex,
    max_depth_m: typing.SupportsFloat | typing.SupportsIndex,
    block_px: typing.SupportsInt | typing.SupportsIndex,
    jump_m: typing.SupportsFloat | typing.SupportsIndex,
    jump_ratio: typing.SupportsFloat | typing.SupportsIndex,
    thickness_m: typing.SupportsFloat | typing.SupportsIndex,
    thickness_ratio: typing.SupportsFloat | typing.SupportsIndex,
    max_tilt_rad: typing.SupportsFloat | typing.SupportsIndex,
    min_plane_m2: typing.SupportsFloat | typing.SupportsIndex,
    max_planes: typing.SupportsInt | typing.SupportsIndex,
    outside_ratio: typing.SupportsFloat | typing.SupportsIndex,
    below_m: typing.SupportsFloat | typing.SupportsIndex,
    leak_reach: typing.SupportsFloat | typing.SupportsIndex,
    second_choice: typing.SupportsFloat | typing.SupportsIndex,
    deep_share: typing.SupportsFloat | typing.SupportsIndex,
    min_piece_px: typing.SupportsInt | typing.SupportsIndex,
) -> numpy.typing.NDArray[numpy.uint8]:
    """
    Turn boxes around objects into masks, by depth alone.

    Planes that go on outside a box (table top under a cup, floor under a chair, wall behind a lamp) are
    taken away; what is left falls into pieces at depth jumps. The piece is chosen that lies at the
    box's centre, fills the box and ends where the box ends; pieces at its depth join it. Where nothing
    fits, as for a book on a table, the plane under the core is the object. Enclosed pixels without
    return are filled.

    Args:
        depth: (H, W) uint16 or float32; 0, NaN and values outside the range are no return.
        depth_scale: metres a unit of ``depth``.
        intrinsics: (4,) float64, fx, fy, cx, cy in pixels.
        T_world_camera: (4, 4) float64, maps camera points to world points, z up.
        boxes_px: (N, 4) int32, x0, y0, x1, y1; cut at the image's border.
        min_depth_m, max_depth_m: range of depth used.
        block_px: planes are found on blocks of this side.
        jump_m, jump_ratio: neighbours that differ by more than jump_m + jump_ratio * depth are apart.
        thickness_m, thickness_ratio: points lie within that of their plane, by depth likewise.
        max_tilt_rad: of a surface from level or upright.
        min_plane_m2: smaller planes are not told.
        max_planes: of each kind, at most 32.
        outside_ratio: a plane with so many times its surface outside the box is background.
        below_m: so far under the core, the lowest level plane is background.
        leak_reach: share of the box's longer side beyond it at which a surface counts as going on.
        second_choice: advantage in fit that it takes to keep the core's own plane.
        deep_share: pieces join whose depths differ by a jump and this share of the box's longer side.
        min_piece_px: smaller pieces are dropped.

    Returns:
        (N, H, W) uint8, 1 on the object; all 0 where no depth says anything.

    Raises:
        TypeError: wrong dtype or not C-contiguous (nothing is converted silently).
        ValueError: wrong shape, or a block size or number of planes out of range.
    """

def face_to_panorama(
    points: numpy.typing.NDArray[numpy.float64],
    *,
    intrinsics: numpy.typing.NDArray[numpy.float64],
    R_panorama_face: numpy.typing.NDArray[numpy.float64],
    panorama_height: typing.SupportsInt | typing.SupportsIndex,
    panorama_width: typing.SupportsInt | typing.SupportsIndex,
) -> numpy.typing.NDArray[numpy.float64]:
    """
    Where pixels of a face lie in the panorama.

    Args:
        points: (N, 2) float64, column and row.
        intrinsics: (4,) float64.
        R_panorama_face: (3, 3) float64.
        panorama_height, panorama_width: pixels.

    Returns:
        (N, 2) float64; columns lie in [-0.5, panorama_width - 0.5).
    """

def fit_axis_aligned_box(
    points: numpy.typing.NDArray[numpy.float32],
    weights: numpy.typing.NDArray[numpy.int32],
    *,
    trim_share: typing.SupportsFloat | typing.SupportsIndex,
) -> tuple[
    numpy.typing.NDArray[numpy.float64],
    numpy.typing.NDArray[numpy.float64],
    numpy.typing.NDArray[numpy.float64],
]:
    """
    Fit the world-aligned box that leaves out stray points.

    Args:
        points: (N, 3) float32, N >= 1.
        weights: (N,) int32, not negative, with a positive sum.
        trim_share: share of the weight that may lie beyond each face, in [0, 0.5).

    Returns:
        center_m (3,), extent_m (3,) full sides, R_world_box (3, 3), all float64.

    Raises:
        TypeError: wrong dtype or not C-contiguous (nothing is converted silently).
        ValueError: wrong shape, no points, no weight, or trim_share out of range.
    """

def fit_oriented_box(
    points: numpy.typing.NDArray[numpy.float32],
    weights: numpy.typing.NDArray[numpy.int32],
    *,
    trim_share: typing.SupportsFloat | typing.SupportsIndex,
    turn_gain: typing.SupportsFloat | typing.SupportsIndex,
) -> tuple[
    numpy.typing.NDArray[numpy.float64],
    numpy.typing.NDArray[numpy.float64],
    numpy.typing.NDArray[numpy.float64],
]:
    """
    Fit the upright box with the smallest footprint after trimming.

    Args:
        points: (N, 3) float32, N >= 1.
        weights: (N,) int32, not negative, with a positive sum.
        trim_share: share of the weight that may lie beyond each face, in [0, 0.5).
        turn_gain: a box that is turned more must have a footprint below this share of one that is
            turned less, so that round and square things keep their angle.

    Returns:
        center_m (3,), extent_m (3,) full sides, R_world_box (3, 3), all float64; the box's first axis
        is within 45 degrees of world x, its third is world z.

    Raises:
        TypeError: wrong dtype or not C-contiguous (nothing is converted silently).
        ValueError: wrong shape, no points, no weight, or trim_share out of range.
    """

def footprint_overlap(
    a: numpy.typing.NDArray[numpy.float64], b: numpy.typing.NDArray[numpy.float64]
) -> numpy.typing.NDArray[numpy.float64]:
    """
    Common area of the shadows on the ground over the smaller one's area, (M, N) float64.
    Boxes as in box_iou.
    """

@typing.overload
def frame_planes(
    depth: numpy.typing.NDArray[numpy.uint16],
    *,
    depth_scale: typing.SupportsFloat | typing.SupportsIndex,
    intrinsics: numpy.typing.NDArray[numpy.float64],
    T_world_camera: numpy.typing.NDArray[numpy.float64],
    min_depth_m: typing.SupportsFloat | typing.SupportsIndex,
    max_depth_m: typing.SupportsFloat | typing.SupportsIndex,
    block_px: typing.SupportsInt | typing.SupportsIndex,
    jump_m: typing.SupportsFloat | typing.SupportsIndex,
    jump_ratio: typing.SupportsFloat | typing.SupportsIndex,
    thickness_m: typing.SupportsFloat | typing.SupportsIndex,
    thickness_ratio: typing.SupportsFloat | typing.SupportsIndex,
    max_tilt_rad: typing.SupportsFloat | typing.SupportsIndex,
    min_plane_m2: typing.SupportsFloat | typing.SupportsIndex,
    max_planes: typing.SupportsInt | typing.SupportsIndex,
) -> tuple[numpy.typing.NDArray[numpy.int8], numpy.typing.NDArray[numpy.float64]]:
    """
    Find the level and upright planes of a depth image.

    Args:
        depth: (H, W) uint16 or float32; 0, NaN and values outside the range are no return.
        depth_scale: metres a unit of ``depth``.
        intrinsics: (4,) float64, fx, fy, cx, cy in pixels.
        T_world_camera: (4, 4) float64, maps camera points to world points, z up.
        min_depth_m, max_depth_m: range of depth used.
        block_px: normals are taken from blocks of this side.
        jump_m, jump_ratio: neighbours that differ by more than jump_m + jump_ratio * depth are apart.
        thickness_m, thickness_ratio: points lie within that of their plane, by depth likewise.
        max_tilt_rad: of a surface from level or upright.
        min_plane_m2: smaller planes are not told.
        max_planes: of each kind, at most 32.

    Returns:
        labels (H, W) int8, index of the pixel's plane or -1, and planes (M, 7) float64: unit normal
        (3, world axes), offset along it and mean height, both in metres from the camera centre, seen
        area in square metres, 1 for level and 0 for upright. Level planes come first.

    Raises:
        TypeError: wrong dtype or not C-contiguous (nothing is converted silently).
        ValueError: wrong shape, or a block size or number of planes out of range.
    """

@typing.overload
def frame_planes(
    depth: numpy.typing.NDArray[numpy.float32],
    *,
    depth_scale: typing.SupportsFloat | typing.SupportsIndex,
    intrinsics: numpy.typing.NDArray[numpy.float64],
    T_world_camera: numpy.typing.NDArray[numpy.float64],
    min_depth_m: typing.SupportsFloat | typing.SupportsIndex,
    max_depth_m: typing.SupportsFloat | typing.SupportsIndex,
    block_px: typing.SupportsInt | typing.SupportsIndex,
    jump_m: typing.SupportsFloat | typing.SupportsIndex,
    jump_ratio: typing.SupportsFloat | typing.SupportsIndex,
    thickness_m: typing.SupportsFloat | typing.SupportsIndex,
    thickness_ratio: typing.SupportsFloat | typing.SupportsIndex,
    max_tilt_rad: typing.SupportsFloat | typing.SupportsIndex,
    min_plane_m2: typing.SupportsFloat | typing.SupportsIndex,
    max_planes: typing.SupportsInt | typing.SupportsIndex,
) -> tuple[numpy.typing.NDArray[numpy.int8], numpy.typing.NDArray[numpy.float64]]:
    """
    Find the level and upright planes of a depth image.

    Args:
        depth: (H, W) uint16 or float32; 0, NaN and values outside the range are no return.
        depth_scale: metres a unit of ``depth``.
        intrinsics: (4,) float64, fx, fy, cx, cy in pixels.
        T_world_camera: (4, 4) float64, maps camera points to world points, z up.
        min_depth_m, max_depth_m: range of depth used.
        block_px: normals are taken from blocks of this side.
        jump_m, jump_ratio: neighbours that differ by more than jump_m + jump_ratio * depth are apart.
        thickness_m, thickness_ratio: points lie within that of their plane, by depth likewise.
        max_tilt_rad: of a surface from level or upright.
        min_plane_m2: smaller planes are not told.
        max_planes: of each kind, at most 32.

    Returns:
        labels (H, W) int8, index of the pixel's plane or -1, and planes (M, 7) float64: unit normal
        (3, world axes), offset along it and mean height, both in metres from the camera centre, seen
        area in square metres, 1 for level and 0 for upright. Level planes come first.

    Raises:
        TypeError: wrong dtype or not C-contiguous (nothing is converted silently).
        ValueError: wrong shape, or a block size or number of planes out of range.
    """

@typing.overload
def height_bands(
    depth: numpy.typing.NDArray[numpy.uint16],
    *,
    depth_scale: typing.SupportsFloat | typing.SupportsIndex,
    intrinsics: numpy.typing.NDArray[numpy.float64],
    T_world_camera: numpy.typing.NDArray[numpy.float64],
    min_depth_m: typing.SupportsFloat | typing.SupportsIndex,
    max_depth_m: typing.SupportsFloat | typing.SupportsIndex,
    lowest_m: typing.SupportsFloat | typing.SupportsIndex,
    band_m: typing.SupportsFloat | typing.SupportsIndex,
    bands: typing.SupportsInt | typing.SupportsIndex,
    stride_px: typing.SupportsInt | typing.SupportsIndex,
    span_px: typing.SupportsInt | typing.SupportsIndex,
    max_slope: typing.SupportsFloat | typing.SupportsIndex,
) -> numpy.typing.NDArray[numpy.uint32]:
    """
    Count level surface samples of a depth image by world height.

    Args:
        depth: (H, W) uint16 or float32; 0, NaN and values outside the range are no return.
        depth_scale: metres a unit of ``depth``.
        intrinsics: (4,) float64, fx, fy, cx, cy in pixels.
        T_world_camera: (4, 4) float64, maps camera points to world points, z up.
        min_depth_m, max_depth_m: range of depth used.
        lowest_m: world height where the first band begins.
        band_m: height of a band.
        bands: number of bands.
        stride_px: every so many pixels is a sample, both ways.
        span_px: distance in pixels to the right and lower neighbour that the slope is taken from.
        max_slope: rise over 3D distance; a sample counts if both neighbours stay within it.

    Returns:
        (bands,) uint32 counts.

    Raises:
        TypeError: wrong dtype or not C-contiguous (nothing is converted silently).
        ValueError: wrong shape, or a stride, span or band that is zero.
    """

@typing.overload
def height_bands(
    depth: numpy.typing.NDArray[numpy.float32],
    *,
    depth_scale: typing.SupportsFloat | typing.SupportsIndex,
    intrinsics: numpy.typing.NDArray[numpy.float64],
    T_world_camera: numpy.typing.NDArray[numpy.float64],
    min_depth_m: typing.SupportsFloat | typing.SupportsIndex,
    max_depth_m: typing.SupportsFloat | typing.SupportsIndex,
    lowest_m: typing.SupportsFloat | typing.SupportsIndex,
    band_m: typing.SupportsFloat | typing.SupportsIndex,
    bands: typing.SupportsInt | typing.SupportsIndex,
    stride_px: typing.SupportsInt | typing.SupportsIndex,
    span_px: typing.SupportsInt | typing.SupportsIndex,
    max_slope: typing.SupportsFloat | typing.SupportsIndex,
) -> numpy.typing.NDArray[numpy.uint32]:
    """
    Count level surface samples of a depth image by world height.

    Args:
        depth: (H, W) uint16 or float32; 0, NaN and values outside the range are no return.
        depth_scale: metres a unit of ``depth``.
        intrinsics: (4,) float64, fx, fy, cx, cy in pixels.
        T_world_camera: (4, 4) float64, maps camera points to world points, z up.
        min_depth_m, max_depth_m: range of depth used.
        lowest_m: world height where the first band begins.
        band_m: height of a band.
        bands: number of bands.
        stride_px: every so many pixels is a sample, both ways.
        span_px: distance in pixels to the right and lower neighbour that the slope is taken from.
        max_slope: rise over 3D distance; a sample counts if both neighbours stay within it.

    Returns:
        (bands,) uint32 counts.

    Raises:
        TypeError: wrong dtype or not C-contiguous (nothing is converted silently).
        ValueError: wrong shape, or a stride, span or band that is zero.
    """

def largest_cluster(
    points: numpy.typing.NDArray[numpy.float32],
    weights: numpy.typing.NDArray[numpy.int32],
    *,
    links: numpy.typing.NDArray[numpy.int32],
    cell_m: typing.SupportsFloat | typing.SupportsIndex,
    min_points: typing.SupportsInt | typing.SupportsIndex,
) -> numpy.typing.NDArray[numpy.uint8]:
    """
    Find the heaviest density cluster.

    Args:
        points: (N, 3) float32.
        weights: (N,) int32, not negative.
        links: (L, 2) int32, pairs of points that belong together however far apart; may be empty.
        cell_m: points in touching cells of this size (26 neighbours) are linked.
        min_points: a cell is dense if it and its neighbours hold that many points; only dense cells
            link, and their neighbours come along.

    Returns:
        (N,) uint8, 1 where the point belongs to it; all 0 where no cell is dense.

    Raises:
        TypeError: wrong dtype or not C-contiguous (nothing is converted silently).
        ValueError: wrong shape, a link to no point, a coordinate that is not finite or too far out, or cell_m <= 0.
    """

def lift_scan(
    points: numpy.typing.NDArray[numpy.float32],
    *,
    pixel: numpy.typing.NDArray[numpy.int32],
    range_m: numpy.typing.NDArray[numpy.float32],
    visible: numpy.typing.NDArray[numpy.uint8],
    mask: numpy.typing.NDArray[numpy.uint8],
    gap_m: typing.SupportsFloat | typing.SupportsIndex,
    mads: typing.SupportsFloat | typing.SupportsIndex,
    slack_m: typing.SupportsFloat | typing.SupportsIndex,
    min_inliers: typing.SupportsInt | typing.SupportsIndex,
) -> (
    tuple[
        numpy.typing.NDArray[numpy.float32],
        numpy.typing.NDArray[numpy.float32],
        numpy.typing.NDArray[numpy.float32],
        numpy.typing.NDArray[numpy.int32],
    ]
    | None
):
    """
    Lift a mask by the scan points under it: place and box from inliers.

    The largest group of visible points without a gap in range is kept, then what lies near its median.

    Args:
        points: (N, 3) float32.
        pixel, range_m, visible: what project_scan gave for them.
        mask: (H, W) uint8 of the same image, non-zero on the thing.
        gap_m: a larger step in range parts two groups.
        mads, slack_m: per axis a point may lie mads median absolute deviations and slack_m off.
        min_inliers: fewer are no evidence.

    Returns:
        None, or (3,) float32 median, lowest corner and highest corner of the inliers, and (M,) int32
        their indices, growing.

    Raises:
        TypeError: wrong dtype or not C-contiguous (nothing is converted silently).
        ValueError: shapes do not fit or a number is negative.
    """

def merge_voxel_points(
    points: numpy.typing.NDArray[numpy.float32],
    counts: numpy.typing.NDArray[numpy.int32],
    *,
    voxel_m: typing.SupportsFloat | typing.SupportsIndex,
    max_points: typing.SupportsInt | typing.SupportsIndex,
) -> tuple[numpy.typing.NDArray[numpy.float32], numpy.typing.NDArray[numpy.int32], int]:
    """
    Merge points that share a voxel, and cap what is left.

    Over the cap the voxels with the smallest hash of their coordinates stay: evenly spread, and the
    same ones whatever the order of points, or of merges.

    Args:
        points: (N, 3) float32.
        counts: (N,) int32, at least 1; weights of the means.
        voxel_m: side of a voxel.
        max_points: most points that come out.

    Returns:
        points (M, 3) float32 means by first point in the voxel, counts (M,) int32 sums, and how many
        voxels the cap left out.

    Raises:
        TypeError: wrong dtype or not C-contiguous (nothing is converted silently).
        ValueError: wrong shape, a count below 1, a coordinate that is not finite or too far out, or
            voxel_m <= 0.
    """

def panorama_to_face(
    points: numpy.typing.NDArray[numpy.float64],
    *,
    intrinsics: numpy.typing.NDArray[numpy.float64],
    R_panorama_face: numpy.typing.NDArray[numpy.float64],
    panorama_height: typing.SupportsInt | typing.SupportsIndex,
    panorama_width: typing.SupportsInt | typing.SupportsIndex,
) -> numpy.typing.NDArray[numpy.float64]:
    """
    Where pixels of a panorama lie in a face; the inverse of face_to_panorama.

    Args:
        points: (N, 2) float64, column and row.
        intrinsics, R_panorama_face, panorama_height, panorama_width: as in face_to_panorama.

    Returns:
        (N, 2) float64, NaN for what lies behind the face's camera; not clipped to its image.
    """

def point_bounds(
    points: numpy.typing.NDArray[numpy.float32],
) -> numpy.typing.NDArray[numpy.float32] | None:
    """
    Lowest and highest corner of the finite points, in one pass.

    Args:
        points: (N, 3) float32.

    Returns:
        (2, 3) float32, or None where no point is finite.

    Raises:
        TypeError: wrong dtype or not C-contiguous (nothing is converted silently).
        ValueError: wrong shape.
    """

def preprocess(
    *,
    rgb: numpy.typing.NDArray[numpy.uint8],
    box_px: numpy.typing.NDArray[numpy.float64],
    out_height: typing.SupportsInt | typing.SupportsIndex,
    out_width: typing.SupportsInt | typing.SupportsIndex,
    mean: numpy.typing.NDArray[numpy.float32],
    std: numpy.typing.NDArray[numpy.float32],
    bgr: bool,
) -> numpy.typing.NDArray[numpy.float32]:
    """
    Resizes a crop of an image, normalises it and lays it out channel by channel, in one pass.

    Each axis shrinks by area average and grows by bilinear interpolation between pixel centres.

    Args:
        rgb: (H, W, 3) uint8.
        box_px: (4,) float64, x0 y0 x1 y1; pixel i covers [i, i + 1). It may reach beyond the image:
            what lies outside counts as the mean, so it is 0 in the result.
        out_height: rows of the result.
        out_width: columns of the result.
        mean: (3,) float32, in the order of the output's channels.
        std: (3,) float32, positive, in the same order.
        bgr: the output's channels are blue, green, red.

    Returns:
        (3, out_height, out_width) float32, (value - mean) / std.

    Raises:
        ValueError: a shape differs, or the box is empty or not finite.
    """

def project_scan(
    points: numpy.typing.NDArray[numpy.float32],
    *,
    T_camera_world: numpy.typing.NDArray[numpy.float64],
    height: typing.SupportsInt | typing.SupportsIndex,
    width: typing.SupportsInt | typing.SupportsIndex,
    intrinsics: numpy.typing.NDArray[numpy.float64] | None,
    cell_px: typing.SupportsInt | typing.SupportsIndex,
    reach: typing.SupportsInt | typing.SupportsIndex,
    margin_m: typing.SupportsFloat | typing.SupportsIndex,
    margin_share: typing.SupportsFloat | typing.SupportsIndex,
) -> tuple[
    numpy.typing.NDArray[numpy.int32],
    numpy.typing.NDArray[numpy.float32],
    numpy.typing.NDArray[numpy.uint8],
]:
    """
    Project a registered scan into an image, and tell by a z-buffer what the camera sees.

    Args:
        points: (N, 3) float32, world, metres.
        T_camera_world: (4, 4) float64, world to camera (x right, y down, z ahead).
        height, width: of the image, pixels.
        intrinsics: (4,) float64 of a pinhole; None for an equirectangular panorama.
        cell_px: side of a z-buffer cell.
        reach: the nearest point is looked for within 2 * reach + 1 cells each way.
        margin_m, margin_share: how far behind it a point may lie, in metres and by its own range.

    Returns:
        (N,) int32 row * width + column, -1 without a pixel; (N,) float32 distance from the camera;
        (N,) uint8, 1 where nothing hides the point.

    Raises:
        TypeError: wrong dtype or not C-contiguous (nothing is converted silently).
        ValueError: a shape is wrong or a number out of its range.
    """

@typing.overload
def register_depth(
    *,
    depth: numpy.typing.NDArray[numpy.uint16],
    depth_intrinsics: numpy.typing.NDArray[numpy.float64],
    colour_intrinsics: numpy.typing.NDArray[numpy.float64],
    T_colour_depth: numpy.typing.NDArray[numpy.float64],
    depth_scale: typing.SupportsFloat | typing.SupportsIndex,
    height: typing.SupportsInt | typing.SupportsIndex,
    width: typing.SupportsInt | typing.SupportsIndex,
    surface_step: typing.SupportsFloat | typing.SupportsIndex,
    max_magnification: typing.SupportsFloat | typing.SupportsIndex,
) -> numpy.typing.NDArray[numpy.uint16]:
    """
    Warp uint16 depth (H, W) of one camera into another camera's image.

    Returns (height, width) in the same units, 0 where nothing projects.
    """

@typing.overload
def register_depth(
    *,
    depth: numpy.typing.NDArray[numpy.float32],
    depth_intrinsics: numpy.typing.NDArray[numpy.float64],
    colour_intrinsics: numpy.typing.NDArray[numpy.float64],
    T_colour_depth: numpy.typing.NDArray[numpy.float64],
    depth_scale: typing.SupportsFloat | typing.SupportsIndex,
    height: typing.SupportsInt | typing.SupportsIndex,
    width: typing.SupportsInt | typing.SupportsIndex,
    surface_step: typing.SupportsFloat | typing.SupportsIndex,
    max_magnification: typing.SupportsFloat | typing.SupportsIndex,
) -> numpy.typing.NDArray[numpy.float32]:
    """
    Warp float32 depth (H, W) of one camera into another camera's image.
    """

def regularise_rooms(
    *,
    labels: numpy.typing.NDArray[numpy.int32],
    cell_m: typing.SupportsFloat | typing.SupportsIndex,
    fragment_min_m2: typing.SupportsFloat | typing.SupportsIndex,
    hole_max_m2: typing.SupportsFloat | typing.SupportsIndex,
    tolerance_m: typing.SupportsFloat | typing.SupportsIndex,
    step_min_m: typing.SupportsFloat | typing.SupportsIndex,
    oblique_cost_m2: typing.SupportsFloat | typing.SupportsIndex,
) -> tuple[
    numpy.typing.NDArray[numpy.int32],
    numpy.typing.NDArray[numpy.float64],
    numpy.typing.NDArray[numpy.int32],
    numpy.typing.NDArray[numpy.int32],
    numpy.typing.NDArray[numpy.uint8],
    float,
]:
    """
    Clean room masks and square their boundaries.

    Fragments join a neighbour or go, holes made by furniture are filled, and boundaries follow the
    building's own direction at right angles. A cell has one room at most; the area of a room's rings
    equals that of its cells within one cell along its boundary.

    Args:
        labels: (H, W) int32, 0 for no room, not negative.
        cell_m: edge of a cell.
        fragment_min_m2: smaller pieces join the neighbour with the longest shared border, or go.
        hole_max_m2: holes that one room encloses are filled up to this area.
        tolerance_m: roughness of boundaries that makes no corner.
        step_min_m: shorter steps of a boundary are flattened.
        oblique_cost_m2: an edge stays oblique when squaring it would move more area than this.

    Returns:
        labels (H, W) int32 as they came; vertices (V, 2) float64, x along columns and y along rows in
        metres from the outer corner of the first cell; ends (K,) int32, where every ring ends in
        vertices; rooms (K,) int32, the label of every ring, the outer ring of a room first, clockwise
        with y down, holes the other way; squared (K,) uint8; and the building's direction in radians,
        in [0, pi / 2), from x towards y.

    Raises:
        TypeError: wrong dtype or not C-contiguous (nothing is converted silently).
        ValueError: wrong shape, a cell that is not a positive length, or a negative label.
    """

def relate_boxes(
    boxes: numpy.typing.NDArray[numpy.float64],
    *,
    kinds: numpy.typing.NDArray[numpy.uint8],
    groups: numpy.typing.NDArray[numpy.int32],
    subjects: numpy.typing.NDArray[numpy.int32],
    near_gap_m: typing.SupportsFloat | typing.SupportsIndex,
    near_count: typing.SupportsInt | typing.SupportsIndex,
    support_overlap: typing.SupportsFloat | typing.SupportsIndex,
    sunk_m: typing.SupportsFloat | typing.SupportsIndex,
    raised_m: typing.SupportsFloat | typing.SupportsIndex,
    stem_m: typing.SupportsFloat | typing.SupportsIndex,
    sunk_share: typing.SupportsFloat | typing.SupportsIndex,
    small_share: typing.SupportsFloat | typing.SupportsIndex,
    seat_share: typing.SupportsFloat | typing.SupportsIndex,
    seat_height_m: typing.SupportsFloat | typing.SupportsIndex,
    cover_share: typing.SupportsFloat | typing.SupportsIndex,
    inside_share: typing.SupportsFloat | typing.SupportsIndex,
    above_gap_m: typing.SupportsFloat | typing.SupportsIndex,
    beside_gap_m: typing.SupportsFloat | typing.SupportsIndex,
    beside_offset_m: typing.SupportsFloat | typing.SupportsIndex,
    beside_height: typing.SupportsFloat | typing.SupportsIndex,
) -> tuple[
    numpy.typing.NDArray[numpy.int32],
    numpy.typing.NDArray[numpy.int32],
    numpy.typing.NDArray[numpy.uint8],
    numpy.typing.NDArray[numpy.float32],
]:
    """
    Relations of the boxes in rows `subjects` to all other boxes.

    boxes: (N, 15) float64 as in box_iou, z up. kinds: (N,) uint8, 0 plain, 1 container,
    2 raised furniture (nothing is inside it), 3 ground (things are on it, nothing else), 4 part
    of the building (nothing is on or in it, nor is it on or in anything), 5 bare (nothing is on or in it), 6 stemmed
    (bare, on a foot that depth may miss).
    groups: (N,) int32, near, beside and relations across a gap hold within a group; negative
    goes with all. subjects: (M,) int32. Lengths in metres, shares of 1.

    Returns four arrays of one length: subject and object rows (int32), predicate (uint8,
    position in relation_predicates()), confidence (float32, 0 to 1); in the order of subjects,
    then objects. A pair has at most one of on, under, inside, above; beside goes without
    them, near without contact by them.

    Raises ValueError for a wrong shape, an impossible box, kind or subject.
    """

def relation_predicates() -> list[str]:
    """
    Names of the predicates that relate_boxes gives as positions in this list.
    """

def render_scan(
    points: numpy.typing.NDArray[numpy.float32],
    *,
    T_camera_world: numpy.typing.NDArray[numpy.float64],
    intrinsics: numpy.typing.NDArray[numpy.float64],
    height: typing.SupportsInt | typing.SupportsIndex,
    width: typing.SupportsInt | typing.SupportsIndex,
    min_m: typing.SupportsFloat | typing.SupportsIndex,
    max_m: typing.SupportsFloat | typing.SupportsIndex,
    spacing_rad: typing.SupportsFloat | typing.SupportsIndex,
    most_px: typing.SupportsInt | typing.SupportsIndex,
    merge_share: typing.SupportsFloat | typing.SupportsIndex,
) -> numpy.typing.NDArray[numpy.float32]:
    """
    Draw the depth image of a registered scan, holes between its points filled.

    Args:
        points: (N, 3) float32, world, metres.
        T_camera_world: (4, 4) float64, world to camera (x right, y down, z ahead).
        intrinsics: (4,) float64 of a pinhole.
        height, width: of the image, pixels.
        min_m, max_m: depths outside leave no mark.
        spacing_rad: angle between neighbouring points; each covers a disk of this radius,
        most_px: at most so large.
        merge_share: surfaces whose depths differ by less than this share are one.

    Returns:
        (height, width) float32 metres along the optical axis; 0 where no point reaches.

    Raises:
        TypeError: wrong dtype or not C-contiguous (nothing is converted silently).
        ValueError: a shape is wrong or a number out of its range.
    """

def segment_rooms(
    *,
    free: numpy.typing.NDArray[numpy.uint8],
    wall: numpy.typing.NDArray[numpy.uint8],
    wall_likeness: numpy.typing.NDArray[numpy.uint8] | None,
    cell_m: typing.SupportsFloat | typing.SupportsIndex,
    wall_slices_min: typing.SupportsInt | typing.SupportsIndex,
    furniture_max_m: typing.SupportsFloat | typing.SupportsIndex,
    passage_min_m: typing.SupportsFloat | typing.SupportsIndex,
    nook_depth_m: typing.SupportsFloat | typing.SupportsIndex,
    contour_tolerance_m: typing.SupportsFloat | typing.SupportsIndex,
    gate_max_m: typing.SupportsFloat | typing.SupportsIndex,
    gap_ratio: typing.SupportsFloat | typing.SupportsIndex,
    gap_wall_min_m: typing.SupportsFloat | typing.SupportsIndex,
    gap_wall_share: typing.SupportsFloat | typing.SupportsIndex,
    abutting_gap_max_m: typing.SupportsFloat | typing.SupportsIndex,
    wall_depth_max_m: typing.SupportsFloat | typing.SupportsIndex,
    flush_ratio: typing.SupportsFloat | typing.SupportsIndex,
    flush_offset_m: typing.SupportsFloat | typing.SupportsIndex,
    mouth_ratio: typing.SupportsFloat | typing.SupportsIndex,
    mouth_elongation: typing.SupportsFloat | typing.SupportsIndex,
    room_min_m2: typing.SupportsFloat | typing.SupportsIndex,
    island_min_m2: typing.SupportsFloat | typing.SupportsIndex,
    corners_max: typing.SupportsInt | typing.SupportsIndex,
    gates_max: typing.SupportsInt | typing.SupportsIndex,
) -> tuple[
    numpy.typing.NDArray[numpy.int32],
    numpy.typing.NDArray[numpy.float64],
    numpy.typing.NDArray[numpy.int32],
    int,
]:
    """
    Part the free space of a floor into rooms.

    Gates are straight lines between wall corners, or from a corner straight on to the next wall. The
    free space is cut along all of them, then the most open ones are opened again until every one left
    is a doorway, a gap in a wall, or the mouth of a corridor. ``RoomsConfig`` holds proven values.

    Args:
        free: (H, W) uint8, non-zero where a robot could be.
        wall: (H, W) uint8, non-zero where something stands; cells in neither are unknown.
        wall_likeness: (H, W) uint8 number of occupied height slices of every cell, or None.
        cell_m: edge of a cell.
        wall_slices_min: with ``wall_likeness``, lower obstacles are furniture.
        furniture_max_m: free-standing obstacles up to this diameter are furniture.
        passage_min_m: free space narrower than this is no way through.
        nook_depth_m: what is narrower belongs to the room beside it, up to this depth.
        contour_tolerance_m: roughness of walls that makes no corner.
        gate_max_m: widest line that can part two rooms.
        gap_ratio: a gate that is a gap in a wall stays closed, unless it is wider than this share of
            the wider space beside it.
        gap_wall_min_m, gap_wall_share, wall_depth_max_m, flush_ratio, flush_offset_m: a gap in a wall
            goes on from this much straight wall, and this many of its widths, thinner than the depth,
            and is narrower than this share of the extent of both spaces, measured this far beside it.
        abutting_gap_max_m: widest gap from the end of a wall to the face of another.
        mouth_ratio, mouth_elongation: so does a gate narrower than this share of the wider space,
            when the area of the other one is at least this many squared gate widths.
        room_min_m2: smaller spaces join a neighbour.
        island_min_m2: free space without a way in is a room from this area on.
        corners_max, gates_max: more corners and lines are dropped and counted; bounds time and memory
            on maps of noise.

    Returns:
        labels (H, W) int32, 1..n in row-major order of first cells, 0 for no room; doorways (D, 2, 2)
        float64, end points as x (along columns), y (along rows) in metres from the outer corner of the
        first cell; (D, 2) int32, the labels that each doorway joins, the lower first; and the number of
        corners and lines dropped.

    Raises:
        TypeError: wrong dtype or not C-contiguous (nothing is converted silently).
        ValueError: shapes differ, or a cell that is not a positive length.
    """

@typing.overload
def unwrap_panorama(
    panorama: numpy.typing.NDArray[numpy.uint8],
    *,
    intrinsics: numpy.typing.NDArray[numpy.float64],
    R_panorama_face: numpy.typing.NDArray[numpy.float64],
    height: typing.SupportsInt | typing.SupportsIndex,
    width: typing.SupportsInt | typing.SupportsIndex,
    sampling: str,
) -> numpy.typing.NDArray[numpy.uint8]:
    """
    Cut perspective faces out of an equirectangular image.

    Column c of W looks ((c + 0.5) / W - 0.5) turns to the right of straight ahead; pixels are square
    and the middle of the height is level. Axes are a camera's: x right, y down, z ahead.

    Args:
        panorama: (H, W, C) uint8, (H, W) int32 or (H, W) float32.
        intrinsics: (F, 4) float64, fx fy cx cy of each face in pixels.
        R_panorama_face: (F, 3, 3) float64, face axes to panorama axes.
        height, width: of a face.
        sampling: nearest or bilinear; int32 (labels) is always nearest.

    Returns:
        (F, height, width[, C]) of the same dtype; 0 above and below the panorama.

    Raises:
        TypeError: wrong dtype or not C-contiguous (nothing is converted silently).
        ValueError: a shape, size, camera or rotation is not what it should be.
    """

@typing.overload
def unwrap_panorama(
    panorama: numpy.typing.NDArray[numpy.int32],
    *,
    intrinsics: numpy.typing.NDArray[numpy.float64],
    R_panorama_face: numpy.typing.NDArray[numpy.float64],
    height: typing.SupportsInt | typing.SupportsIndex,
    width: typing.SupportsInt | typing.SupportsIndex,
    sampling: str,
) -> numpy.typing.NDArray[numpy.int32]:
    """
    Cut perspective faces out of an equirectangular image.

    Column c of W looks ((c + 0.5) / W - 0.5) turns to the right of straight ahead; pixels are square
    and the middle of the height is level. Axes are a camera's: x right, y down, z ahead.

    Args:
        panorama: (H, W, C) uint8, (H, W) int32 or (H, W) float32.
        intrinsics: (F, 4) float64, fx fy cx cy of each face in pixels.
        R_panorama_face: (F, 3, 3) float64, face axes to panorama axes.
        height, width: of a face.
        sampling: nearest or bilinear; int32 (labels) is always nearest.

    Returns:
        (F, height, width[, C]) of the same dtype; 0 above and below the panorama.

    Raises:
        TypeError: wrong dtype or not C-contiguous (nothing is converted silently).
        ValueError: a shape, size, camera or rotation is not what it should be.
    """

@typing.overload
def unwrap_panorama(
    panorama: numpy.typing.NDArray[numpy.float32],
    *,
    intrinsics: numpy.typing.NDArray[numpy.float64],
    R_panorama_face: numpy.typing.NDArray[numpy.float64],
    height: typing.SupportsInt | typing.SupportsIndex,
    width: typing.SupportsInt | typing.SupportsIndex,
    sampling: str,
) -> numpy.typing.NDArray[numpy.float32]:
    """
    Cut perspective faces out of an equirectangular image.

    Column c of W looks ((c + 0.5) / W - 0.5) turns to the right of straight ahead; pixels are square
    and the middle of the height is level. Axes are a camera's: x right, y down, z ahead.

    Args:
        panorama: (H, W, C) uint8, (H, W) int32 or (H, W) float32.
        intrinsics: (F, 4) float64, fx fy cx cy of each face in pixels.
        R_panorama_face: (F, 3, 3) float64, face axes to panorama axes.
        height, width: of a face.
        sampling: nearest or bilinear; int32 (labels) is always nearest.

    Returns:
        (F, height, width[, C]) of the same dtype; 0 above and below the panorama.

    Raises:
        TypeError: wrong dtype or not C-contiguous (nothing is converted silently).
        ValueError: a shape, size, camera or rotation is not what it should be.
    """

def visible_cells(
    blocked: numpy.typing.NDArray[numpy.uint8],
    labels: numpy.typing.NDArray[numpy.int32],
    *,
    column: typing.SupportsFloat | typing.SupportsIndex,
    row: typing.SupportsFloat | typing.SupportsIndex,
    heading_rad: typing.SupportsFloat | typing.SupportsIndex,
    fov_rad: typing.SupportsFloat | typing.SupportsIndex,
    range_cells: typing.SupportsFloat | typing.SupportsIndex,
    label_count: typing.SupportsInt | typing.SupportsIndex,
) -> numpy.typing.NDArray[numpy.uint32]:
    """
    Count the cells of each label that a camera sees on a floor grid, walls occluding.

    Args:
        blocked: (H, W) uint8, non-zero ends a ray; that cell is still seen.
        labels: (H, W) int32; labels outside [0, label_count) are not counted.
        column, row: the camera in cells; cell (r, c) covers [c, c + 1) x [r, r + 1). It may lie
            outside the grid.
        heading_rad: 0 along growing columns, pi / 2 along growing rows.
        fov_rad: full horizontal angle, up to 2 pi.
        range_cells: how far rays reach, up to 4096.
        label_count: length of the result.

    Returns:
        (label_count,) uint32, each cell counted once.

    Raises:
        TypeError: wrong dtype or not C-contiguous (nothing is converted silently).
        ValueError: shapes differ, or a number is not finite or out of bounds.
    """

@typing.overload
def wrap_panorama(
    faces: numpy.typing.NDArray[numpy.uint8],
    *,
    intrinsics: numpy.typing.NDArray[numpy.float64],
    R_panorama_face: numpy.typing.NDArray[numpy.float64],
    height: typing.SupportsInt | typing.SupportsIndex,
    width: typing.SupportsInt | typing.SupportsIndex,
    sampling: str,
) -> tuple[numpy.typing.NDArray[numpy.uint8], numpy.typing.NDArray[numpy.uint8]]:
    """
    Join perspective faces to an equirectangular image; the inverse of unwrap_panorama.

    Each pixel comes from the face that sees it nearest to its own axis.

    Args:
        faces: (F, h, w, C) uint8, (F, h, w) int32 or (F, h, w) float32.
        intrinsics, R_panorama_face: as in unwrap_panorama.
        height, width: of the panorama.
        sampling: nearest or bilinear; int32 (labels) is always nearest.

    Returns:
        (height, width[, C]) of the same dtype, and (height, width) uint8: 1 where a face looks.

    Raises:
        TypeError: wrong dtype or not C-contiguous (nothing is converted silently).
        ValueError: a shape, size, camera or rotation is not what it should be.
    """

@typing.overload
def wrap_panorama(
    faces: numpy.typing.NDArray[numpy.int32],
    *,
    intrinsics: numpy.typing.NDArray[numpy.float64],
    R_panorama_face: numpy.typing.NDArray[numpy.float64],
    height: typing.SupportsInt | typing.SupportsIndex,
    width: typing.SupportsInt | typing.SupportsIndex,
    sampling: str,
) -> tuple[numpy.typing.NDArray[numpy.int32], numpy.typing.NDArray[numpy.uint8]]:
    """
    Join perspective faces to an equirectangular image; the inverse of unwrap_panorama.

    Each pixel comes from the face that sees it nearest to its own axis.

    Args:
        faces: (F, h, w, C) uint8, (F, h, w) int32 or (F, h, w) float32.
        intrinsics, R_panorama_face: as in unwrap_panorama.
        height, width: of the panorama.
        sampling: nearest or bilinear; int32 (labels) is always nearest.

    Returns:
        (height, width[, C]) of the same dtype, and (height, width) uint8: 1 where a face looks.

    Raises:
        TypeError: wrong dtype or not C-contiguous (nothing is converted silently).
        ValueError: a shape, size, camera or rotation is not what it should be.
    """

@typing.overload
def wrap_panorama(
    faces: numpy.typing.NDArray[numpy.float32],
    *,
    intrinsics: numpy.typing.NDArray[numpy.float64],
    R_panorama_face: numpy.typing.NDArray[numpy.float64],
    height: typing.SupportsInt | typing.SupportsIndex,
    width: typing.SupportsInt | typing.SupportsIndex,
    sampling: str,
) -> tuple[numpy.typing.NDArray[numpy.float32], numpy.typing.NDArray[numpy.uint8]]:
    """
    Join perspective faces to an equirectangular image; the inverse of unwrap_panorama.

    Each pixel comes from the face that sees it nearest to its own axis.

    Args:
        faces: (F, h, w, C) uint8, (F, h, w) int32 or (F, h, w) float32.
        intrinsics, R_panorama_face: as in unwrap_panorama.
        height, width: of the panorama.
        sampling: nearest or bilinear; int32 (labels) is always nearest.

    Returns:
        (height, width[, C]) of the same dtype, and (height, width) uint8: 1 where a face looks.

    Raises:
        TypeError: wrong dtype or not C-contiguous (nothing is converted silently).
        ValueError: a shape, size, camera or rotation is not what it should be.
    """

__version__: str = "0.1.0"
