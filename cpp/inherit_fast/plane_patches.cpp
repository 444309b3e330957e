#include "inherit_fast/plane_patches.hpp"

#include <algorithm>

namespace inherit_fast {

PlanePatches::PlanePatches(const DepthBlocks& blocks, const FramePlanes& planes)
    : blocks_(blocks),
      planes_(planes.planes.size()),
      patch_of_block_(planes.block_plane.size(), -1) {
  for (std::size_t i = 0; i < planes.block_plane.size(); ++i) {
    if (planes.block_plane[i] >= 0 && patch_of_block_[i] < 0) flood(i, planes);
  }
}

void PlanePatches::flood(std::size_t start, const FramePlanes& planes) {
  const auto patch = static_cast<std::int32_t>(area_of_patch_.size());
  const std::int8_t plane = planes.block_plane[start];
  std::vector<std::size_t> open{start};
  patch_of_block_[start] = patch;
  double area = 0.0;
  while (!open.empty()) {
    const std::size_t i = open.back();
    open.pop_back();
    area += blocks_.area_m2[i];
    const std::size_t row = i / blocks_.cols, col = i % blocks_.cols;
    for (std::size_t y = row - (row > 0); y < std::min(row + 2, blocks_.rows); ++y) {
      for (std::size_t x = col - (col > 0); x < std::min(col + 2, blocks_.cols); ++x) {
        const std::size_t j = y * blocks_.cols + x;
        if (planes.block_plane[j] != plane || patch_of_block_[j] >= 0) continue;
        patch_of_block_[j] = patch;
        open.push_back(j);
      }
    }
  }
  plane_of_patch_.push_back(static_cast<std::size_t>(plane));
  area_of_patch_.push_back(area);
}

std::vector<PlaneShare> PlanePatches::shares(const PixelBox& box) const {
  std::vector<double> inside(area_of_patch_.size(), 0.0);
  const std::size_t side = blocks_.side_px;
  // A block counts where its centre lies.
  for (std::size_t row = 0; row < blocks_.rows; ++row) {
    const std::size_t y = 2 * row * side + side;
    if (y < 2 * box.y0 || y >= 2 * box.y1) continue;
    for (std::size_t col = 0; col < blocks_.cols; ++col) {
      const std::size_t x = 2 * col * side + side;
      const std::size_t i = row * blocks_.cols + col;
      if (x < 2 * box.x0 || x >= 2 * box.x1 || patch_of_block_[i] < 0) continue;
      inside[static_cast<std::size_t>(patch_of_block_[i])] += blocks_.area_m2[i];
    }
  }
  std::vector<PlaneShare> shares(planes_);
  for (std::size_t patch = 0; patch < inside.size(); ++patch) {
    PlaneShare& share = shares[plane_of_patch_[patch]];
    const double outside = std::max(area_of_patch_[patch] - inside[patch], 0.0);
    share.inside_m2 += inside[patch];
    share.outside_m2 += outside;
    share.largest_outside_m2 = std::max(share.largest_outside_m2, outside);
  }
  return shares;
}

}  // namespace inherit_fast
