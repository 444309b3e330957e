#include <cstdint>
#include <tuple>
#include <utility>

#include "arrays.hpp"
#include "inherit_fast/room_cleanup.hpp"

namespace inherit_fast::python {
namespace {

constexpr const char* kDoc = R"(Clean room masks and square their boundaries.

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
    ValueError: wrong shape, a cell that is not a positive length, or a negative label.)";

using Clean = std::tuple<py::array_t<std::int32_t>, py::array_t<double>, py::array_t<std::int32_t>,
                         py::array_t<std::int32_t>, py::array_t<std::uint8_t>, double>;

Clean hand_over(CleanRooms&& clean, py::ssize_t height, py::ssize_t width) {
  std::vector<double> vertices;
  std::vector<std::int32_t> ends;
  std::vector<std::int32_t> rooms;
  std::vector<std::uint8_t> squared;
  for (const auto& ring : clean.rings) {
    for (const Vec2 p : ring.ring_m) vertices.insert(vertices.end(), {p.x, p.y});
    ends.push_back(static_cast<std::int32_t>(vertices.size() / 2));
    rooms.push_back(ring.room);
    squared.push_back(ring.squared ? 1 : 0);
  }
  const auto points = static_cast<py::ssize_t>(vertices.size() / 2);
  const auto rings = static_cast<py::ssize_t>(ends.size());
  return {to_array(std::move(clean.labels), {height, width}),
          to_array(std::move(vertices), {points, 2}),
          to_array(std::move(ends), {rings}),
          to_array(std::move(rooms), {rings}),
          to_array(std::move(squared), {rings}),
          clean.direction_rad};
}

Clean regularise(const Array<std::int32_t>& labels, double cell_m, double fragment_min_m2,
                 double hole_max_m2, double tolerance_m, double step_min_m,
                 double oblique_cost_m2) {
  const auto view = image_view(labels, "labels");
  CleanRooms clean;
  {
    const py::gil_scoped_release nogil;
    clean = regularise_rooms(
        view, {cell_m, fragment_min_m2, hole_max_m2, tolerance_m, step_min_m, oblique_cost_m2});
  }
  return hand_over(std::move(clean), labels.shape(0), labels.shape(1));
}

}  // namespace

void bind_room_cleanup(py::module_& m) {
  m.def("regularise_rooms", &regularise, py::kw_only(), py::arg("labels").noconvert(),
        py::arg("cell_m"), py::arg("fragment_min_m2"), py::arg("hole_max_m2"),
        py::arg("tolerance_m"), py::arg("step_min_m"), py::arg("oblique_cost_m2"), kDoc);
}

}  // namespace inherit_fast::python
