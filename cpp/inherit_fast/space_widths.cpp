#include "inherit_fast/space_widths.hpp"

#include <algorithm>
#include <cstddef>

namespace inherit_fast {

namespace {

constexpr std::size_t kBlock = 4;
constexpr std::size_t kStep = 2;  // distances of neighbouring cells differ by a cell at most

std::size_t blocks(std::size_t cells) { return (cells + kBlock - 1) / kBlock; }

void raise(std::vector<Summit>& summits, std::size_t from, const Summit& summit) {
  for (auto i = from; i < summits.size(); ++i) {
    if (summits[i].space != summit.space) continue;
    summits[i].distance = std::max(summits[i].distance, summit.distance);
    return;
  }
  summits.push_back(summit);
}

}  // namespace

SpaceWidths::SpaceWidths(const std::vector<std::int32_t>& spaces,
                         const std::vector<float>& distance, std::size_t width)
    : height_(spaces.size() / width), width_(width), rows_(blocks(height_)), cols_(blocks(width_)) {
  starts_.reserve(rows_ * cols_ + 1);
  for (std::size_t r = 0; r < rows_; ++r) {
    for (std::size_t c = 0; c < cols_; ++c) index(spaces, distance, r, c);
  }
  starts_.push_back(summits_.size());
}

void SpaceWidths::index(const std::vector<std::int32_t>& spaces, const std::vector<float>& distance,
                        std::size_t block_row, std::size_t block_col) {
  const auto first = summits_.size();
  starts_.push_back(first);
  const auto bottom = std::min(height_, (block_row + 1) * kBlock);
  const auto right = std::min(width_, (block_col + 1) * kBlock);
  Summit current{0, 0};  // neighbouring cells mostly lie in one space
  for (auto row = block_row * kBlock; row < bottom; row += kStep) {
    for (auto at = row * width_ + block_col * kBlock; at < row * width_ + right; at += kStep) {
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
  const auto block = [](double x) { return static_cast<std::size_t>(std::max(0.0, x) / kBlock); };
  const auto last_row = std::min(rows_, block(middle.y + radius) + 1);
  const auto last_col = std::min(cols_, block(middle.x + radius) + 1);
  for (auto r = block(middle.y - radius); r < last_row; ++r) {
    const double y = (static_cast<double>(r) + 0.5) * kBlock;
    for (auto c = block(middle.x - radius); c < last_col; ++c) {
      const double x = (static_cast<double>(c) + 0.5) * kBlock;
      if (length(Vec2{x, y} - middle) > radius) continue;
      for (auto i = starts_[r * cols_ + c]; i < starts_[r * cols_ + c + 1]; ++i) {
        raise(result, 0, summits_[i]);
      }
    }
  }
  return result;
}

}  // namespace inherit_fast
