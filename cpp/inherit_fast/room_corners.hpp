#pragma once

#include <algorithm>
#include <cstddef>
#include <vector>

#include "inherit_fast/grid_runs.hpp"
#include "inherit_fast/plane.hpp"
#include "inherit_fast/room_gates.hpp"

namespace inherit_fast {

/// A corner of the walls that sticks out into free space.
struct Corner {
  Vec2 at;
  Vec2 in, out;  // unit directions of the boundary before and after it, free space on the right
  double in_length, out_length;

  /// Length of the straight wall that a line leaving along `direction` goes on from.
  double wall_behind(Vec2 direction) const {
    constexpr double kInLine = 0.978;  // cosine of 12 degrees
    double wall = 0;
    if (dot(in, direction) > kInLine) wall = in_length;
    if (dot(-out, direction) > kInLine) wall = std::max(wall, out_length);
    return wall;
  }

  /// Whether a line that leaves along `direction` goes into free space, or along the wall.
  bool faces(Vec2 direction) const {
    constexpr double kSlack = -0.10;  // along the wall itself is allowed
    return cross(in, direction) > kSlack || cross(out, direction) > kSlack;
  }
};

struct CornerList {
  std::vector<Corner> corners;  // by x
  std::size_t dropped = 0;      // beyond the cap: those of the shortest walls
};

/// All corners on the boundary of the open space, see `find_gates`.
CornerList find_corners(const Mask& open, const Mask& wall, const GateSearch& search);

/// Whether the cell at p is set; none is outside the mask.
inline bool is_set(const Mask& mask, Vec2 p) {
  if (p.x < 0 || p.y < 0) return false;
  const auto row = static_cast<std::size_t>(p.y);
  const auto col = static_cast<std::size_t>(p.x);
  return row < mask.height && col < mask.width && mask(row, col) != 0;
}

}  // namespace inherit_fast
