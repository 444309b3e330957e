#include "inherit_fast/space_widths.hpp"

#include <algorithm>
#include <cmath>

namespace inherit_fast {

namespace {

constexpr std::size_t kBlock = 4;  // cells
constexpr std::size_t kSamples = kBlock / kWidthStep;

std::size_t blocks(std::size_t samples) { return (samples + kSamples - 1) / kSamples; }

void raise(std::vector<Summit>& summits, std::size_t from, const Summit& summit) {
  for (auto i = from; i < summits.size(); ++i) {
    if (summits[i].space != summit.space) continue;
    summits[i].distance = std::max(summits[i].distance, summit.distance);
    return;
  }
  summits.push_back(summit);
}

/// First block whose middle is not before x, and within 0..most.
std::size_t block_from(double x, std::size_t most) {
  const double block = std::ceil(x / kBlock - 0.5);
  return static_cast<std::size_t>(std::clamp(block, 0.0, static_cast<double>(most)));
}

/// Calls `visit(first, end)` with the blocks of every row whose middles lie within the radius,
/// until it returns true; whether it did.
template <typename Visit>
bool in_disc(const BlockGrid& grid, Vec2 middle, double radius, const Visit& visit) {
  const auto last = block_from(middle.y + radius, grid.rows);
  for (auto r = block_from(middle.y - radius, grid.rows); r < last; ++r) {
    const double dy = (static_cast<double>(r) + 0.5) * kBlock - middle.y;
    const double half = std::sqrt(std::max(0.0, radius * radius - dy * dy));
    const auto first = r * grid.cols + block_from(middle.x - half, grid.cols);
    const auto end = r * grid.cols + block_from(middle.x + half, grid.cols);
    if (visit(first, end)) return true;
  }
  return false;
}

}  // namespace

BlockGrid::BlockGrid(std::size_t samples, std::size_t samples_a_row)
    : height(samples / samples_a_row),
      width(samples_a_row),
      rows(blocks(height)),
      cols(blocks(width)) {}

SpaceWidths::SpaceWidths(const std::vector<std::int32_t>& spaces,
                         const std::vector<float>& distance, std::size_t width)
    : grid_(spaces.size(), width) {
  starts_.reserve(grid_.rows * grid_.cols + 1);
  for (std::size_t r = 0; r < grid_.rows; ++r) {
    for (std::size_t c = 0; c < grid_.cols; ++c) index(spaces, distance, r, c);
  }
  starts_.push_back(summits_.size());
}

void SpaceWidths::index(const std::vector<std::int32_t>& spaces, const std::vector<float>& distance,
                        std::size_t block_row, std::size_t block_col) {
  const auto first = summits_.size();
  starts_.push_back(first);
  const auto bottom = std::min(grid_.height, (block_row + 1) * kSamples);
  const auto right = std::min(grid_.width, (block_col + 1) * kSamples);
  Summit current{0, 0};  // neighbouring cells mostly lie in one space
  for (auto row = block_row * kSamples; row < bottom; ++row) {
    for (auto at = row * grid_.width + block_col * kSamples; at < row * grid_.width + right; ++at) {
      if (spaces[at] == current.space) {
        current.distance = std::max(current.distance, distance[at]);
        continue;
      }
      if (current.space != 0) raise(summits_, first, current);
      current = {spaces[at], distance[at]};
    }
  }
  if (current.space != 0) raise(summits_, first, current);
}

std::vector<Summit> SpaceWidths::around(Vec2 middle, double radius) const {
  std::vector<Summit> result;
  in_disc(grid_, middle, radius, [&](std::size_t first, std::size_t end) {
    for (auto i = starts_[first]; i < starts_[end]; ++i) raise(result, 0, summits_[i]);
    return false;
  });
  return result;
}

WidePlaces::WidePlaces(const std::vector<float>& distance, std::size_t width)
    : grid_(distance.size(), width), peaks_(grid_.rows * grid_.cols, 0) {
  for (std::size_t row = 0; row < grid_.height; ++row) {
    const auto* line = distance.data() + row * width;
    auto* peaks = peaks_.data() + row / kSamples * grid_.cols;
    for (std::size_t col = 0; col < width; ++col) {
      peaks[col / kSamples] = std::max(peaks[col / kSamples], line[col]);
    }
  }
}

bool WidePlaces::any(Vec2 middle, double radius, double distance) const {
  return in_disc(grid_, middle, radius, [&](std::size_t first, std::size_t end) {
    return std::any_of(peaks_.begin() + static_cast<std::ptrdiff_t>(first),
                       peaks_.begin() + static_cast<std::ptrdiff_t>(end),
                       [&](float peak) { return static_cast<double>(peak) >= distance; });
  });
}

}  // namespace inherit_fast
