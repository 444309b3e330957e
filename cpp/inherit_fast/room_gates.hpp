#pragma once

#include <cstddef>
#include <vector>

#include "inherit_fast/grid_runs.hpp"
#include "inherit_fast/plane.hpp"

namespace inherit_fast {

/// A straight line that could close a room: a doorway, a wide opening, or the mouth of a corridor.
struct Gate {
  Vec2 a, b;
  double width;  // cells
  bool gap;      // where a wall ends and would go on: looks like a doorway or a gap in a wall
};

/// Where to look for gates, and what makes one a gap in a wall; lengths in cells.
struct GateSearch {
  double contour_tolerance;
  double width_min;  // narrower lines only cut the end of a wall
  double width_max;
  double wall_min;          // straight wall that the gate goes on from, at both ends together
  double wall_share;        // and at least this many widths of the gate
  double abutting_max;      // widest gap from the end of a wall to the face of another
  double wall_depth;        // a wall thinner than this can end at a gate: both its faces are free
  double flush_ratio;       // and the gate is narrower than this share of both spaces' extent along
  double flush_offset;      // it, measured this far beside it
  std::size_t corners_max;  // bound time and memory on maps of noise: the corners of the
  std::size_t gates_max;    // longest walls and the shortest gates are kept
};

struct GateList {
  std::vector<Gate> gates;  // cheapest first: by width, lines between two corners before others
  std::size_t dropped = 0;  // corners and gates beyond the caps
};

/// Every straight line between two wall corners that stick out into free space, and from one such
/// corner straight on, or straight across, to the next wall, from `width_min` to
/// `width_max` wide.
///
/// @param open  non-zero where a robot could be; walls and unknown are zero.
/// @param wall  non-zero where something stands: the edge of what was seen is no wall.
GateList find_gates(const Mask& open, const Mask& wall, const GateSearch& search);

/// Whether two gates properly cross, or say the same (near ends, or one end shared and nearly
/// parallel).
bool conflict(const Gate& first, const Gate& second, double near);

/// Whether two of the others leave one end of the gate (within `near`) opposite to each other and
/// across it: together they close a wall that the gate only abuts on.
bool abuts(const Gate& gate, const std::vector<Gate>& others, double near);

}  // namespace inherit_fast
