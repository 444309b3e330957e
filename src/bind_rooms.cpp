#include <pybind11/stl.h>

#include <optional>
#include <tuple>
#include <utility>

#include "arrays.hpp"
#include "inherit_fast/rooms.hpp"

namespace inherit_fast::python {
namespace {

constexpr const char* kDoc = R"(Part the free space of a floor into rooms.

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
    ValueError: shapes differ, or a cell that is not a positive length.)";

using Found = std::tuple<py::array_t<std::int32_t>, py::array_t<double>, py::array_t<std::int32_t>,
                         std::size_t>;

Found hand_over(Rooms&& rooms, py::ssize_t height, py::ssize_t width) {
  const auto count = static_cast<py::ssize_t>(rooms.doorways.size());
  std::vector<double> ends;
  std::vector<std::int32_t> joined;
  for (const auto& door : rooms.doorways) {
    ends.insert(ends.end(), {door.a_m.x, door.a_m.y, door.b_m.x, door.b_m.y});
    joined.insert(joined.end(), door.rooms.begin(), door.rooms.end());
  }
  return {to_array(std::move(rooms.labels), {height, width}),
          to_array(std::move(ends), {count, 2, 2}), to_array(std::move(joined), {count, 2}),
          rooms.gates_dropped};
}

Found segment(const Array<std::uint8_t>& free, const Array<std::uint8_t>& wall,
              const std::optional<Array<std::uint8_t>>& wall_likeness, double cell_m,
              int wall_slices_min, double furniture_max_m, double passage_min_m,
              double nook_depth_m, double contour_tolerance_m, double gate_max_m, double gap_ratio,
              double gap_wall_min_m, double gap_wall_share, double abutting_gap_max_m,
              double wall_depth_max_m, double flush_ratio, double flush_offset_m,
              double mouth_ratio, double mouth_elongation, double room_min_m2, double island_min_m2,
              std::size_t corners_max, std::size_t gates_max) {
  const auto free_view = image_view(free, "free");
  const auto wall_view = image_view(wall, "wall");
  std::optional<ImageView<std::uint8_t>> likeness;
  if (wall_likeness) likeness = image_view(*wall_likeness, "wall_likeness");
  const RoomRules rules{cell_m,         wall_slices_min,     furniture_max_m,    passage_min_m,
                        nook_depth_m,   contour_tolerance_m, gate_max_m,         gap_ratio,
                        gap_wall_min_m, gap_wall_share,      abutting_gap_max_m, wall_depth_max_m,
                        flush_ratio,    flush_offset_m,      mouth_ratio,        mouth_elongation,
                        room_min_m2,    island_min_m2,       corners_max,        gates_max};
  Rooms rooms;
  {
    const py::gil_scoped_release nogil;
    rooms = segment_rooms(free_view, wall_view, likeness, rules);
  }
  return hand_over(std::move(rooms), free.shape(0), free.shape(1));
}

}  // namespace

void bind_rooms(py::module_& m) {
  m.def("segment_rooms", &segment, py::kw_only(), py::arg("free").noconvert(),
        py::arg("wall").noconvert(), py::arg("wall_likeness").noconvert().none(true),
        py::arg("cell_m"), py::arg("wall_slices_min"), py::arg("furniture_max_m"),
        py::arg("passage_min_m"), py::arg("nook_depth_m"), py::arg("contour_tolerance_m"),
        py::arg("gate_max_m"), py::arg("gap_ratio"), py::arg("gap_wall_min_m"),
        py::arg("gap_wall_share"), py::arg("abutting_gap_max_m"), py::arg("wall_depth_max_m"),
        py::arg("flush_ratio"), py::arg("flush_offset_m"), py::arg("mouth_ratio"),
        py::arg("mouth_elongation"), py::arg("room_min_m2"), py::arg("island_min_m2"),
        py::arg("corners_max"), py::arg("gates_max"), kDoc);
}

}  // namespace inherit_fast::python
