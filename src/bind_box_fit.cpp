#include <utility>

#include "arrays.hpp"
#include "inherit_fast/box_fit.hpp"

namespace inherit_fast::python {
namespace {

constexpr const char* kAxisAlignedDoc = R"(Fit the world-aligned box that leaves out stray points.

Args:
    points: (N, 3) float32, N >= 1.
    weights: (N,) int32, not negative, with a positive sum.
    trim_share: share of the weight that may lie beyond each face, in [0, 0.5).

Returns:
    center_m (3,), extent_m (3,) full sides, R_world_box (3, 3), all float64.

Raises:
    TypeError: wrong dtype or not C-contiguous (nothing is converted silently).
    ValueError: wrong shape, no points, no weight, or trim_share out of range.)";

constexpr const char* kOrientedDoc =
    R"(Fit the upright box with the smallest footprint after trimming.

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
    ValueError: wrong shape, no points, no weight, or trim_share out of range.)";

using Arrays = std::tuple<py::array_t<double>, py::array_t<double>, py::array_t<double>>;

Arrays to_python(const UprightBox& box) {
  const std::array<double, 9> R{box.cosine, -box.sine, 0.0, box.sine, box.cosine,
                                0.0,        0.0,       0.0, 1.0};
  return {py::array_t<double>(3, box.center_m.data()), py::array_t<double>(3, box.extent_m.data()),
          py::array_t<double>({3, 3}, R.data())};
}

}  // namespace

void bind_box_fit(py::module_& m) {
  m.def(
      "fit_axis_aligned_box",
      [](const Array<float>& points, const Array<std::int32_t>& weights, float trim_share) {
        const auto cloud = points_view(points, "points");
        require_shape(weights, {points.shape(0)}, "weights");
        UprightBox box{};
        {
          const py::gil_scoped_release nogil;
          box = fit_axis_aligned_box(cloud, {weights.data(), cloud.size()}, trim_share);
        }
        return to_python(box);
      },
      py::arg("points").noconvert(), py::arg("weights").noconvert(), py::kw_only(),
      py::arg("trim_share"), kAxisAlignedDoc);
  m.def(
      "fit_oriented_box",
      [](const Array<float>& points, const Array<std::int32_t>& weights, float trim_share,
         float turn_gain) {
        const auto cloud = points_view(points, "points");
        require_shape(weights, {points.shape(0)}, "weights");
        UprightBox box{};
        {
          const py::gil_scoped_release nogil;
          box = fit_oriented_box(cloud, {weights.data(), cloud.size()}, {trim_share, turn_gain});
        }
        return to_python(box);
      },
      py::arg("points").noconvert(), py::arg("weights").noconvert(), py::kw_only(),
      py::arg("trim_share"), py::arg("turn_gain"), kOrientedDoc);
}

}  // namespace inherit_fast::python
