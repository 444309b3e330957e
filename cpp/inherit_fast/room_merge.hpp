#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "inherit_fast/disjoint_sets.hpp"
#include "inherit_fast/room_gates.hpp"

namespace inherit_fast {

/// When a gate stays closed. Ratios are widths of gates over widths of the spaces beside them;
/// lengths in cells, areas in square cells.
struct MergeRules {
  double door_ratio;         // narrower than both spaces: a doorway
  double mouth_ratio;        // much narrower than one space: the mouth of a corridor, if the
  double mouth_elongation;   // other one's area is at least this many squared widths
  double line_ratio;         // narrower than one space, in line with walls, and not as wide as the
  double flush_ratio;        // whole space beside it
  double flush_offset;       // how far beside the gate its space's extent is measured
  double line_support;       // wall on the gate's line that makes it a gap in a wall
  double gap_max, wall_min;  // or: no wider than this, with this much wall at both ends
  double area_min;           // smaller spaces are always merged
};

/// The free space cut along gates, and which gates stay closed.
struct Partition {
  std::vector<std::int32_t> labels;                // H x W; 0 on walls and on the lines of gates
  std::int32_t count = 0;                          // labels are 1..count, not all of them used
  std::vector<std::size_t> kept;                   // gates that still part two spaces
  std::vector<std::array<std::int32_t, 2>> sides;  // the two labels beside every kept gate
};

/// Cuts `open` along all `gates`, then opens gates again, the most open one first, until every
/// gate that is left has a reason to be closed.
///
/// @param distance  distance of every cell to the nearest wall, in cells.
Partition partition(const Mask& open, const std::vector<float>& distance,
                    const std::vector<Gate>& gates, const MergeRules& rules);

}  // namespace inherit_fast
