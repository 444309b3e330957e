#include <pybind11/stl.h>

#include <optional>
#include <tuple>
#include <utility>

#include "arrays.hpp"
#include "inherit_fast/scan_projection.hpp"

namespace inherit_fast::python {
namespace {

using Projection =
    std::tuple<py::array_t<std::int32_t>, py::array_t<float>, py::array_t<std::uint8_t>>;
using Lifted = std::tuple<py::array_t<float>, py::array_t<float>, py::array_t<float>,
                          py::array_t<std::int32_t>>;

Projection project(const Array<float>& points, const Array<double>& T_camera_world,
                   std::size_t height, std::size_t width,
                   const std::optional<Array<double>>& intrinsics, std::size_t cell_px,
                   std::size_t reach, float margin_m, float margin_share) {
  const auto view = points_view(points, "points");
  const Pose pose = pose_of(T_camera_world, "T_camera_world");
  ScanCamera camera{!intrinsics.has_value(), {}, height, width};
  if (intrinsics) camera.pinhole = intrinsics_of(*intrinsics, "intrinsics");
  ProjectedScan scan;
  {
    const py::gil_scoped_release nogil;
    scan = project_scan(view, pose, camera, {cell_px, reach, margin_m, margin_share});
  }
  const std::vector<py::ssize_t> shape{points.shape(0)};
  return {to_array(std::move(scan.pixel), shape), to_array(std::move(scan.range_m), shape),
          to_array(std::move(scan.visible), shape)};
}

template <typename T>
std::vector<T> copied(const Array<T>& values, const char* name) {
  require_shape(values, {-1}, name);
  return {values.data(), values.data() + values.size()};
}

std::optional<Lifted> lift(const Array<float>& points, const Array<std::int32_t>& pixel,
                           const Array<float>& range_m, const Array<std::uint8_t>& visible,
                           const Array<std::uint8_t>& mask, float gap_m, float mads, float slack_m,
                           std::size_t min_inliers) {
  const auto view = points_view(points, "points");
  const auto mask_view = image_view(mask, "mask");
  const ProjectedScan scan{copied(pixel, "pixel"), copied(range_m, "range_m"),
                           copied(visible, "visible")};
  std::optional<LiftedScan> found;
  {
    const py::gil_scoped_release nogil;
    found = lift_scan(view, scan, mask_view, {gap_m, mads, slack_m, min_inliers});
  }
  if (!found) return std::nullopt;
  const auto corner = [](const std::array<float, 3>& p) {
    return to_array(std::vector<float>(p.begin(), p.end()), {3});
  };
  const auto count = static_cast<py::ssize_t>(found->inliers.size());
  return Lifted{corner(found->center), corner(found->low), corner(found->high),
                to_array(std::move(found->inliers), {count})};
}

py::array_t<float> render(const Array<float>& points, const Array<double>& T_camera_world,
                          const Array<double>& intrinsics, std::size_t height, std::size_t width,
                          float min_m, float max_m, float spacing_rad, std::size_t most_px,
                          float merge_share) {
  const auto view = points_view(points, "points");
  const Pose pose = pose_of(T_camera_world, "T_camera_world");
  const Intrinsics camera = intrinsics_of(intrinsics, "intrinsics");
  std::vector<float> depth;
  {
    const py::gil_scoped_release nogil;
    depth = render_scan(view, pose, camera, height, width, {min_m, max_m},
                        {spacing_rad, most_px, merge_share});
  }
  return to_array(std::move(depth),
                  {static_cast<py::ssize_t>(height), static_cast<py::ssize_t>(width)});
}

void bind_project(py::module_& m) {
  m.def("project_scan", &project, py::arg("points").noconvert(), py::kw_only(),
        py::arg("T_camera_world").noconvert(), py::arg("height"), py::arg("width"),
        py::arg("intrinsics").noconvert().none(true), py::arg("cell_px"), py::arg("reach"),
        py::arg("margin_m"), py::arg("margin_share"),
        R"(Project a registered scan into an image, and tell by a z-buffer what the camera sees.

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
    ValueError: a shape is wrong or a number out of its range.)");
}

void bind_lift(py::module_& m) {
  m.def("lift_scan", &lift, py::arg("points").noconvert(), py::kw_only(),
        py::arg("pixel").noconvert(), py::arg("range_m").noconvert(),
        py::arg("visible").noconvert(), py::arg("mask").noconvert(), py::arg("gap_m"),
        py::arg("mads"), py::arg("slack_m"), py::arg("min_inliers"),
        R"(Lift a mask by the scan points under it: place and box from inliers.

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
    ValueError: shapes do not fit or a number is negative.)");
}

void bind_render(py::module_& m) {
  m.def("render_scan", &render, py::arg("points").noconvert(), py::kw_only(),
        py::arg("T_camera_world").noconvert(), py::arg("intrinsics").noconvert(), py::arg("height"),
        py::arg("width"), py::arg("min_m"), py::arg("max_m"), py::arg("spacing_rad"),
        py::arg("most_px"), py::arg("merge_share"),
        R"(Draw the depth image of a registered scan, holes between its points filled.

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
    ValueError: a shape is wrong or a number out of its range.)");
}

}  // namespace

void bind_scan_projection(py::module_& m) {
  bind_project(m);
  bind_lift(m);
  bind_render(m);
}

}  // namespace inherit_fast::python
