#include <cstdint>
#include <vector>

#include "arrays.hpp"
#include "inherit_fast/depth_blocks.hpp"
#include "inherit_fast/depth_metres.hpp"
#include "inherit_fast/frame_planes.hpp"

namespace inherit_fast::python {
namespace {

constexpr const char* kDoc = R"(Find the level and upright planes of a depth image.

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
    ValueError: wrong shape, or a block size or number of planes out of range.)";

std::vector<double> table_of(const FramePlanes& found) {
  std::vector<double> out;
  for (const FramePlane& plane : found.planes) {
    out.insert(out.end(), {plane.normal[0], plane.normal[1], plane.normal[2], plane.offset_m,
                           plane.height_m, plane.area_m2, plane.level ? 1.0 : 0.0});
  }
  return out;
}

template <typename T>
void define(py::module_& m) {
  m.def(
      "frame_planes",
      [](const Array<T>& depth, float depth_scale, const Array<double>& intrinsics,
         const Array<double>& T_world_camera, float min_depth_m, float max_depth_m,
         std::size_t block_px, float jump_m, float jump_ratio, float thickness_m,
         float thickness_ratio, float max_tilt_rad, float min_plane_m2, std::size_t max_planes) {
        const auto view = image_view(depth, "depth");
        const auto camera = intrinsics_of(intrinsics, "intrinsics");
        const auto pose = pose_of(T_world_camera, "T_world_camera");
        std::vector<std::int8_t> labels;
        std::vector<double> table;
        {
          const py::gil_scoped_release nogil;
          const auto metres = depth_metres(view, depth_scale, {min_depth_m, max_depth_m});
          const ImageView<float> image{metres, view.height, view.width};
          const PlaneSearch search{thickness_m, thickness_ratio, max_tilt_rad, min_plane_m2,
                                   max_planes};
          const auto blocks = depth_blocks(image, camera, pose, block_px, {jump_m, jump_ratio});
          const auto found = find_planes(blocks, search);
          labels = label_pixels(image, camera, pose, blocks, found, search);
          table = table_of(found);
        }
        const auto count = static_cast<py::ssize_t>(table.size() / 7);
        return py::make_tuple(to_array(std::move(labels), {depth.shape(0), depth.shape(1)}),
                              to_array(std::move(table), {count, py::ssize_t{7}}));
      },
      py::arg("depth").noconvert(), py::kw_only(), py::arg("depth_scale"),
      py::arg("intrinsics").noconvert(), py::arg("T_world_camera").noconvert(),
      py::arg("min_depth_m"), py::arg("max_depth_m"), py::arg("block_px"), py::arg("jump_m"),
      py::arg("jump_ratio"), py::arg("thickness_m"), py::arg("thickness_ratio"),
      py::arg("max_tilt_rad"), py::arg("min_plane_m2"), py::arg("max_planes"), kDoc);
}

}  // namespace

void bind_frame_planes(py::module_& m) {
  define<std::uint16_t>(m);
  define<float>(m);
}

}  // namespace inherit_fast::python
