#include "inherit_fast/space_widths.hpp"

#include <algorithm>
#include <cmath>

namespace inherit_fast {

namespace {

constexpr std::size_t kBlock = 4;  // cells
constexpr std::size_t kSamples = kBlock / kWidthStep;

std::size_t blocks(std::size_t samples) { return (samples + kSamples - 1) / kSamples; }

void raise(std::vector<Summit>& summits, const Summit& summit) {
  for (auto& known : summits) {
    if (known.space != summit.space) continue;
    known.distance = std::max(known.distance, summit.distance);
    return;
  }
  summits.push_back(summit);
}

std::size_t samples_before(std::int32_t cell) { return samples_in(static_cast<std::size_t>(cell)); }

/// First block whose middle is not before x, and within 0..most.
std::size_t block_from(double x, std::size_t most) {
  const double block = std::ceil(x / kBlock - 0.5);
  return static_cast<std::size_t>(std::clamp(block, 0.0, static_cast<double>(most)));
}

/// Calls `visit(row, first, end)` with the blocks of every row whose middles lie within the radius,
/// until it returns true; whether it did.
template <typename Visit>
bool in_disc(const BlockGrid& grid, Vec2 middle, double radius, const Visit& visit) {
  const auto last = block_from(middle.y + radius, grid.rows);
  for (auto r = block_from(middle.y - radius, grid.rows); r < last; ++r) {
    const double dy = (static_cast<double>(r) + 0.5) * kBlock - middle.y;
    const double half = std::sqrt(std::max(0.0, radius * radius - dy * dy));
    if (visit(r, block_from(middle.x - half, grid.cols), block_from(middle.x + half, grid.cols))) {
      return true;
    }
  }
  return false;
}

}  // namespace

BlockGrid::BlockGrid(std::size_t samples, std::size_t samples_a_row)
    : height(samples / samples_a_row),
      width(samples_a_row),
      rows(blocks(height)),
      cols(blocks(width)) {}

SpaceWidths::SpaceWidths(const RunComponents& spaces, const std::vector<float>& distance,
                         std::size_t width)
    : spaces_(spaces), distance_(distance), grid_(distance.size(), width) {}

std::vector<Summit> SpaceWidths::around(Vec2 middle, double radius) const {
  std::vector<Summit> result;
  in_disc(grid_, middle, radius, [&](std::size_t row, std::size_t first, std::size_t end) {
    const auto bottom = std::min(grid_.height, (row + 1) * kSamples);
    for (auto r = row * kSamples; r < bottom; ++r)
      look(r, first * kSamples, end * kSamples, result);
    return false;
  });
  return result;
}

void SpaceWidths::look(std::size_t row, std::size_t first, std::size_t end,
                       std::vector<Summit>& summits) const {
  const auto runs = spaces_.row(row * kWidthStep);
  const auto* line = distance_.data() + row * grid_.width;
  auto run = std::partition_point(runs.begin(), runs.end(), [&](const ComponentRun& r) {
    return samples_before(r.end) <= first;
  });
  for (; run != runs.end() && samples_before(run->begin) < end; ++run) {
    const auto from = std::max(first, samples_before(run->begin));
    const auto to = std::min(end, samples_before(run->end));
    if (from < to) raise(summits, {run->label, *std::max_element(line + from, line + to)});
  }
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
  return in_disc(grid_, middle, radius, [&](std::size_t row, std::size_t first, std::size_t end) {
    const auto* peaks = peaks_.data() + row * grid_.cols;
    return std::any_of(peaks + first, peaks + end,
                       [&](float peak) { return static_cast<double>(peak) >= distance; });
  });
}

}  // namespace inherit_fast
