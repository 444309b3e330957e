#pragma once

#include <cstdint>
#include <span>

#include "inherit_fast/box_pixels.hpp"
#include "inherit_fast/types.hpp"

namespace inherit_fast {

/// Adds pixels without return to a mask where, of the nearest pixels with return to their left,
/// right, top and bottom inside the box, at least three are on it.
///
/// @param mask  H x W; only pixels of the box change.
void fill_holes(const ImageView<float>& depth_m, const PixelBox& box, std::span<std::uint8_t> mask);

}  // namespace inherit_fast
