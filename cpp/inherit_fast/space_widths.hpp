#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "inherit_fast/plane.hpp"

namespace inherit_fast {

/// Widths are looked up at every second cell of every second row: the distances of neighbouring
/// cells differ by a cell at most.
constexpr std::size_t kWidthStep = 2;

/// The widest place of one space, as the distance from there to the nearest wall, in cells.
struct Summit {
  std::int32_t space;
  float distance;
};

/// A grid cut into small square blocks.
struct BlockGrid {
  std::size_t height, width;  // samples, kWidthStep cells apart
  std::size_t rows, cols;     // blocks

  BlockGrid(std::size_t samples, std::size_t samples_a_row);
};

/// How wide spaces are near a point, to the precision of small blocks of cells.
class SpaceWidths {
 public:
  /// @param spaces    labels of the samples, 0 for none.
  /// @param distance  of the samples to the nearest wall, in cells.
  /// @param width     samples a row.
  SpaceWidths(const std::vector<std::int32_t>& spaces, const std::vector<float>& distance,
              std::size_t width);

  /// The widest place of every space within the radius, in no particular order of spaces.
  std::vector<Summit> around(Vec2 middle, double radius) const;

 private:
  void index(const std::vector<std::int32_t>& spaces, const std::vector<float>& distance,
             std::size_t block_row, std::size_t block_col);

  BlockGrid grid_;
  std::vector<Summit> summits_;      // block by block
  std::vector<std::size_t> starts_;  // of every block in summits_, and the end
};

/// The same for all spaces together: only whether any place is wide enough.
class WidePlaces {
 public:
  WidePlaces(const std::vector<float>& distance, std::size_t width);

  /// Whether the nearest wall is this far from any place within the radius.
  bool any(Vec2 middle, double radius, double distance) const;

 private:
  BlockGrid grid_;
  std::vector<float> peaks_;  // of every block
};

}  // namespace inherit_fast
