#pragma once

#include <cstdint>
#include <vector>

#include "inherit_fast/types.hpp"

namespace inherit_fast {

using Mask = ImageView<std::uint8_t>;

enum class Connectivity { four, eight };

/// Connected components of one value of a mask.
struct Components {
  std::vector<std::int32_t> labels;  // H x W, 1..count in row-major order of first cells, 0 = other
  std::int32_t count = 0;
};

/// Cells begin..end of one row, and the component they belong to.
struct ComponentRun {
  std::int32_t row, begin, end, label;
};

/// The same as runs, row by row: far less memory than an image of labels.
struct RunComponents {
  std::vector<ComponentRun> runs;
  std::int32_t count = 0;
};

RunComponents run_components(const Mask& mask, bool set, Connectivity connectivity);

/// Labels the connected components of the cells where `(mask != 0) == set`.
Components components(const Mask& mask, bool set, Connectivity connectivity);

/// Exact Euclidean distance of every cell centre to the nearest zero cell, in cells; without any
/// zero cell, a number larger than the image.
std::vector<float> distance_to_zero(const Mask& mask);

/// Morphological opening of the non-zero cells by a disc: what a disc of that radius can reach.
///
/// @param distance  `distance_to_zero(mask)`.
std::vector<std::uint8_t> opened(const Mask& mask, const std::vector<float>& distance,
                                 double radius_cells);

}  // namespace inherit_fast
