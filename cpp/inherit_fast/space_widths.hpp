#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "inherit_fast/grid_runs.hpp"
#include "inherit_fast/plane.hpp"

namespace inherit_fast {

/// Widths are looked up at every second cell of every second row: the distances of neighbouring
/// cells differ by a cell at most.
constexpr std::size_t kWidthStep = 2;

/// Samples among so many cells of a row or a column.
constexpr std::size_t samples_in(std::size_t cells) {
  return (cells + kWidthStep - 1) / kWidthStep;
}

/// The widest place of one space, as the distance from there to the nearest wall, in cells.
struct Summit {
  std::int32_t space;
  float distance;
};

/// Samples, kWidthStep cells apart, in small square blocks.
struct BlockGrid {
  std::size_t height, width;  // samples
  std::size_t rows, cols;     // blocks

  BlockGrid(std::size_t samples, std::size_t samples_a_row);
};

/// How wide spaces are near a point, to the precision of small blocks of cells.
class SpaceWidths {
 public:
  /// Looks into both for as long as it lives.
  ///
  /// @param spaces    their cells.
  /// @param distance  of the samples to the nearest wall, in cells.
  /// @param width     samples a row.
  SpaceWidths(const RunComponents& spaces, const std::vector<float>& distance, std::size_t width);

  /// The widest place of every space within the radius, in no particular order of spaces.
  std::vector<Summit> around(Vec2 middle, double radius) const;

 private:
  /// Raises the summits by the samples first..end of a row.
  void look(std::size_t row, std::size_t first, std::size_t end,
            std::vector<Summit>& summits) const;

  const RunComponents& spaces_;
  const std::vector<float>& distance_;
  BlockGrid grid_;
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
