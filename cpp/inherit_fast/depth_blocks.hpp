#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "inherit_fast/types.hpp"
#include "inherit_fast/vector3.hpp"

namespace inherit_fast {

/// Neighbouring depths that differ by more than fixed_m + ratio * z belong to two surfaces.
struct DepthJump {
  float fixed_m;
  float ratio;

  double at(double z) const { return fixed_m + static_cast<double>(ratio) * z; }
};

/// A depth image averaged over square blocks: noise falls, normals become usable.
///
/// Points and normals use world axes with the origin at the camera centre.
struct DepthBlocks {
  std::size_t side_px = 0;
  std::size_t rows = 0, cols = 0;  // whole blocks only
  std::vector<double> depth_m;     // 0 where less than half is seen, or over a jump
  std::vector<Vector3> points;
  std::vector<Vector3> normals;  // unit, towards the camera; 0 where unknown
  std::vector<double> area_m2;   // of the surface; 0 where the normal is unknown
};

/// @param depth_m H x W metres, 0 where nothing returned.
/// @throws std::invalid_argument if side_px is zero.
DepthBlocks depth_blocks(const ImageView<float>& depth_m, const Intrinsics& camera,
                         const Pose& T_world_camera, std::size_t side_px, const DepthJump& jump);

/// World axes, origin at the camera: z * (pixel's ray) turned by the pose.
Vector3 turned_ray(const Intrinsics& camera, const Pose& T_world_camera, double col, double row);

}  // namespace inherit_fast
