#include <cstdint>
#include <span>
#include <vector>

#include "arrays.hpp"
#include "inherit_fast/depth_metres.hpp"
#include "inherit_fast/depth_segment.hpp"

namespace inherit_fast::python {
namespace {

constexpr const char* kDoc = R"(Turn boxes around objects into masks, by depth alone.

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
    ValueError: wrong shape, or a block size or number of planes out of range.)";

template <typename T>
void define(py::module_& m) {
  m.def(
      "depth_segment",
      [](const Array<T>& depth, float depth_scale, const Array<double>& intrinsics,
         const Array<double>& T_world_camera, const Array<std::int32_t>& boxes_px,
         float min_depth_m, float max_depth_m, std::size_t block_px, float jump_m, float jump_ratio,
         float thickness_m, float thickness_ratio, float max_tilt_rad, float min_plane_m2,
         std::size_t max_planes, float outside_ratio, float below_m, float leak_reach,
         float second_choice, float deep_share, std::size_t min_piece_px) {
        const auto view = image_view(depth, "depth");
        const auto camera = intrinsics_of(intrinsics, "intrinsics");
        const auto pose = pose_of(T_world_camera, "T_world_camera");
        require_shape(boxes_px, {-1, 4}, "boxes_px");
        py::array_t<std::uint8_t> masks({boxes_px.shape(0), depth.shape(0), depth.shape(1)});
        const std::span<std::uint8_t> out(masks.mutable_data(),
                                          static_cast<std::size_t>(masks.size()));
        const std::span<const std::int32_t> boxes(boxes_px.data(),
                                                  static_cast<std::size_t>(boxes_px.size()));
        {
          const py::gil_scoped_release nogil;
          const auto metres = depth_metres(view, depth_scale, {min_depth_m, max_depth_m});
          depth_segment(
              {metres, view.height, view.width}, camera, pose, boxes, block_px,
              {jump_m, jump_ratio},
              {thickness_m, thickness_ratio, max_tilt_rad, min_plane_m2, max_planes},
              {outside_ratio, below_m, leak_reach, second_choice, deep_share, min_piece_px}, out);
        }
        return masks;
      },
      py::arg("depth").noconvert(), py::kw_only(), py::arg("depth_scale"),
      py::arg("intrinsics").noconvert(), py::arg("T_world_camera").noconvert(),
      py::arg("boxes_px").noconvert(), py::arg("min_depth_m"), py::arg("max_depth_m"),
      py::arg("block_px"), py::arg("jump_m"), py::arg("jump_ratio"), py::arg("thickness_m"),
      py::arg("thickness_ratio"), py::arg("max_tilt_rad"), py::arg("min_plane_m2"),
      py::arg("max_planes"), py::arg("outside_ratio"), py::arg("below_m"), py::arg("leak_reach"),
      py::arg("second_choice"), py::arg("deep_share"), py::arg("min_piece_px"), kDoc);
}

}  // namespace

void bind_depth_segment(py::module_& m) {
  define<std::uint16_t>(m);
  define<float>(m);
}

}  // namespace inherit_fast::python
