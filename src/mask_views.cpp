#include "mask_views.hpp"

namespace inherit_fast::python {

MaskRuns MaskViews::runs(std::size_t height, std::size_t width) const {
  if (is_instance_image) return runs_of_instances(instances);
  if (stack.empty()) return {{}, {0}, height, width};
  return runs_of_masks(stack);
}

MaskViews mask_views_of(const py::object& masks) {
  MaskViews out;
  if (py::isinstance<Array<std::int32_t>>(masks)) {
    out.is_instance_image = true;
    out.instances = image_view(masks.cast<Array<std::int32_t>>(), "masks");
  } else if (py::isinstance<Array<std::uint8_t>>(masks)) {
    const auto stack = masks.cast<Array<std::uint8_t>>();
    require_shape(stack, {-1, -1, -1}, "masks");
    const auto height = static_cast<std::size_t>(stack.shape(1));
    const auto width = static_cast<std::size_t>(stack.shape(2));
    for (py::ssize_t i = 0; i < stack.shape(0); ++i) {
      out.stack.push_back({{stack.data(i, 0, 0), height * width}, height, width});
    }
  } else if (py::isinstance<py::list>(masks)) {
    for (const py::handle& mask : masks) {
      if (!py::isinstance<Array<std::uint8_t>>(mask)) {
        throw py::type_error("masks: expected a list of C-contiguous (H, W) uint8 arrays");
      }
      out.keep.push_back(mask.cast<Array<std::uint8_t>>());
      out.stack.push_back(image_view(out.keep.back(), "masks"));
    }
  } else {
    throw py::type_error(
        "masks: expected a C-contiguous (H, W) int32 instance image, an (N, H, W) uint8 stack or "
        "a list of (H, W) uint8 masks");
  }
  return out;
}

}  // namespace inherit_fast::python
