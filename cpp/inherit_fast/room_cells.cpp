#include "inherit_fast/room_cells.hpp"

#include <algorithm>

namespace inherit_fast {

void RoomCells::add(const CellSpan& span) {
  left = spans.empty() ? span.first : std::min(left, span.first);
  right = spans.empty() ? span.end : std::max(right, span.end);
  count += span.end - span.first;
  spans.push_back(span);
}

std::span<const CellSpan> RoomCells::row(std::size_t row) const {
  const auto found =
      std::equal_range(spans.begin(), spans.end(), CellSpan{row, 0, 0},
                       [](const CellSpan& a, const CellSpan& b) { return a.row < b.row; });
  return {found.first, found.second};
}

std::vector<Polygon> RoomCells::boundaries() const {
  const auto top = spans.front().row;
  const auto rows = spans.back().row + 1 - top;
  const auto cols = right - left;
  std::vector<std::uint8_t> mask(rows * cols, 0);
  for (const auto& span : spans) {
    std::fill_n(
        mask.begin() + static_cast<std::ptrdiff_t>((span.row - top) * cols + span.first - left),
        span.end - span.first, 1);
  }
  auto rings = contours({mask, rows, cols});
  const Vec2 offset{static_cast<double>(left), static_cast<double>(top)};
  for (auto& ring : rings) {
    for (auto& p : ring) p = p + offset;
  }
  std::stable_partition(rings.begin(), rings.end(),
                        [](const Polygon& ring) { return signed_area(ring) > 0; });
  return rings;
}

std::map<std::int32_t, RoomCells> rooms_of(const LabelRuns& labels) {
  std::map<std::int32_t, RoomCells> result;
  for (std::size_t row = 0; row < labels.rows(); ++row) {
    for (const auto& run : labels.row(row)) {
      if (run.label != 0) result[run.label].add({row, run.first, run.end});
    }
  }
  return result;
}

}  // namespace inherit_fast
