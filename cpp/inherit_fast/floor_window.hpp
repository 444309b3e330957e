#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "inherit_fast/grid_runs.hpp"

namespace inherit_fast {

/// The part of a floor that holds free space, inside a margin of cells that are not free.
struct FloorWindow {
  static constexpr std::size_t kMargin = 2;

  std::size_t row = 0, col = 0;  // of the first cell inside the margin, in the floor
  std::size_t height = 0, width = 0;
  std::vector<std::uint8_t> free, wall;

  Mask mask() const { return {free, height, width}; }
  Mask walls() const { return {wall, height, width}; }
};

/// Obstacles that are no walls because too few of their height slices are occupied.
struct LowObstacles {
  Mask slices;     // occupied height slices
  int slices_min;  // of a wall
};

/// Cuts the window out of a floor; low obstacles count as free. Nothing if no cell is free.
std::optional<FloorWindow> floor_window(const Mask& free, const Mask& wall,
                                        const std::optional<LowObstacles>& low);

/// Frees obstacles that stand alone, up to this diameter (to within 2 %).
void remove_blobs(FloorWindow& window, double diameter_cells);

}  // namespace inherit_fast
