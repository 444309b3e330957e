#include <utility>

#include "arrays.hpp"
#include "inherit_fast/height_bands.hpp"

namespace inherit_fast::python {
namespace {

constexpr const char* kDoc = R"(Count level surface samples of a depth image by world height.

Args:
    depth: (H, W) uint16 or float32; 0, NaN and values outside the range are no return.
    depth_scale: metres a unit of ``depth``.
    intrinsics: (4,) float64, fx, fy, cx, cy in pixels.
    T_world_camera: (4, 4) float64, maps camera points to world points, z up.
    min_depth_m, max_depth_m: range of depth used.
    lowest_m: world height where the first band begins.
    band_m: height of a band.
    bands: number of bands.
    stride_px: every so many pixels is a sample, both ways.
    span_px: distance in pixels to the right and lower neighbour that the slope is taken from.
    max_slope: rise over 3D distance; a sample counts if both neighbours stay within it.

Returns:
    (bands,) uint32 counts.

Raises:
    TypeError: wrong dtype or not C-contiguous (nothing is converted silently).
    ValueError: wrong shape, or a stride, span or band that is zero.)";

template <typename T>
void define(py::module_& m) {
  m.def(
      "height_bands",
      [](const Array<T>& depth, float depth_scale, const Array<double>& intrinsics,
         const Array<double>& T_world_camera, float min_depth_m, float max_depth_m, double lowest_m,
         double band_m, std::size_t bands, std::size_t stride_px, std::size_t span_px,
         float max_slope) {
        const auto view = image_view(depth, "depth");
        const auto camera = intrinsics_of(intrinsics, "intrinsics");
        const auto pose = pose_of(T_world_camera, "T_world_camera");
        std::vector<std::uint32_t> counts;
        {
          const py::gil_scoped_release nogil;
          counts = height_bands(view, depth_scale, camera, pose, {min_depth_m, max_depth_m},
                                {lowest_m, band_m, bands}, {stride_px, span_px, max_slope});
        }
        const auto size = static_cast<py::ssize_t>(counts.size());
        return to_array(std::move(counts), {size});
      },
      py::arg("depth").noconvert(), py::kw_only(), py::arg("depth_scale"),
      py::arg("intrinsics").noconvert(), py::arg("T_world_camera").noconvert(),
      py::arg("min_depth_m"), py::arg("max_depth_m"), py::arg("lowest_m"), py::arg("band_m"),
      py::arg("bands"), py::arg("stride_px"), py::arg("span_px"), py::arg("max_slope"), kDoc);
}

}  // namespace

void bind_height_bands(py::module_& m) {
  define<std::uint16_t>(m);
  define<float>(m);
}

}  // namespace inherit_fast::python
