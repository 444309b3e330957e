#pragma once

#include <cstddef>
#include <vector>

#include "inherit_fast/grid_runs.hpp"

namespace inherit_fast {

/// Exact Euclidean distance to the nearest zero cell, in cells, of the centre of every `step`-th
/// cell of every `step`-th row; without any zero cell, a number larger than the image.
std::vector<float> distance_to_zero(const Mask& mask, std::size_t step);

}  // namespace inherit_fast
