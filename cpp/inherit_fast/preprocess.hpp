#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "inherit_fast/types.hpp"

namespace inherit_fast {

/// A region of an image in pixels; pixel i covers [i, i + 1). It may reach beyond the image.
struct CropBox {
  double x0, y0, x1, y1;
};

/// How colours become network input: (value - mean) / std for each channel of the output.
struct Normalisation {
  std::array<float, 3> mean;
  std::array<float, 3> std;
  bool bgr;  ///< output channels in the order blue, green, red; mean and std in the same order
};

/// Resizes a crop of an image, normalises it and lays it out channel by channel, in one pass.
///
/// Each axis shrinks by area average and grows by bilinear interpolation between pixel centres,
/// the border pixels repeated. What lies outside the image counts as the mean.
///
/// @param rgb         height x width x 3, interleaved.
/// @param out_height  rows of the result, out_width its columns.
/// @param out         3 x out_height x out_width values, all written.
/// @throws std::invalid_argument if a size is zero, the box is empty or not finite, or a std is
///         not positive.
void preprocess(std::span<const std::uint8_t> rgb, std::size_t height, std::size_t width,
                const CropBox& box, std::size_t out_height, std::size_t out_width,
                const Normalisation& norm, std::span<float> out);

}  // namespace inherit_fast
