#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "inherit_fast/box_pixels.hpp"
#include "inherit_fast/depth_blocks.hpp"
#include "inherit_fast/types.hpp"

namespace inherit_fast {

/// A connected part of a box without depth jumps inside.
struct DepthPiece {
  std::size_t pixels = 0;
  double weight = 0.0;   ///< sum of its pixels' weights
  double leaving = 0.0;  ///< edge pixels where its surface goes on beyond the box
  PixelBox box{};        ///< around its pixels, in the image
  float low_m = 0, middle_m = 0, high_m = 0;  ///< depths at 2, 50 and 98 %
};

/// The pieces of some pixels of a box (four neighbours, no jump), in the order of their first
/// pixel.
struct DepthPieces {
  std::vector<DepthPiece> pieces;
  std::vector<std::int32_t> of_pixel;  ///< index into pieces or -1, row by row of the box
};

/// @param chosen  row by row of the box: pixels that may belong to the object; all have a return.
DepthPieces depth_pieces(const ImageView<float>& depth_m, const BoxPixels& pixels,
                         const std::vector<std::uint8_t>& chosen, const DepthJump& jump);

}  // namespace inherit_fast
