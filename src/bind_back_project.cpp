#include <string>
#include <utility>

#include "arrays.hpp"
#include "inherit_fast/back_project.hpp"
#include "mask_views.hpp"

namespace inherit_fast::python {
namespace {

constexpr const char* kDoc =
    R"(Lift the masks of a depth image into the world: one entry for each mask.

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
    gate_floor_m: depths this close to the median always pass.)";

constexpr const char* kStatisticsDoc = R"(

Returns:
    MaskStatistics, N entries, zeros where a mask has no trusted pixel.

Raises:
    TypeError: wrong dtype or not C-contiguous (nothing is converted silently).
    ValueError: wrong shape, an id beyond 65535, or a rule out of its range.)";

constexpr const char* kPointsDoc = R"(
    voxel_m: side of the voxels in which pixels are merged.

Returns:
    MaskPoints.

Raises:
    TypeError: wrong dtype or not C-contiguous (nothing is converted silently).
    ValueError: wrong shape, an id beyond 65535, a rule out of its range, or a point more than 2^20
        voxels away from the origin.)";

struct Statistics {
  py::array_t<std::int64_t> mask_px, valid_px, count;
  py::array_t<std::int32_t> ring_px, box_px;
  py::array_t<float> median_m, near_m, far_m;
  py::array_t<double> centroid_m;
  py::array_t<float> aabb_min_m, aabb_max_m;
};

struct Points {
  Statistics statistics;
  py::array_t<float> points_m;
  py::array_t<std::int32_t> weights;
  py::array_t<std::int64_t> offsets;
  py::array_t<std::int32_t> links;
  py::array_t<std::int64_t> link_offsets;
};

template <typename T, typename Member>
py::array_t<T> column(const std::vector<MaskStatistics>& rows, Member member) {
  py::array_t<T> out(static_cast<py::ssize_t>(rows.size()));
  for (std::size_t i = 0; i < rows.size(); ++i) out.mutable_data()[i] = rows[i].*member;
  return out;
}

template <typename T, std::size_t N>
py::array_t<T> columns(const std::vector<MaskStatistics>& rows,
                       std::array<T, N> MaskStatistics::* member) {
  py::array_t<T> out({static_cast<py::ssize_t>(rows.size()), static_cast<py::ssize_t>(N)});
  T* next = out.mutable_data();
  for (const auto& row : rows) next = std::copy_n((row.*member).data(), N, next);
  return out;
}

Statistics to_python(const std::vector<MaskStatistics>& rows) {
  using S = MaskStatistics;
  return {column<std::int64_t>(rows, &S::mask_px),
          column<std::int64_t>(rows, &S::valid_px),
          column<std::int64_t>(rows, &S::count),
          column<std::int32_t>(rows, &S::ring_px),
          columns(rows, &S::box_px),
          column<float>(rows, &S::median_m),
          column<float>(rows, &S::near_m),
          column<float>(rows, &S::far_m),
          columns(rows, &S::centroid_m),
          columns(rows, &S::aabb_min_m),
          columns(rows, &S::aabb_max_m)};
}

py::array_t<std::int32_t> links_array(const std::vector<PointLink>& links) {
  py::array_t<std::int32_t> out({static_cast<py::ssize_t>(links.size()), py::ssize_t{2}});
  std::int32_t* next = out.mutable_data();
  for (const auto& link : links) {
    for (const std::uint32_t point : link) *next++ = static_cast<std::int32_t>(point);
  }
  return out;
}

template <typename T>
DepthView<T> view_of(const Array<T>& depth, float scale, const Array<double>& intrinsics,
                     const Array<double>& T_world_camera) {
  return {image_view(depth, "depth"), scale, intrinsics_of(intrinsics, "intrinsics"),
          pose_of(T_world_camera, "T_world_camera")};
}

template <typename T>
void define(py::module_& m) {
  m.def(
      "back_project",
      [](const Array<T>& depth, const py::object& masks, float depth_scale,
         const Array<double>& intrinsics, const Array<double>& T_world_camera, float min_depth_m,
         float max_depth_m, int ring_px, float min_core_share, float jump_share, float gate_mads,
         float gate_floor_m) {
        const auto view = view_of(depth, depth_scale, intrinsics, T_world_camera);
        const auto mask_views = mask_views_of(masks);
        const LiftRules rules{{min_depth_m, max_depth_m},
                              ring_px,
                              min_core_share,
                              jump_share,
                              gate_mads,
                              gate_floor_m};
        std::vector<MaskStatistics> rows;
        {
          const py::gil_scoped_release nogil;
          rows = back_project(view, mask_views.runs(view.depth.height, view.depth.width), rules);
        }
        return to_python(rows);
      },
      py::arg("depth").noconvert(), py::arg("masks"), py::kw_only(), py::arg("depth_scale"),
      py::arg("intrinsics").noconvert(), py::arg("T_world_camera").noconvert(),
      py::arg("min_depth_m"), py::arg("max_depth_m"), py::arg("ring_px"), py::arg("min_core_share"),
      py::arg("jump_share"), py::arg("gate_mads"), py::arg("gate_floor_m"),
      (std::string(kDoc) + kStatisticsDoc).c_str());
  m.def(
      "back_project_points",
      [](const Array<T>& depth, const py::object& masks, float depth_scale,
         const Array<double>& intrinsics, const Array<double>& T_world_camera, float min_depth_m,
         float max_depth_m, int ring_px, float min_core_share, float jump_share, float gate_mads,
         float gate_floor_m, float voxel_m) {
        const auto view = view_of(depth, depth_scale, intrinsics, T_world_camera);
        const auto mask_views = mask_views_of(masks);
        const LiftRules rules{{min_depth_m, max_depth_m},
                              ring_px,
                              min_core_share,
                              jump_share,
                              gate_mads,
                              gate_floor_m};
        MaskPoints found;
        {
          const py::gil_scoped_release nogil;
          found = back_project_points(view, mask_views.runs(view.depth.height, view.depth.width),
                                      rules, voxel_m);
        }
        const auto size = static_cast<py::ssize_t>(found.weights.size());
        const auto ends = static_cast<py::ssize_t>(found.offsets.size());
        return Points{to_python(found.statistics),
                      to_array(std::move(found.points)),
                      to_array(std::move(found.weights), {size}),
                      to_array(std::move(found.offsets), {ends}),
                      links_array(found.links),
                      to_array(std::move(found.link_offsets), {ends})};
      },
      py::arg("depth").noconvert(), py::arg("masks"), py::kw_only(), py::arg("depth_scale"),
      py::arg("intrinsics").noconvert(), py::arg("T_world_camera").noconvert(),
      py::arg("min_depth_m"), py::arg("max_depth_m"), py::arg("ring_px"), py::arg("min_core_share"),
      py::arg("jump_share"), py::arg("gate_mads"), py::arg("gate_floor_m"), py::arg("voxel_m"),
      (std::string(kDoc) + kPointsDoc).c_str());
}

}  // namespace

void bind_back_project(py::module_& m) {
  py::class_<Statistics>(m, "MaskStatistics", "One entry for each mask, in order.")
      .def_readonly("mask_px", &Statistics::mask_px, "(N,) int64, pixels of the mask.")
      .def_readonly("valid_px", &Statistics::valid_px, "(N,) int64, of those with a return.")
      .def_readonly("count", &Statistics::count, "(N,) int64, of those trusted.")
      .def_readonly("ring_px", &Statistics::ring_px, "(N,) int32, the ring that was used.")
      .def_readonly("box_px", &Statistics::box_px, "(N, 4) int32, x0, y0, x1, y1 of the mask.")
      .def_readonly("median_m", &Statistics::median_m, "(N,) float32, median depth to 0.8 %.")
      .def_readonly("near_m", &Statistics::near_m, "(N,) float32, nearest trusted depth.")
      .def_readonly("far_m", &Statistics::far_m, "(N,) float32, farthest trusted depth.")
      .def_readonly("centroid_m", &Statistics::centroid_m,
                    "(N, 3) float64, mean of the trusted pixels in the world.")
      .def_readonly("aabb_min_m", &Statistics::aabb_min_m, "(N, 3) float32, world.")
      .def_readonly("aabb_max_m", &Statistics::aabb_max_m, "(N, 3) float32, world.");
  py::class_<Points>(m, "MaskPoints", "Voxel points: mask i owns rows offsets[i] to offsets[i+1].")
      .def_readonly("statistics", &Points::statistics)
      .def_readonly("points_m", &Points::points_m,
                    "(M, 3) float32, mean of a voxel's pixels, by first pixel in row-major order.")
      .def_readonly("weights", &Points::weights, "(M,) int32, pixels in the voxel.")
      .def_readonly("offsets", &Points::offsets, "(N + 1,) int64.")
      .def_readonly("links", &Points::links,
                    "(L, 2) int32, rows counted within the mask: voxels that hold neighbouring "
                    "pixels of a continuous surface and yet lie more than two voxels apart, "
                    "because it is seen at a grazing angle.")
      .def_readonly("link_offsets", &Points::link_offsets,
                    "(N + 1,) int64, mask i owns links link_offsets[i] to link_offsets[i+1].");
  define<std::uint16_t>(m);
  define<float>(m);
}

}  // namespace inherit_fast::python
