#pragma once

#include <cstddef>
#include <vector>

#include "inherit_fast/contours.hpp"
#include "inherit_fast/grid_ops.hpp"
#include "inherit_fast/plane.hpp"

namespace inherit_fast {

/// A straight line that could close a room: a doorway, a wide opening, or the mouth of a corridor.
/// Lengths in cells.
struct Gate {
  Vec2 a, b;
  double width;
  double wall_a;   // length of the straight wall that the gate goes on from, behind a
  double wall_b;   // the same behind b; 0 where b lies on the face of a wall
  double support;  // length of wall found on the gate's line within reach of both ends
};

/// Where to look for gates; lengths in cells.
struct GateSearch {
  double contour_tolerance;
  double width_max;
  double reach;  // how far walls in line with a gate count as its support
};

/// Every straight line between two wall corners that stick out into free space, and from one such
/// corner straight on to the next wall, no wider than `width_max`, shortest first.
///
/// @param open  non-zero where a robot could be; walls and unknown are zero.
/// @param wall  non-zero where support counts (unknown space is no wall).
std::vector<Gate> find_gates(const Mask& open, const Mask& wall, const GateSearch& search);

/// Whether two gates properly cross, or say the same (near ends, or one end shared and nearly
/// parallel).
bool conflict(const Gate& first, const Gate& second, double near);

}  // namespace inherit_fast
