#include <limits>
#include <string>

#include "arrays.hpp"
#include "boxes.hpp"

namespace inherit_fast::python {
namespace {

/// Fills (M, N) with measure(a[i], b[j]).
template <typename Measure>
py::array_t<double> table(const Array<double>& a, const Array<double>& b, Measure measure) {
  const auto left = boxes_of(a, "a"), right = boxes_of(b, "b");
  std::vector<double> out(left.size() * right.size());
  {
    const py::gil_scoped_release release;
    auto cell = out.begin();
    for (const auto& x : left) {
      for (const auto& y : right) *cell++ = measure(x, y);
    }
  }
  return to_array(std::move(out), {a.shape(0), b.shape(0)});
}

}  // namespace

std::vector<OrientedBox> boxes_of(const Array<double>& packed, const char* name) {
  require_shape(packed, {-1, 15}, name);
  std::vector<OrientedBox> boxes;
  const auto rows = static_cast<std::size_t>(packed.shape(0));
  boxes.reserve(rows);
  for (std::size_t row = 0; row < rows; ++row) {
    try {
      boxes.push_back(make_box(std::span<const double, 15>(packed.data() + 15 * row, 15)));
    } catch (const std::invalid_argument& error) {
      throw py::value_error(std::string(name) + ": box " + std::to_string(row) + " " +
                            error.what());
    }
  }
  return boxes;
}

void bind_boxes(py::module_& m) {
  m.def(
      "box_iou",
      [](const Array<double>& a, const Array<double>& b) { return table(a, b, box_iou); },
      py::arg("a").noconvert(), py::arg("b").noconvert(),
      "Volume of the intersection over that of the union, (M, N) float64, exact for any\n"
      "rotations. Boxes are rows of 15 float64: centre, full side lengths, R_world_box row by\n"
      "row, metres. Sides under 1 mm count as 1 mm.");
  m.def(
      "box_containment",
      [](const Array<double>& a, const Array<double>& b) { return table(a, b, box_containment); },
      py::arg("a").noconvert(), py::arg("b").noconvert(),
      "Share of the volume of a[i] that lies inside b[j], (M, N) float64. Boxes as in box_iou.");
  m.def(
      "footprint_overlap",
      [](const Array<double>& a, const Array<double>& b) { return table(a, b, footprint_overlap); },
      py::arg("a").noconvert(), py::arg("b").noconvert(),
      "Common area of the shadows on the ground over the smaller one's area, (M, N) float64.\n"
      "Boxes as in box_iou.");
  m.def(
      "box_gap",
      [](const Array<double>& a, const Array<double>& b, double max_gap_m) {
        return table(a, b, [max_gap_m](const OrientedBox& x, const OrientedBox& y) {
          constexpr double kFar = std::numeric_limits<double>::infinity();
          if (box_gap_bound(x, y) > max_gap_m) return kFar;
          const double gap = box_gap(x, y);
          return gap > max_gap_m ? kFar : gap;
        });
      },
      py::arg("a").noconvert(), py::arg("b").noconvert(), py::kw_only(), py::arg("max_gap_m"),
      "Shortest distance between the solids, (M, N) float64 metres; 0 where they meet, infinity\n"
      "beyond max_gap_m, which saves the time to find it. Boxes as in box_iou.");
}

}  // namespace inherit_fast::python
