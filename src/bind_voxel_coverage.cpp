#include <pybind11/stl.h>

#include <array>
#include <cstring>
#include <optional>
#include <utility>

#include "arrays.hpp"
#include "inherit_fast/voxel_coverage.hpp"

namespace inherit_fast::python {
namespace {

std::pair<std::size_t, std::size_t> measure(VoxelCoverage& coverage, const Array<float>& points) {
  const auto view = points_view(points, "points");
  CoverageCount count{};
  {
    const py::gil_scoped_release nogil;
    count = coverage.measure(view);
  }
  return {count.seen, count.fresh};
}

std::size_t add(VoxelCoverage& coverage, const Array<float>& points) {
  const auto view = points_view(points, "points");
  const py::gil_scoped_release nogil;
  return coverage.add(view);
}

py::array_t<std::int32_t> voxels(const VoxelCoverage& coverage, std::size_t start,
                                 std::size_t stop) {
  const auto found = coverage.voxels(start, stop);
  py::array_t<std::int32_t> out({static_cast<py::ssize_t>(found.size()), py::ssize_t{3}});
  if (!found.empty())
    std::memcpy(out.mutable_data(), found.data(), found.size() * sizeof(found[0]));
  return out;
}

std::optional<py::array_t<float>> bounds(const Array<float>& points) {
  const auto view = points_view(points, "points");
  std::optional<Bounds> found;
  {
    const py::gil_scoped_release nogil;
    found = point_bounds(view);
  }
  if (!found) return std::nullopt;
  std::vector<Point3> corners{found->low, found->high};
  return to_array(std::move(corners));
}

}  // namespace

void bind_voxel_coverage(py::module_& m) {
  py::class_<VoxelCoverage> cls(
      m, "VoxelCoverage",
      "The voxels that scans have covered, in order of first coverage, in bounded memory.\n\n"
      "Points that are not finite or lie more than 2^20 voxels from the origin cover nothing.\n"
      "Not for several threads at once.");
  cls.def(py::init<float, std::size_t>(), py::kw_only(), py::arg("voxel_m"), py::arg("max_bytes"));
  cls.def("measure", &measure, py::arg("points").noconvert(),
          "Distinct voxels of points (N, 3) float32, and how many of them are not covered yet.");
  cls.def("add", &add, py::arg("points").noconvert(),
          "Cover the voxels of points (N, 3) float32; returns how many are new. What one call\n"
          "brings has the indices len before to len after.");
  cls.def("voxels", &voxels, py::kw_only(), py::arg("start"), py::arg("stop"),
          "(M, 3) int32 voxels by index; v covers [v, v + 1) * voxel_m on every axis.");
  cls.def("__len__", &VoxelCoverage::size);
  cls.def_property_readonly("max_voxels", &VoxelCoverage::max_voxels,
                            "As many as max_bytes allows.");
  cls.def_property_readonly("dropped", &VoxelCoverage::dropped,
                            "Finds of voxels left out because max_bytes was reached.");
  cls.def_property_readonly("bytes", &VoxelCoverage::bytes, "Memory of the voxels.");
  m.def("point_bounds", &bounds, py::arg("points").noconvert(),
        R"(Lowest and highest corner of the finite points, in one pass.

Args:
    points: (N, 3) float32.

Returns:
    (2, 3) float32, or None where no point is finite.

Raises:
    TypeError: wrong dtype or not C-contiguous (nothing is converted silently).
    ValueError: wrong shape.)");
}

}  // namespace inherit_fast::python
