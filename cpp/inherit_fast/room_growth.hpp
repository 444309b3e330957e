#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "inherit_fast/grid_runs.hpp"

namespace inherit_fast {

/// A cell, in row-major order, that a room got beyond its runs.
struct RoomCell {
  std::size_t at;
  std::int32_t label;
};

/// Free cells that no room has yet, inside a border of cells that are not free.
struct BareCells {
  std::vector<std::uint8_t> bare;  // H x W
  std::size_t width;

  /// Takes out the cells of rooms.
  void take(const std::vector<ComponentRun>& runs);

  /// Takes out what lies up to `depth` cells away from rooms: it goes to the nearest of them.
  std::vector<RoomCell> spread(const std::vector<ComponentRun>& rooms, int depth);

  /// Takes out all that is left. Cells that touch, at corners too, are rooms of their own from an
  /// area on, labelled from `label` on.
  std::vector<RoomCell> islands(double area_min, std::int32_t label);

 private:
  void flood(std::size_t start, std::int32_t label, std::vector<RoomCell>& found);
};

/// Numbers of the labels 1..count that have cells, from 1 on in row-major order of their first
/// cells; 0 for the others.
std::vector<std::int32_t> numbers(const std::vector<ComponentRun>& runs,
                                  const std::vector<RoomCell>& cells, std::size_t width,
                                  std::int32_t count);

}  // namespace inherit_fast
