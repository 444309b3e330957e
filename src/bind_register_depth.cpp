#include "arrays.hpp"
#include "inherit_fast/register_depth.hpp"

namespace inherit_fast::python {
namespace {

template <typename T>
void bind_for(py::module_& m, const char* doc) {
  m.def(
      "register_depth",
      [](const Array<T>& depth, const Array<double>& depth_intrinsics,
         const Array<double>& colour_intrinsics, const Array<double>& T_colour_depth,
         double depth_scale, std::size_t height, std::size_t width, double surface_step,
         double max_magnification) {
        const auto view = image_view(depth, "depth");
        const DepthRegistration registration{intrinsics_of(depth_intrinsics, "depth_intrinsics"),
                                             intrinsics_of(colour_intrinsics, "colour_intrinsics"),
                                             pose_of(T_colour_depth, "T_colour_depth"),
                                             depth_scale,
                                             surface_step,
                                             max_magnification};
        std::vector<T> warped;
        {
          const py::gil_scoped_release released;
          warped = register_depth(view, registration, height, width);
        }
        return to_array(std::move(warped),
                        {static_cast<py::ssize_t>(height), static_cast<py::ssize_t>(width)});
      },
      py::kw_only(), py::arg("depth").noconvert(), py::arg("depth_intrinsics").noconvert(),
      py::arg("colour_intrinsics").noconvert(), py::arg("T_colour_depth").noconvert(),
      py::arg("depth_scale"), py::arg("height"), py::arg("width"), py::arg("surface_step"),
      py::arg("max_magnification"), doc);
}

}  // namespace

void bind_register_depth(py::module_& m) {
  bind_for<std::uint16_t>(m,
                          "Warp uint16 depth (H, W) of one camera into another camera's image.\n\n"
                          "Returns (height, width) in the same units, 0 where nothing projects.");
  bind_for<float>(m, "Warp float32 depth (H, W) of one camera into another camera's image.");
}

}  // namespace inherit_fast::python
