#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "inherit_fast/depth_blocks.hpp"
#include "inherit_fast/types.hpp"

namespace inherit_fast {

/// Pixels x0 <= x < x1, y0 <= y < y1.
struct PixelBox {
  std::size_t x0, y0, x1, y1;

  std::size_t width() const { return x1 - x0; }
  std::size_t height() const { return y1 - y0; }
  std::size_t area() const { return width() * height(); }
};

/// What a detector's box says about its pixels, row by row of the box.
struct BoxPixels {
  PixelBox box{};
  std::size_t image_width = 0;
  std::vector<double> weight;         ///< falls from the box's centre, 1 there
  std::vector<std::uint8_t> leaving;  ///< sides on which the surface goes on beyond the box
  std::size_t edge = 0;               ///< pixels of all sides that are not the image's
  std::vector<std::size_t> core;      ///< image indices with return in the middle half, both ways

  /// Image index of the box's i-th pixel.
  std::size_t index(std::size_t i) const {
    return (box.y0 + i / box.width()) * image_width + box.x0 + i % box.width();
  }
};

/// @param labels      H x W, plane of each pixel: a surface also ends where its plane does.
/// @param leak_reach  so far beyond the box, in longer sides of it, a surface must go to leave it.
BoxPixels box_pixels(const ImageView<float>& depth_m, const std::vector<std::int8_t>& labels,
                     const PixelBox& box, const DepthJump& jump, float leak_reach);

}  // namespace inherit_fast
