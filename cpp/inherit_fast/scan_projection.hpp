#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "inherit_fast/spherical.hpp"
#include "inherit_fast/types.hpp"

namespace inherit_fast {

/// The image that a scan is projected into: a panorama (see spherical.hpp), or a pinhole's.
struct ScanCamera {
  bool equirectangular;
  Intrinsics pinhole;  // not read for panoramas
  std::size_t height, width;
};

/// When a point counts as hidden: something nearer lies in its window of z-buffer cells.
struct Occlusion {
  std::size_t cell_px;  // side of a z-buffer cell
  std::size_t reach;    // the window spans 2 * reach + 1 cells
  float margin_m;       // a point may lie this much behind the nearest one of its window
  float margin_share;   // and this share of its own range
};

/// One entry a point, in order of the points.
struct ProjectedScan {
  std::vector<std::int32_t> pixel;    // row * width + column, or -1 where the image has none
  std::vector<float> range_m;         // distance from the camera; 0 where pixel is -1
  std::vector<std::uint8_t> visible;  // 1 where nothing hides the point
};

/// Projects points and decides by a z-buffer which of them the camera can see. Points that are not
/// finite, at the camera's centre, or behind a pinhole have no pixel.
///
/// @throws std::invalid_argument if the image has no pixels or a number is out of its range.
ProjectedScan project_scan(std::span<const Point3> points, const Pose& T_camera_world,
                           const ScanCamera& camera, const Occlusion& occlusion);

/// Which of a mask's points belong to the thing.
struct LiftGate {
  float gap_m;              // a larger step in range parts the thing from what is behind or before
  float mads;               // per axis, this many median deviations from the median, and
  float slack_m;            // this much more
  std::size_t min_inliers;  // fewer are no evidence
};

/// A thing lifted from its mask.
struct LiftedScan {
  std::array<float, 3> center;        // median of the inliers
  std::array<float, 3> low, high;     // of the inliers
  std::vector<std::int32_t> inliers;  // indices of points, growing
};

/// Takes the visible points under a mask, keeps the largest group without a gap in range (the
/// nearest of equals), then what lies close to its median. Nothing if too few points are left.
///
/// @param mask  H x W of the projection's camera, non-zero on the thing.
/// @throws std::invalid_argument if sizes do not fit together.
std::optional<LiftedScan> lift_scan(std::span<const Point3> points, const ProjectedScan& scan,
                                    const ImageView<std::uint8_t>& mask, const LiftGate& gate);

/// How a scan's points become a depth image.
struct Splat {
  float spacing_rad;    // angle between neighbouring points; each covers a disk of this radius
  std::size_t most_px;  // radius of a disk at most
  float merge_share;    // disks blend where their depths differ by less than this share
};

/// Draws (height, width) float32 depth along the optical axis from a registered scan; 0 where no
/// point reaches. Where disks overlap the nearest surface wins, and on one surface inverse depths
/// are averaged by closeness, so that planes stay planes.
///
/// @throws std::invalid_argument if the image has no pixels or a number is out of its range.
std::vector<float> render_scan(std::span<const Point3> points, const Pose& T_camera_world,
                               const Intrinsics& camera, std::size_t height, std::size_t width,
                               const DepthRange& range, const Splat& splat);

}  // namespace inherit_fast
