#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <span>
#include <vector>

#include "inherit_fast/contours.hpp"
#include "inherit_fast/label_runs.hpp"

namespace inherit_fast {

/// Cells first..end of one row.
struct CellSpan {
  std::size_t row, first, end;
};

/// The cells of one room.
struct RoomCells {
  std::vector<CellSpan> spans;  // row by row
  std::size_t left, right;      // of all of them, half open
  std::size_t count = 0;

  void add(const CellSpan& span);

  /// The spans of one row.
  std::span<const CellSpan> row(std::size_t row) const;

  /// Outer boundaries first, then those of holes.
  std::vector<Polygon> boundaries() const;
};

/// By label, without 0.
std::map<std::int32_t, RoomCells> rooms_of(const LabelRuns& labels);

}  // namespace inherit_fast
