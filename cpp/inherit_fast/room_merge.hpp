#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "inherit_fast/room_gates.hpp"

namespace inherit_fast {

/// When a gate stays closed. Ratios are the width of a gate over that of the space beside it.
struct MergeRules {
  double gap_ratio;         // a gap in a wall, unless wider than this share of the wider space
  double mouth_ratio;       // narrower than this share of the wider space: the mouth of a
  double mouth_elongation;  // corridor whose area is at least this many squared widths
  double area_min;          // smaller spaces are always merged, square cells
};

/// The free space cut along gates, and which gates stay closed.
struct Partition {
  /// No run on walls and on the lines of gates; not every label up to the count is used.
  RunComponents parts;
  std::vector<double> area;                        // of every label, in cells
  std::vector<std::size_t> kept;                   // gates that still part two spaces
  std::vector<std::array<std::int32_t, 2>> sides;  // the two labels beside every kept gate
};

/// The gates that could ever have a reason to stay closed.
///
/// @param distance  to the nearest wall, in cells, of every kWidthStep-th cell and row.
/// @param width     of the grid, in cells.
std::vector<Gate> worth_closing(const std::vector<Gate>& gates, const std::vector<float>& distance,
                                std::size_t width, const MergeRules& rules);

/// Cuts `open` along all `gates`, then opens gates again, the most open one first, until every
/// gate that is left has a reason to be closed.
///
/// @param open      runs without labels.
/// @param width     of the grid, in cells.
/// @param distance  to the nearest wall, in cells, of every kWidthStep-th cell and row.
Partition partition(const RunComponents& open, std::size_t width,
                    const std::vector<float>& distance, const std::vector<Gate>& gates,
                    const MergeRules& rules);

}  // namespace inherit_fast
