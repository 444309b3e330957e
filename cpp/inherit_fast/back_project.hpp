#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "inherit_fast/cluster.hpp"
#include "inherit_fast/mask_runs.hpp"
#include "inherit_fast/types.hpp"

namespace inherit_fast {

/// A depth image in its own units and the camera that took it.
template <typename T>
struct DepthView {
  ImageView<T> depth;
  float scale;  // metres a unit
  Intrinsics camera;
  Pose T_world_camera;
};

/// Which pixels of a mask are trusted.
struct LiftRules {
  DepthRange range;
  /// Pixels closer than this to the mask's border or to a depth discontinuity are dropped: they mix
  /// the object with what lies behind. At most 16.
  int ring_px;
  /// The ring shrinks, pixel by pixel, until it leaves this share of the pixels with a return.
  float min_core_share;
  float jump_share;  // what counts as a discontinuity, see edge_distance
  /// Depths farther from the mask's median than this many deviations are dropped. Deviation: 1.4826
  /// x the median absolute deviation of 1 / depth, which a plane fills evenly at any angle.
  float gate_mads;
  float gate_floor_m;  // depths this close to the median always pass
};

/// What one mask says about its object; zeros where count is 0.
struct MaskStatistics {
  std::int64_t mask_px = 0;              // pixels of the mask
  std::int64_t valid_px = 0;             // of those, with a return in range
  std::int64_t count = 0;                // of those, trusted
  std::int32_t ring_px = 0;              // the ring that was used
  std::array<std::int32_t, 4> box_px{};  // x0, y0, x1, y1 of the mask; x1 and y1 excluded
  float median_m = 0.0f;                 // depth of the core, to 0.8 %
  float near_m = 0.0f, far_m = 0.0f;     // the gate: depths in [near_m, far_m] are trusted
  std::array<double, 3> centroid_m{};    // mean of the trusted pixels in the world
  std::array<float, 3> aabb_min_m{}, aabb_max_m{};
};

/// Lifts every mask of an image into the world in one sweep, without copying the depth.
/// @return one entry for each mask, in order; the same on every machine.
/// @throws std::invalid_argument if depth and masks differ in size, or a rule is out of range.
template <typename T>
std::vector<MaskStatistics> back_project(const DepthView<T>& view, const MaskRuns& masks,
                                         const LiftRules& rules);

/// Trusted pixels merged into voxels: mask i owns points [offsets[i], offsets[i + 1]) and links
/// [link_offsets[i], link_offsets[i + 1]).
struct MaskPoints {
  std::vector<MaskStatistics> statistics;
  std::vector<Point3> points;         // mean of a voxel's pixels, by first pixel in row-major order
  std::vector<std::int32_t> weights;  // pixels in it
  std::vector<std::int64_t> offsets;
  /// Points, counted within the mask, that hold neighbouring pixels of a continuous surface and yet
  /// lie more than two voxels apart: the surface is seen at a grazing angle.
  std::vector<PointLink> links;
  std::vector<std::int64_t> link_offsets;
};

/// As back_project, and the points.
/// @throws std::invalid_argument also if voxel_m is not positive or a point lies outside of what it
///         can address (2^20 voxels from the origin).
template <typename T>
MaskPoints back_project_points(const DepthView<T>& view, const MaskRuns& masks,
                               const LiftRules& rules, float voxel_m);

}  // namespace inherit_fast
