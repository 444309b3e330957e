#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "inherit_fast/depth_blocks.hpp"
#include "inherit_fast/types.hpp"
#include "inherit_fast/vector3.hpp"

namespace inherit_fast {

/// What passes for a plane.
struct PlaneSearch {
  float thickness_m;       ///< points lie within thickness_m + thickness_ratio * z of their plane
  float thickness_ratio;   ///< noise grows with depth z
  float max_tilt_rad;      ///< of a surface from level or upright
  float min_area_m2;       ///< smaller planes are not told
  std::size_t max_planes;  ///< of each kind, at most 32

  double thickness_at(double z) const {
    return thickness_m + static_cast<double>(thickness_ratio) * z;
  }
};

/// A level (floor, table top) or upright (wall, cupboard front) plane of one depth image.
/// World axes, origin at the camera centre.
struct FramePlane {
  Vector3 normal;   ///< unit; level ones point up, upright ones towards the camera
  double offset_m;  ///< normal . point
  double height_m;  ///< mean height
  double area_m2;
  bool level;
};

/// The planes, level ones first, and which block of the image lies on which (-1 none).
struct FramePlanes {
  std::vector<FramePlane> planes;
  std::vector<std::int8_t> block_plane;
};

/// Finds the level and upright planes by votes of blocks with a known normal; largest first.
///
/// @throws std::invalid_argument if max_planes is above 32.
FramePlanes find_planes(const DepthBlocks& blocks, const PlaneSearch& search);

/// The plane of each pixel: the nearest within the thickness among those of the blocks around it.
///
/// @return H x W, index into planes.planes or -1.
std::vector<std::int8_t> label_pixels(const ImageView<float>& depth_m, const Intrinsics& camera,
                                      const Pose& T_world_camera, const DepthBlocks& blocks,
                                      const FramePlanes& planes, const PlaneSearch& search);

}  // namespace inherit_fast
