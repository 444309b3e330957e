#pragma once

#include <vector>

#include "arrays.hpp"
#include "inherit_fast/back_project.hpp"

namespace inherit_fast::python {

/// Views of the masks of either form; `keep` holds the arrays that they look into.
struct MaskViews {
  std::vector<ImageView<std::uint8_t>> stack;
  ImageView<std::int32_t> instances;
  bool is_instance_image = false;
  std::vector<Array<std::uint8_t>> keep;

  MaskRuns runs(std::size_t height, std::size_t width) const;
};

/// An instance image, a stack or a list of masks; anything else is a TypeError.
MaskViews mask_views_of(const py::object& masks);

}  // namespace inherit_fast::python
