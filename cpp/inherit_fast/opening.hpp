#pragma once

#include <cstdint>
#include <vector>

#include "inherit_fast/grid_runs.hpp"

namespace inherit_fast {

/// Morphological opening of the non-zero cells by a disc: what a disc of that radius can reach.
/// Nothing stands outside the grid.
std::vector<std::uint8_t> opened(const Mask& mask, double radius_cells);

}  // namespace inherit_fast
