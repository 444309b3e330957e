#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "inherit_fast/types.hpp"

namespace inherit_fast {

using Mask = ImageView<std::uint8_t>;

enum class Connectivity : std::uint8_t { four, eight };

/// Cells begin..end of one row, and the component they belong to.
struct ComponentRun {
  std::int32_t row, begin, end, label;
};

/// Connected components as runs, row by row: far less memory than an image of labels.
struct RunComponents {
  std::vector<ComponentRun> runs;
  std::vector<std::size_t> row_start;  // in runs, of every row, and the end
  std::int32_t count = 0;              // labels are 1..count in row-major order of first cells

  std::size_t height() const { return row_start.size() - 1; }
  std::span<const ComponentRun> row(std::size_t row) const {
    return std::span(runs).subspan(row_start[row], row_start[row + 1] - row_start[row]);
  }

  /// Label of a cell, 0 where no run is.
  std::int32_t at(std::size_t row, std::size_t col) const;
};

/// The runs of the cells where `(mask != 0) == set`, without labels.
RunComponents runs_of(const Mask& mask, bool set);

/// The runs without some cells, given by row-major index in ascending order.
RunComponents without(const RunComponents& runs, const std::vector<std::size_t>& cells,
                      std::size_t width);

/// Labels runs by the connected component that they belong to.
void connect(RunComponents& components, Connectivity connectivity);

/// The connected components of the cells where `(mask != 0) == set`.
RunComponents run_components(const Mask& mask, bool set, Connectivity connectivity);

/// The first cell from `first` on that is not `same`, or the end of the line.
template <typename T, typename Same>
std::size_t run_end(std::span<const T> line, std::size_t first, const Same& same) {
  constexpr std::size_t kBlock = 16;  // at once: most runs are long
  auto end = first;
  while (end + kBlock <= line.size()) {
    unsigned others = 0;
    for (std::size_t k = 0; k < kBlock; ++k) others |= same(line[end + k]) ? 0U : 1U;
    if (others != 0) break;
    end += kBlock;
  }
  while (end < line.size() && same(line[end])) ++end;
  return end;
}

/// The same for cells that are set, or for those that are not.
inline std::size_t run_end(std::span<const std::uint8_t> line, std::size_t first, bool set) {
  return run_end(line, first, [set](std::uint8_t cell) { return (cell != 0) == set; });
}

}  // namespace inherit_fast
