#include <cstdint>
#include <utility>

#include "arrays.hpp"
#include "inherit_fast/room_labels.hpp"

namespace inherit_fast::python {
namespace {

constexpr const char* kDoc = R"(Room labels of a rectangle of cells, read once and kept as runs.

Args:
    labels: (H, W) int32, 0 for no room.
    origin: (2,) int32 ix, iy of the first cell; columns are x, rows are y.

Raises:
    TypeError: wrong dtype or not C-contiguous (nothing is converted silently).
    ValueError: wrong shape, or a negative label.)";

constexpr const char* kOverlapDoc = R"(Count the cells shared with an earlier labelling.

Returns:
    (A, B) int64, cells that had label a before and have label b here, up to the highest labels.
    Row 0 counts cells that had no label or lay outside; column 0 is 0.)";

constexpr const char* kCellsDoc = R"(The cells of some labels.

Args:
    labels: (L,) int32, which; none twice.

Returns:
    (N, 2) int32 ix, iy of their cells, label by label as asked for, row by row within one; and
    (L,) int64, where every label's cells end.

Raises:
    ValueError: wrong shape, or a label asked for twice.)";

RoomLabels read(const Array<std::int32_t>& labels, const Array<std::int32_t>& origin) {
  const auto view = image_view(labels, "labels");
  require_shape(origin, {2}, "origin");
  const GridCell first{origin.data()[0], origin.data()[1]};
  const py::gil_scoped_release nogil;
  return {view, first};
}

py::array_t<std::int64_t> overlap(const RoomLabels& now, const RoomLabels& before) {
  auto table = now.overlap(before);
  return to_array(std::move(table.cells),
                  {static_cast<py::ssize_t>(table.rows), static_cast<py::ssize_t>(table.cols)});
}

std::pair<py::array_t<std::int32_t>, py::array_t<std::int64_t>> cells(
    const RoomLabels& now, const Array<std::int32_t>& labels) {
  require_shape(labels, {-1}, "labels");
  const auto found = now.cells({labels.data(), labels.data() + labels.size()});
  py::array_t<std::int32_t> cells({static_cast<py::ssize_t>(found.cells.size()), py::ssize_t{2}});
  auto to = cells.mutable_unchecked<2>();
  for (std::size_t i = 0; i < found.cells.size(); ++i) {
    to(static_cast<py::ssize_t>(i), 0) = found.cells[i].x;
    to(static_cast<py::ssize_t>(i), 1) = found.cells[i].y;
  }
  std::vector<std::int64_t> ends(found.ends.begin(), found.ends.end());
  const auto count = static_cast<py::ssize_t>(ends.size());
  return {std::move(cells), to_array(std::move(ends), {count})};
}

}  // namespace

void bind_room_labels(py::module_& m) {
  py::class_<RoomLabels>(m, "RoomLabels", kDoc)
      .def(py::init(&read), py::arg("labels").noconvert(), py::kw_only(),
           py::arg("origin").noconvert())
      .def("overlap", &overlap, py::arg("before"), kOverlapDoc)
      .def("cells", &cells, py::arg("labels").noconvert(), kCellsDoc);
}

}  // namespace inherit_fast::python
