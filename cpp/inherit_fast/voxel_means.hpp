#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "inherit_fast/cluster.hpp"
#include "inherit_fast/mask_runs.hpp"
#include "inherit_fast/mask_sums.hpp"
#include "inherit_fast/voxel_table.hpp"

namespace inherit_fast {

/// The pixels of one run of a mask.
struct RunPixels {
  Run run;
  RowRays rays;
  std::array<float, 3> camera_m;      // position in the world
  const float* metres;                // NaN where a pixel is not trusted
  const std::uint8_t* edge_distance;  // 0 on a discontinuity
};

/// Trusted pixels of one mask merged by voxel, voxels in order of their first pixel.
class VoxelMeans {
 public:
  VoxelMeans(float voxels_per_m, std::size_t image_width);

  /// Forgets the mask before.
  void clear();

  /// Adds a run; runs must come in row-major order. All points must lie within the voxels' reach.
  void add(const RunPixels& pixels);

  /// Links: pairs of voxels more than kNear apart that hold neighbouring pixels of a continuous
  /// surface, one seen at a grazing angle. Each once, sorted, the lower index first.
  void append_to(std::vector<Point3>& points, std::vector<std::int32_t>& weights,
                 std::vector<PointLink>& links);

  static constexpr std::int32_t kNear = 2;  // voxels

 private:
  struct Sum {
    double x = 0.0, y = 0.0, z = 0.0;
    std::int32_t count = 0;
  };
  /// Voxels of the pixels of one image row, by column.
  struct Row {
    std::array<std::vector<std::int32_t>, 3> voxel;
    std::vector<std::int32_t> smooth;  // -1 where trusted and not on a discontinuity

    std::array<std::int32_t*, 3> from(std::size_t col) {
      return {voxel[0].data() + col, voxel[1].data() + col, voxel[2].data() + col};
    }
    Voxel at(std::size_t col) const { return {voxel[0][col], voxel[1][col], voxel[2][col]}; }
  };

  void start_row(std::int32_t row);
  void add_streaks(std::size_t count);
  bool is_grazing(std::size_t col, std::size_t count) const;
  void add_links(const Run& run);
  void link(const Voxel& a, const Voxel& b);

  float per_m_;
  std::int32_t row_ = -1;
  Row here_, above_;
  std::array<std::vector<float>, 3> at_;  // world coordinates of the run's pixels
  std::vector<std::uint64_t> keys_;       // of their voxels
  VoxelTable table_;
  std::vector<Sum> sums_;
  std::vector<PointLink> links_;
};

}  // namespace inherit_fast
