#include "inherit_fast/floor_window.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numbers>
#include <utility>

#include "inherit_fast/simd.hpp"

namespace inherit_fast {

namespace {

struct Box {
  std::size_t top, left, bottom, right;  // half open
};

std::optional<Box> extent(const Mask& mask) {
  Box box{mask.height, mask.width, 0, 0};
  for (std::size_t row = 0; row < mask.height; ++row) {
    const auto* cells = mask.pixels.data() + row * mask.width;
    std::uint8_t any = 0;
    for (std::size_t col = 0; col < mask.width; ++col) any |= cells[col];
    if (any == 0) continue;
    box.top = std::min(box.top, row);
    box.bottom = row + 1;
    for (std::size_t col = 0; col < box.left; ++col) {
      if (cells[col] != 0) box.left = col;
    }
    for (auto col = mask.width; col > box.right; --col) {
      if (cells[col - 1] != 0) box.right = col;
    }
  }
  if (box.bottom == 0) return std::nullopt;
  return box;
}

/// How far a blob reaches along directions all around: its size however the building lies.
class Reach {
 public:
  static constexpr std::size_t kDirections = 8;

  Reach() {
    low_.fill(std::numeric_limits<float>::max());
    high_.fill(std::numeric_limits<float>::lowest());
  }

  /// Takes in the cells first..end of a row.
  void add(std::int32_t row, std::int32_t first, std::int32_t end) {
    const auto top = static_cast<float>(row);
    const auto left = static_cast<float>(first);
    const auto right = static_cast<float>(end);
    for (std::size_t k = 0; k < kDirections; ++k) {
      const auto [c, s] = directions()[k];  // s is never negative
      low_[k] = std::min(low_[k], std::min(left * c, right * c) + top * s);
      high_[k] = std::max(high_[k], std::max(left * c, right * c) + (top + 1) * s);
    }
  }

  float diameter() const {
    float most = 0;
    for (std::size_t k = 0; k < kDirections; ++k) most = std::max(most, high_[k] - low_[k]);
    return most;
  }

 private:
  using Directions = std::array<std::pair<float, float>, kDirections>;

  static const Directions& directions() {
    static const Directions all = [] {
      Directions made;
      for (std::size_t k = 0; k < kDirections; ++k) {
        const double angle = std::numbers::pi * static_cast<double>(k) / kDirections;
        made[k] = {static_cast<float>(std::cos(angle)), static_cast<float>(std::sin(angle))};
      }
      return made;
    }();
    return all;
  }

  std::array<float, kDirections> low_, high_;
};

/// Blobs that do not touch the border and are no larger than this. What reaches the border is the
/// outside, however small the floor.
std::vector<std::uint8_t> movable_of(const RunComponents& blobs, const FloorWindow& window,
                                     double diameter_cells) {
  const auto count = static_cast<std::size_t>(blobs.count) + 1;
  const auto bottom = static_cast<std::int32_t>(window.height) - 1;
  const auto right = static_cast<std::int32_t>(window.width);
  std::vector<Reach> reach(count);
  std::vector<std::uint8_t> movable(count, 1);
  for (const auto& run : blobs.runs) {
    const auto blob = static_cast<std::size_t>(run.label);
    reach[blob].add(run.row, run.begin, run.end);
    const bool border = run.row == 0 || run.row == bottom || run.begin == 0 || run.end == right;
    if (border) movable[blob] = 0;
  }
  for (std::size_t b = 0; b < count; ++b) {
    if (reach[b].diameter() > diameter_cells) movable[b] = 0;
  }
  return movable;
}

struct GridRow {
  const std::uint8_t *free, *wall, *slices;  // slices may be nowhere
};

INHERIT_FAST_CLONES void read_row(const GridRow& row, std::size_t count, int slices_min,
                                  std::uint8_t* free, std::uint8_t* wall) {
  const auto* slices = row.slices == nullptr ? row.wall : row.slices;
  const auto least = static_cast<std::uint16_t>(std::clamp(slices_min, 0, 256));
  for (std::size_t i = 0; i < count; ++i) {
    const bool open = row.free[i] != 0;
    const bool stands = !open && row.wall[i] != 0;
    const bool low = stands && slices[i] < least;
    free[i] = open || low ? 1 : 0;
    wall[i] = stands && !low ? 1 : 0;
  }
}

/// Low obstacles beyond the free space do not make it larger.
void clear_margin(FloorWindow& window) {
  constexpr auto kMargin = static_cast<std::ptrdiff_t>(FloorWindow::kMargin);
  const auto width = static_cast<std::ptrdiff_t>(window.width);
  auto& free = window.free;
  std::fill_n(free.begin(), kMargin * width, 0);
  std::fill_n(free.end() - kMargin * width, kMargin * width, 0);
  for (auto row = free.begin(); row != free.end(); row += width) {
    std::fill_n(row, kMargin, 0);
    std::fill_n(row + width - kMargin, kMargin, 0);
  }
}

}  // namespace

std::optional<FloorWindow> floor_window(const Mask& free, const Mask& wall,
                                        const std::optional<LowObstacles>& low) {
  const auto box = extent(free);
  if (!box) return std::nullopt;
  constexpr auto kMargin = FloorWindow::kMargin;
  FloorWindow window{box->top,
                     box->left,
                     box->bottom - box->top + 2 * kMargin,
                     box->right - box->left + 2 * kMargin,
                     {},
                     {}};
  window.free.assign(window.height * window.width, 0);
  window.wall.assign(window.height * window.width, 0);
  const auto left = box->left - std::min(box->left, kMargin);
  const auto right = std::min(free.width, box->right + kMargin);
  const auto bottom = std::min(free.height, box->bottom + kMargin);
  for (auto row = box->top - std::min(box->top, kMargin); row < bottom; ++row) {
    const auto from = row * free.width + left;
    const auto to = (row + kMargin - box->top) * window.width + left + kMargin - box->left;
    read_row({free.pixels.data() + from, wall.pixels.data() + from,
              low ? low->slices.pixels.data() + from : nullptr},
             right - left, low ? low->slices_min : 0, window.free.data() + to,
             window.wall.data() + to);
  }
  clear_margin(window);
  return window;
}

void remove_blobs(FloorWindow& window, double diameter_cells) {
  const auto blobs = run_components(window.mask(), false, Connectivity::eight);
  const auto movable = movable_of(blobs, window, diameter_cells);
  for (const auto& run : blobs.runs) {
    if (movable[static_cast<std::size_t>(run.label)] == 0) continue;
    const auto row = static_cast<std::ptrdiff_t>(static_cast<std::size_t>(run.row) * window.width);
    std::fill(window.free.begin() + row + run.begin, window.free.begin() + row + run.end, 1);
    std::fill(window.wall.begin() + row + run.begin, window.wall.begin() + row + run.end, 0);
  }
}

}  // namespace inherit_fast
