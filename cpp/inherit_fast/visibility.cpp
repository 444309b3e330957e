#include "inherit_fast/visibility.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <stdexcept>
#include <utility>

namespace inherit_fast {
namespace {

void require_sane(const ImageView<std::uint8_t>& blocked, const ImageView<std::int32_t>& labels,
                  const FieldOfView& view) {
  if (blocked.height != labels.height || blocked.width != labels.width) {
    throw std::invalid_argument("blocked and labels must have the same shape");
  }
  if (!std::isfinite(view.column) || !std::isfinite(view.row) || !std::isfinite(view.heading_rad)) {
    throw std::invalid_argument("column, row and heading_rad must be finite");
  }
  if (std::abs(view.column) > 1e9 || std::abs(view.row) > 1e9) {
    throw std::invalid_argument("column and row must lie within 1e9 cells");
  }
  if (!(view.fov_rad > 0.0 && view.fov_rad <= 2.0 * std::numbers::pi + 1e-9)) {
    throw std::invalid_argument("fov_rad must lie in (0, 2 pi]");
  }
  if (!(view.range_cells > 0.0 && view.range_cells <= kMaxRangeCells)) {
    throw std::invalid_argument("range_cells must lie in (0, 4096]");
  }
}

/// One axis of a ray's walk from cell border to cell border.
struct Axis {
  std::int64_t cell;
  std::int64_t step;
  double next;   // distance along the ray to the next border
  double delta;  // distance between borders

  Axis(double start, double direction) {
    const double floor = std::floor(start);
    cell = static_cast<std::int64_t>(floor);
    step = direction > 0.0 ? 1 : -1;
    delta = std::numeric_limits<double>::infinity();
    next = delta;
    if (direction == 0.0) return;
    delta = 1.0 / std::abs(direction);
    next = (direction > 0.0 ? floor + 1.0 - start : start - floor) * delta;
  }

  void advance() {
    cell += step;
    next += delta;
  }
};

/// The cells within range of the camera that lie in the grid, and which of them were counted.
class Window {
 public:
  Window(const ImageView<std::int32_t>& grid, const FieldOfView& view)
      : row_(clip(view.row - view.range_cells - 1.0, grid.height)),
        col_(clip(view.column - view.range_cells - 1.0, grid.width)),
        height_(clip(view.row + view.range_cells + 2.0, grid.height) - row_),
        width_(clip(view.column + view.range_cells + 2.0, grid.width) - col_),
        counted_(static_cast<std::size_t>(height_ * width_), 0) {}

  bool holds(std::int64_t row, std::int64_t col) const {
    return row >= row_ && row < row_ + height_ && col >= col_ && col < col_ + width_;
  }

  /// True the first time.
  bool count(std::int64_t row, std::int64_t col) {
    auto& counted = counted_[static_cast<std::size_t>((row - row_) * width_ + col - col_)];
    return !std::exchange(counted, std::uint8_t{1});
  }

 private:
  static std::int64_t clip(double at, std::size_t size) {
    return static_cast<std::int64_t>(std::clamp(std::floor(at), 0.0, static_cast<double>(size)));
  }

  std::int64_t row_, col_, height_, width_;
  std::vector<std::uint8_t> counted_;
};

}  // namespace

std::vector<std::uint32_t> visible_cells(const ImageView<std::uint8_t>& blocked,
                                         const ImageView<std::int32_t>& labels,
                                         const FieldOfView& view, std::size_t label_count) {
  require_sane(blocked, labels, view);
  std::vector<std::uint32_t> counts(label_count, 0);
  Window window(labels, view);
  const auto rays = static_cast<std::size_t>(std::ceil(2.0 * view.fov_rad * view.range_cells)) + 1;
  for (std::size_t ray = 0; ray < rays; ++ray) {
    const double share = static_cast<double>(ray) / static_cast<double>(rays - 1) - 0.5;
    const double angle = view.heading_rad + share * view.fov_rad;
    Axis col(view.column, std::cos(angle)), row(view.row, std::sin(angle));
    bool first = true;
    while (true) {
      if (window.holds(row.cell, col.cell)) {
        const auto r = static_cast<std::size_t>(row.cell), c = static_cast<std::size_t>(col.cell);
        const std::int32_t label = labels(r, c);
        if (window.count(row.cell, col.cell) && label >= 0 &&
            static_cast<std::size_t>(label) < label_count) {
          ++counts[static_cast<std::size_t>(label)];
        }
        if (!first && blocked(r, c) != 0) break;
      }
      first = false;
      Axis& nearer = col.next <= row.next ? col : row;
      if (nearer.next > view.range_cells) break;
      nearer.advance();
    }
  }
  return counts;
}

}  // namespace inherit_fast
