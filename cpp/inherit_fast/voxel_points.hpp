#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "inherit_fast/types.hpp"

namespace inherit_fast {

struct VoxelPoints {
  std::vector<Point3> points;        // by first point in the voxel
  std::vector<std::int32_t> counts;  // sum of the merged counts, at most 2^31 - 1
  std::size_t dropped = 0;           // voxels that the cap left out
};

/// Merges points that share a voxel into their mean, weighted by their counts, and caps the result.
///
/// Over the cap the voxels with the smallest hash of their coordinates stay. Which ones does not
/// depend on the order of points: capping early and merging later keeps the same voxels as merging
/// all at once, and those kept lie evenly over the surface.
///
/// @param counts one for each point, at least 1.
/// @throws std::invalid_argument if the sizes differ, a count is below 1, a coordinate is not
/// finite
///         or too far out for the voxels, or voxel_m is not positive.
VoxelPoints merge_voxel_points(std::span<const Point3> points, std::span<const std::int32_t> counts,
                               float voxel_m, std::size_t max_points);

}  // namespace inherit_fast
