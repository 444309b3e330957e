#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "inherit_fast/types.hpp"

namespace inherit_fast {

/// What a camera sees of a floor, in cells: cell (row r, column c) covers [c, c + 1) x [r, r + 1).
struct FieldOfView {
  double column, row;  // the camera; may lie outside the grid
  double heading_rad;  // 0 along growing columns, pi / 2 along growing rows
  double fov_rad;      // full angle, up to 2 pi
  double range_cells;  // at most kMaxRangeCells
};

inline constexpr double kMaxRangeCells = 4096.0;

/// Counts the cells of each label that rays from the camera reach, each cell once. A ray ends at
/// the first blocked cell, which is still seen; the camera's own cell never blocks. Rays lie half
/// a cell apart at full range.
///
/// @param blocked  H x W, non-zero stops a ray.
/// @param labels   H x W; cells with a label outside [0, label_count) are not counted.
/// @return label_count counts.
/// @throws std::invalid_argument if the images differ in size, the camera is not finite, or the
///         angle or range is out of bounds.
std::vector<std::uint32_t> visible_cells(const ImageView<std::uint8_t>& blocked,
                                         const ImageView<std::int32_t>& labels,
                                         const FieldOfView& view, std::size_t label_count);

}  // namespace inherit_fast
