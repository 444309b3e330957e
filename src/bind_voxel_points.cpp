#include <utility>

#include "arrays.hpp"
#include "inherit_fast/voxel_points.hpp"

namespace inherit_fast::python {
namespace {

constexpr const char* kDoc = R"(Merge points that share a voxel, and cap what is left.

Over the cap the voxels with the smallest hash of their coordinates stay: evenly spread, and the
same ones whatever the order of points, or of merges.

Args:
    points: (N, 3) float32.
    counts: (N,) int32, at least 1; weights of the means.
    voxel_m: side of a voxel.
    max_points: most points that come out.

Returns:
    points (M, 3) float32 means by first point in the voxel, counts (M,) int32 sums, and how many
    voxels the cap left out.

Raises:
    TypeError: wrong dtype or not C-contiguous (nothing is converted silently).
    ValueError: wrong shape, a count below 1, a coordinate that is not finite or too far out, or
        voxel_m <= 0.)";

}  // namespace

void bind_voxel_points(py::module_& m) {
  m.def(
      "merge_voxel_points",
      [](const Array<float>& points, const Array<std::int32_t>& counts, float voxel_m,
         std::size_t max_points) {
        const auto cloud = points_view(points, "points");
        require_shape(counts, {points.shape(0)}, "counts");
        VoxelPoints merged;
        {
          const py::gil_scoped_release nogil;
          merged = merge_voxel_points(cloud, {counts.data(), cloud.size()}, voxel_m, max_points);
        }
        const auto size = static_cast<py::ssize_t>(merged.counts.size());
        return std::make_tuple(to_array(std::move(merged.points)),
                               to_array(std::move(merged.counts), {size}), merged.dropped);
      },
      py::arg("points").noconvert(), py::arg("counts").noconvert(), py::kw_only(),
      py::arg("voxel_m"), py::arg("max_points"), kDoc);
}

}  // namespace inherit_fast::python
