#include <utility>

#include "arrays.hpp"
#include "inherit_fast/visibility.hpp"

namespace inherit_fast::python {

void bind_visibility(py::module_& m) {
  m.def(
      "visible_cells",
      [](const Array<std::uint8_t>& blocked, const Array<std::int32_t>& labels, double column,
         double row, double heading_rad, double fov_rad, double range_cells,
         std::size_t label_count) {
        const auto blocked_view = image_view(blocked, "blocked");
        const auto labels_view = image_view(labels, "labels");
        std::vector<std::uint32_t> counts;
        {
          const py::gil_scoped_release nogil;
          counts = visible_cells(blocked_view, labels_view,
                                 {column, row, heading_rad, fov_rad, range_cells}, label_count);
        }
        const auto size = static_cast<py::ssize_t>(counts.size());
        return to_array(std::move(counts), {size});
      },
      py::arg("blocked").noconvert(), py::arg("labels").noconvert(), py::kw_only(),
      py::arg("column"), py::arg("row"), py::arg("heading_rad"), py::arg("fov_rad"),
      py::arg("range_cells"), py::arg("label_count"),
      R"(Count the cells of each label that a camera sees on a floor grid, walls occluding.

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
    ValueError: shapes differ, or a number is not finite or out of bounds.)");
}

}  // namespace inherit_fast::python
