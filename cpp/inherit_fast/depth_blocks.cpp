#include "inherit_fast/depth_blocks.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>

namespace inherit_fast {
namespace {

/// Mean depth of one block, or 0.
double mean_depth(const ImageView<float>& depth_m, std::size_t row, std::size_t col,
                  std::size_t side, const DepthJump& jump) {
  std::size_t seen = 0;
  double sum = 0.0, low = 1e9, high = 0.0;
  for (std::size_t y = row; y < row + side; ++y) {
    for (std::size_t x = col; x < col + side; ++x) {
      const double z = depth_m(y, x);
      if (z <= 0.0) continue;
      ++seen;
      sum += z;
      low = std::min(low, z);
      high = std::max(high, z);
    }
  }
  if (2 * seen < side * side) return 0.0;
  const double mean = sum / static_cast<double>(seen);
  return high - low <= 2.0 * jump.at(mean) ? mean : 0.0;
}

/// Normal and area of the block at `i` from its four neighbours.
void orient(DepthBlocks& blocks, std::size_t i, const Intrinsics& camera, const DepthJump& jump) {
  const std::size_t left = i - 1, right = i + 1, up = i - blocks.cols, down = i + blocks.cols;
  const double z = blocks.depth_m[i];
  for (const std::size_t j : {i, left, right, up, down}) {
    if (blocks.depth_m[j] <= 0.0 || std::abs(blocks.depth_m[j] - z) > 3.0 * jump.at(z)) return;
  }
  Vector3 normal = cross(minus(blocks.points[right], blocks.points[left]),
                         minus(blocks.points[down], blocks.points[up]));
  const double length = std::sqrt(dot(normal, normal));
  const double distance = std::sqrt(dot(blocks.points[i], blocks.points[i]));
  if (length < 1e-12 || distance < 1e-12) return;
  const double facing = -dot(normal, blocks.points[i]) / (length * distance);
  const double sign = facing < 0.0 ? -1.0 : 1.0;
  for (double& value : normal) value *= sign / length;
  blocks.normals[i] = normal;
  const double side_m = static_cast<double>(blocks.side_px) * z;
  // A grazing surface is counted as if seen at no less than 11 degrees.
  blocks.area_m2[i] = side_m * side_m / (camera.fx * camera.fy) / std::max(std::abs(facing), 0.2);
}

}  // namespace

Vector3 turned_ray(const Intrinsics& camera, const Pose& T_world_camera, double col, double row) {
  const auto& m = T_world_camera.m;
  const double x = (col - camera.cx) / camera.fx;
  const double y = (row - camera.cy) / camera.fy;
  return {m[0] * x + m[1] * y + m[2], m[4] * x + m[5] * y + m[6], m[8] * x + m[9] * y + m[10]};
}

DepthBlocks depth_blocks(const ImageView<float>& depth_m, const Intrinsics& camera,
                         const Pose& T_world_camera, std::size_t side_px, const DepthJump& jump) {
  if (side_px == 0) throw std::invalid_argument("block_px must be at least 1");
  DepthBlocks blocks;
  blocks.side_px = side_px;
  blocks.rows = depth_m.height / side_px;
  blocks.cols = depth_m.width / side_px;
  const std::size_t count = blocks.rows * blocks.cols;
  blocks.depth_m.resize(count);
  blocks.points.resize(count);
  blocks.normals.resize(count);
  blocks.area_m2.resize(count);
  const double middle = (static_cast<double>(side_px) - 1.0) / 2.0;
  for (std::size_t i = 0; i < count; ++i) {
    const std::size_t row = i / blocks.cols * side_px, col = i % blocks.cols * side_px;
    const double z = mean_depth(depth_m, row, col, side_px, jump);
    const Vector3 ray = turned_ray(camera, T_world_camera, static_cast<double>(col) + middle,
                                   static_cast<double>(row) + middle);
    blocks.depth_m[i] = z;
    blocks.points[i] = {z * ray[0], z * ray[1], z * ray[2]};
  }
  for (std::size_t row = 1; row + 1 < blocks.rows; ++row) {
    for (std::size_t col = 1; col + 1 < blocks.cols; ++col) {
      orient(blocks, row * blocks.cols + col, camera, jump);
    }
  }
  return blocks;
}

}  // namespace inherit_fast
