#include <utility>

#include "arrays.hpp"
#include "inherit_fast/cluster.hpp"

namespace inherit_fast::python {
namespace {

constexpr const char* kDoc = R"(Find the heaviest density cluster.

Args:
    points: (N, 3) float32.
    weights: (N,) int32, not negative.
    links: (L, 2) int32, pairs of points that belong together however far apart; may be empty.
    cell_m: points in touching cells of this size (26 neighbours) are linked.
    min_points: a cell is dense if it and its neighbours hold that many points; only dense cells
        link, and their neighbours come along.

Returns:
    (N,) uint8, 1 where the point belongs to it; all 0 where no cell is dense.

Raises:
    TypeError: wrong dtype or not C-contiguous (nothing is converted silently).
    ValueError: wrong shape, a link to no point, a coordinate that is not finite or too far out, or cell_m <= 0.)";

}  // namespace

void bind_cluster(py::module_& m) {
  m.def(
      "largest_cluster",
      [](const Array<float>& points, const Array<std::int32_t>& weights,
         const Array<std::int32_t>& links, float cell_m, std::int32_t min_points) {
        const auto cloud = points_view(points, "points");
        require_shape(weights, {points.shape(0)}, "weights");
        require_shape(links, {-1, 2}, "links");
        const auto pairs = static_cast<std::size_t>(links.shape(0));
        const auto* first = reinterpret_cast<const PointLink*>(links.data());
        std::vector<std::uint8_t> keep;
        {
          const py::gil_scoped_release nogil;
          keep = largest_cluster(cloud, {weights.data(), cloud.size()}, {first, pairs},
                                 {cell_m, min_points});
        }
        const auto size = static_cast<py::ssize_t>(keep.size());
        return to_array(std::move(keep), {size});
      },
      py::arg("points").noconvert(), py::arg("weights").noconvert(), py::kw_only(),
      py::arg("links").noconvert(), py::arg("cell_m"), py::arg("min_points"), kDoc);
}

}  // namespace inherit_fast::python
