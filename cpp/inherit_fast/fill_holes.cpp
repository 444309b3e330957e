#include "inherit_fast/fill_holes.hpp"

#include <cstddef>
#include <vector>

namespace inherit_fast {
namespace {

/// Walks along one line of the box and counts, at pixels without return, whether the last one with
/// return was on the mask.
struct Walker {
  const ImageView<float>& depth_m;
  std::span<const std::uint8_t> mask;
  std::uint8_t on = 0;

  void step(std::size_t pixel, std::uint8_t& count) {
    if (depth_m.pixels[pixel] > 0.0F) {
      on = mask[pixel];
    } else {
      count = static_cast<std::uint8_t>(count + on);
    }
  }
};

}  // namespace

void fill_holes(const ImageView<float>& depth_m, const PixelBox& box,
                std::span<std::uint8_t> mask) {
  const std::size_t width = box.width(), height = box.height();
  if (width == 0 || height == 0) return;
  std::vector<std::uint8_t> sides(width * height, 0);
  const auto pixel = [&](std::size_t row, std::size_t col) {
    return (box.y0 + row) * depth_m.width + box.x0 + col;
  };
  for (std::size_t row = 0; row < height; ++row) {
    Walker right{depth_m, mask}, left{depth_m, mask};
    for (std::size_t k = 0; k < width; ++k) {
      const std::size_t back = width - 1 - k;
      right.step(pixel(row, k), sides[row * width + k]);
      left.step(pixel(row, back), sides[row * width + back]);
    }
  }
  // Down and up row by row: one walker a column, so that memory is read in order.
  std::vector<Walker> down(width, {depth_m, mask}), up(width, {depth_m, mask});
  for (std::size_t k = 0; k < height; ++k) {
    const std::size_t back = height - 1 - k;
    for (std::size_t col = 0; col < width; ++col) {
      down[col].step(pixel(k, col), sides[k * width + col]);
      up[col].step(pixel(back, col), sides[back * width + col]);
    }
  }
  for (std::size_t i = 0; i < sides.size(); ++i) {
    if (sides[i] >= 3) mask[pixel(i / width, i % width)] = 1;
  }
}

}  // namespace inherit_fast
