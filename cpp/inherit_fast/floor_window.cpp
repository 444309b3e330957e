#include "inherit_fast/floor_window.hpp"

#include <algorithm>
#include <cmath>

namespace inherit_fast {

namespace {

struct Box {
  std::size_t top, left, bottom, right;  // half open

  bool within(double diagonal) const {
    return std::hypot(static_cast<double>(bottom - top), static_cast<double>(right - left)) <=
           diagonal;
  }
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

std::vector<Box> boxes_of(const Components& parts, std::size_t height, std::size_t width) {
  std::vector<Box> boxes(static_cast<std::size_t>(parts.count) + 1, {height, width, 0, 0});
  std::size_t i = 0;
  for (std::size_t row = 0; row < height; ++row) {
    for (std::size_t col = 0; col < width; ++col, ++i) {
      if (parts.labels[i] == 0) continue;
      auto& box = boxes[static_cast<std::size_t>(parts.labels[i])];
      box = {std::min(box.top, row), std::min(box.left, col), row + 1,
             std::max(box.right, col + 1)};
    }
  }
  return boxes;
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
  for (std::size_t r = 0; r < window.height; ++r) {
    for (std::size_t c = 0; c < window.width; ++c) {
      const auto row = box->top + r - kMargin;  // wraps around above the floor
      const auto col = box->left + c - kMargin;
      if (row >= free.height || col >= free.width) continue;
      const bool stands = wall(row, col) != 0 && free(row, col) == 0;
      const bool low_here = stands && low && low->slices(row, col) < low->slices_min;
      const bool inside =
          row >= box->top && row < box->bottom && col >= box->left && col < box->right;
      const auto at = r * window.width + c;
      window.free[at] = static_cast<std::uint8_t>(free(row, col) != 0 || (inside && low_here));
      window.wall[at] = static_cast<std::uint8_t>(stands && !low_here);
    }
  }
  return window;
}

void remove_blobs(FloorWindow& window, double diagonal_cells) {
  const auto blobs = components(window.mask(), false, Connectivity::eight);
  const auto boxes = boxes_of(blobs, window.height, window.width);
  std::vector<std::uint8_t> movable(boxes.size(), 0);
  for (std::size_t b = 1; b < boxes.size(); ++b) {
    // What reaches the border is the outside, however small the floor.
    const auto& box = boxes[b];
    const bool inside =
        box.top > 0 && box.left > 0 && box.bottom < window.height && box.right < window.width;
    movable[b] = inside && box.within(diagonal_cells) ? 1 : 0;
  }
  for (std::size_t i = 0; i < window.free.size(); ++i) {
    if (movable[static_cast<std::size_t>(blobs.labels[i])] == 0) continue;
    window.free[i] = 1;
    window.wall[i] = 0;
  }
}

}  // namespace inherit_fast
