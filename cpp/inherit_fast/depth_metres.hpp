#pragma once

#include <cstddef>
#include <vector>

#include "inherit_fast/types.hpp"

namespace inherit_fast {

/// Depth in metres, with 0 for everything that is no return: NaN, infinity, out of range.
template <typename T>
std::vector<float> depth_metres(const ImageView<T>& depth, float depth_scale,
                                const DepthRange& range) {
  std::vector<float> out(depth.pixels.size());
  for (std::size_t i = 0; i < out.size(); ++i) {
    const float z = static_cast<float>(depth.pixels[i]) * depth_scale;
    // Written so that NaN fails the test.
    out[i] = z > 0.0F && z >= range.min_m && z <= range.max_m ? z : 0.0F;
  }
  return out;
}

}  // namespace inherit_fast
