#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "inherit_fast/box_pixels.hpp"
#include "inherit_fast/depth_blocks.hpp"
#include "inherit_fast/frame_planes.hpp"

namespace inherit_fast {

/// How a plane lies to a box: seen surface inside it, outside it, and the largest connected part
/// outside it. Chair seats of one height are small everywhere, a floor behind slats is not.
struct PlaneShare {
  double inside_m2 = 0.0;
  double outside_m2 = 0.0;
  double largest_outside_m2 = 0.0;
};

/// Connected patches of the planes of one frame.
class PlanePatches {
 public:
  PlanePatches(const DepthBlocks& blocks, const FramePlanes& planes);

  /// One share a plane.
  std::vector<PlaneShare> shares(const PixelBox& box) const;

 private:
  void flood(std::size_t start, const FramePlanes& planes);

  const DepthBlocks& blocks_;
  std::size_t planes_;
  std::vector<std::int32_t> patch_of_block_;
  std::vector<std::size_t> plane_of_patch_;
  std::vector<double> area_of_patch_;
};

}  // namespace inherit_fast
