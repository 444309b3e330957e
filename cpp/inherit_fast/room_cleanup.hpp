#pragma once

#include <cstdint>
#include <vector>

#include "inherit_fast/contours.hpp"
#include "inherit_fast/types.hpp"

namespace inherit_fast {

/// How room masks are cleaned and straightened; metres and square metres.
struct CleanupRules {
  double cell_m;
  double fragment_min_m2;  // smaller pieces join the neighbour with the longest shared border
  double hole_max_m2;      // smaller holes are filled
  double tolerance_m;      // roughness that makes no corner
  double step_min_m;       // shorter steps of a boundary are flattened
  double oblique_cost_m2;  // a boundary stays oblique when squaring it would move more area
};

/// One boundary of a room: the outer one, or one of a hole in it.
struct RoomRing {
  std::int32_t room;
  bool squared;    // along and across the building's direction, but for parts that stay oblique
  Polygon ring_m;  // x along columns, y along rows, from the outer corner of the first cell
};

struct CleanRooms {
  std::vector<std::int32_t> labels;  // H x W, labels as they came
  std::vector<RoomRing> rings;       // by label; within one, the outer boundary first
  double direction_rad = 0;          // of the building, in [0, pi/2), from x towards y
};

/// Removes or joins fragments, fills holes, and squares the boundaries of rooms.
///
/// A cell has one room at most, and the area of every room's rings equals that of its cells within
/// one cell along its boundary: where squared boundaries of two rooms overlap, the cell goes to the
/// room that had it, and a room that then differs too much keeps its unsquared boundary.
///
/// @param labels  H x W, 0 for no room.
/// @throws std::invalid_argument if the cell is not a positive length, or a label is negative.
CleanRooms regularise_rooms(const ImageView<std::int32_t>& labels, const CleanupRules& rules);

}  // namespace inherit_fast
