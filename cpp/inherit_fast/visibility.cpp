#include "inherit_fast/visibility.hpp"

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
  std::int64_t step = 1;
  double next = std::numeric_limits<double>::infinity();   // along the ray, to the next border
  double delta = std::numeric_limits<double>::infinity();  // from border to border
};

Axis axis_of(double start, double direction) {
  const double floor = std::floor(start);
  Axis axis{static_cast<std::int64_t>(floor)};
  if (direction == 0.0) return axis;
  axis.delta = 1.0 / std::abs(direction);
  axis.step = direction > 0.0 ? 1 : -1;
  axis.next = (direction > 0.0 ? floor + 1.0 - start : start - floor) * axis.delta;
  return axis;
}

/// Walks rays over the grid and counts each cell once.
class Caster {
 public:
  Caster(const ImageView<std::uint8_t>& blocked, const ImageView<std::int32_t>& labels,
         std::size_t label_count)
      : blocked_(blocked.pixels.data()),
        labels_(labels.pixels.data()),
        height_(labels.height),
        width_(labels.width),
        counts_(label_count, 0),
        counted_(labels.height * labels.width, 0) {}

  void cast(Axis col, Axis row, double range) {
    bool first = true;
    while (true) {
      // Negative cells wrap to large numbers and fail as well.
      const auto r = static_cast<std::size_t>(row.cell), c = static_cast<std::size_t>(col.cell);
      if (r < height_ && c < width_) {
        const std::size_t at = r * width_ + c;
        if (!std::exchange(counted_[at], std::uint8_t{1})) count(labels_[at]);
        if (!first && blocked_[at] != 0) return;
      }
      first = false;
      if (col.next <= row.next) {
        if (col.next > range) return;
        col.cell += col.step;
        col.next += col.delta;
      } else {
        if (row.next > range) return;
        row.cell += row.step;
        row.next += row.delta;
      }
    }
  }

  std::vector<std::uint32_t> take_counts() { return std::move(counts_); }

 private:
  void count(std::int32_t label) {
    const auto l = static_cast<std::size_t>(label);  // negative ones wrap, too
    if (l < counts_.size()) ++counts_[l];
  }

  const std::uint8_t* blocked_;
  const std::int32_t* labels_;
  std::size_t height_, width_;
  std::vector<std::uint32_t> counts_;
  std::vector<std::uint8_t> counted_;
};

}  // namespace

std::vector<std::uint32_t> visible_cells(const ImageView<std::uint8_t>& blocked,
                                         const ImageView<std::int32_t>& labels,
                                         const FieldOfView& view, std::size_t label_count) {
  require_sane(blocked, labels, view);
  Caster caster(blocked, labels, label_count);
  const auto rays = static_cast<std::size_t>(std::ceil(2.0 * view.fov_rad * view.range_cells)) + 1;
  for (std::size_t ray = 0; ray < rays; ++ray) {
    const double share = static_cast<double>(ray) / static_cast<double>(rays - 1) - 0.5;
    const double angle = view.heading_rad + share * view.fov_rad;
    caster.cast(axis_of(view.column, std::cos(angle)), axis_of(view.row, std::sin(angle)),
                view.range_cells);
  }
  return caster.take_counts();
}

}  // namespace inherit_fast
