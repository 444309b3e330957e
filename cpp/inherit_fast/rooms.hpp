#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "inherit_fast/plane.hpp"
#include "inherit_fast/types.hpp"

namespace inherit_fast {

/// What counts as a room. Lengths in metres, areas in square metres, ratios without unit.
struct RoomRules {
  double cell_m;
  int wall_slices_min;     // obstacles with fewer occupied height slices are furniture
  double furniture_max_m;  // free-standing obstacles up to this diameter are furniture
  double passage_min_m;    // free space narrower than this is no way through
  double nook_depth_m;     // what is narrower belongs to the room beside it, up to this depth
  double contour_tolerance_m;
  double gate_max_m;  // widest line that can part two rooms
  double gap_ratio;
  double gap_wall_min_m;
  double gap_wall_share;
  double abutting_gap_max_m;
  double wall_depth_max_m;
  double flush_ratio;
  double flush_offset_m;
  double mouth_ratio;
  double mouth_elongation;
  double room_min_m2;
  double island_min_m2;     // free space without a way in is a room from this area on
  std::size_t corners_max;  // these bound time and memory on maps of noise
  std::size_t gates_max;
};

/// A straight closing line between two rooms; x along columns, y along rows, metres from the
/// outer corner of the first cell.
struct Doorway {
  Vec2 a_m, b_m;
  std::array<std::int32_t, 2> rooms;
};

struct Rooms {
  std::vector<std::int32_t> labels;  // H x W, 1..count in row-major order of first cells; 0 none
  std::int32_t count = 0;
  std::vector<Doorway> doorways;
  std::size_t gates_dropped = 0;  // corners and gates beyond the caps
};

/// Parts the free space of a floor into rooms.
///
/// @param free             H x W, non-zero where a robot could be.
/// @param wall             H x W, non-zero where something stands; neither means unknown.
/// @param wall_likeness    H x W or nothing: how many height slices of a cell are occupied.
/// @throws std::invalid_argument if sizes differ or a rule is not a positive number.
Rooms segment_rooms(const ImageView<std::uint8_t>& free, const ImageView<std::uint8_t>& wall,
                    const std::optional<ImageView<std::uint8_t>>& wall_likeness,
                    const RoomRules& rules);

}  // namespace inherit_fast
