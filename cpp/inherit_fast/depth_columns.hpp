#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "inherit_fast/types.hpp"

namespace inherit_fast {

inline constexpr int kHeightSlices = 16;
inline constexpr int kFloorBit = kHeightSlices;  // the bit of floor-height returns

/// How heights above the floor are read.
struct HeightBands {
  double low_m;    // returns within +-low_m of the floor are the floor
  double slice_m;  // slice i holds heights [i, i + 1) * slice_m, from low_m on
};

/// One frame's depth points, counted in the vertical columns of a square window of cells whose
/// middle cell holds the camera. Kept between frames to reuse its memory.
class DepthColumns {
 public:
  /// Counts every stride-th pixel of every stride-th row; forgets the frame before.
  /// `depth` times `depth_scale` is metres along the optical axis.
  /// `T_floor_camera` maps to x and y of the world and z above the floor.
  /// @throws std::invalid_argument if the farthest corner lies more than kMaxRadius cells away, or
  ///         stride < 1.
  template <typename T>
  void fill(const ImageView<T>& depth, float depth_scale, const Intrinsics& camera,
            const Pose& T_floor_camera, const DepthRange& range, std::size_t stride,
            const HeightBands& bands, double cell_m);

  static constexpr std::int32_t kMaxRadius = 1024;

  /// Slices (and the floor bit) of a window cell that at least `points` (1 or 2) pixels fell in.
  std::uint32_t hits(std::size_t cell, int points) const {
    return points == 1 ? once_[cell] : twice_[cell];
  }
  /// Window cells with at least one point, in the order they were met.
  const std::vector<std::int32_t>& touched() const { return touched_; }
  std::int32_t width() const { return width_; }          // window side in cells, odd
  std::int32_t origin_ix() const { return origin_ix_; }  // world cell of the window's first cell
  std::int32_t origin_iy() const { return origin_iy_; }

 private:
  void forget();
  void count(const std::vector<std::int32_t>& codes);
  void place(const Intrinsics& camera, std::size_t height, std::size_t width,
             const Pose& T_floor_camera, const DepthRange& range, double cell_m);

  std::int32_t width_ = 0, origin_ix_ = 0, origin_iy_ = 0;
  std::vector<std::uint32_t> once_, twice_;
  std::vector<std::int32_t> touched_;
  std::vector<float> column_x_, column_y_, column_z_;
  std::vector<std::int32_t> codes_;
};

}  // namespace inherit_fast
