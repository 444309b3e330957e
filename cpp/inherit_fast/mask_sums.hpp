#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "inherit_fast/back_project.hpp"
#include "inherit_fast/depth_units.hpp"
#include "inherit_fast/lanes.hpp"

namespace inherit_fast {

// The passes of back_project over the pixels of one mask.

/// World coordinates along one image row: axis k of the pixel in column x at depth z is
/// z * (start[k] + x * step[k]) + the camera's position.
struct RowRays {
  std::array<float, 3> start, step;
};

/// The rays of all rows.
class ImageRays {
 public:
  ImageRays(const Intrinsics& camera, const Pose& T_world_camera);

  RowRays of(std::int32_t row) const {
    RowRays rays{};
    for (std::size_t k = 0; k < 3; ++k) {
      rays.start[k] = static_cast<float>(origin_[k] + down_[k] * row);
      rays.step[k] = static_cast<float>(right_[k]);
    }
    return rays;
  }

 private:
  std::array<double, 3> origin_, right_, down_;  // of pixel (0, 0), a column further, a row further
};

/// Which pixels are trusted.
template <typename T>
struct PixelGate {
  RawRange<T> depth;
  std::uint8_t edge_distance;  // at least so far from a discontinuity
};

/// Counts, depths and extremes of trusted pixels.
struct MaskSums {
  std::int64_t count = 0;
  double z = 0.0, zx = 0.0, zy = 0.0;  // depth, depth x column, depth x row
  std::array<float, 3> low, high;      // along the world's axes, from the camera
};

/// Pixels whose depth lies in the range.
template <typename T>
std::int64_t count_in_range(const DepthView<T>& view, std::span<const Run> runs,
                            const RawRange<T>& range);

/// Depths of a run's trusted pixels; NaN for its others and for the kLanes places after them.
template <typename T>
void trusted_metres(const DepthView<T>& view, const std::uint8_t* edge_distance, const Run& run,
                    const PixelGate<T>& gate, float* metres);

/// @param edge_distance of the whole image.
/// @param scratch room for a row and kLanes more.
template <typename T>
MaskSums sum_runs(const DepthView<T>& view, const ImageRays& rays,
                  const std::uint8_t* edge_distance, std::span<const Run> runs,
                  const PixelGate<T>& gate, float* scratch);

}  // namespace inherit_fast
