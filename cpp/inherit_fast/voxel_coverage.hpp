#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "inherit_fast/types.hpp"
#include "inherit_fast/voxel_table.hpp"

namespace inherit_fast {

/// What a scan covers: distinct voxels, and those of them that the set lacks.
struct CoverageCount {
  std::size_t seen, fresh;
};

/// The voxels that scans have covered so far, in order of their first coverage and never beyond a
/// number of bytes. What one `add` brings is therefore a run of indices: size before to size after.
/// Points that are not finite, or lie more than 2^20 voxels from the origin, cover nothing.
class VoxelCoverage {
 public:
  /// @throws std::invalid_argument unless the side is positive and max_bytes holds a few voxels.
  VoxelCoverage(float voxel_m, std::size_t max_bytes);

  CoverageCount measure(std::span<const Point3> points);

  /// Adds the voxels of the points; those beyond the cap are left out and counted.
  /// @return how many are new.
  std::size_t add(std::span<const Point3> points);

  /// Voxels by index; voxel v covers [v, v + 1) times the side on every axis.
  /// @throws std::invalid_argument unless start <= stop <= size().
  std::vector<std::array<std::int32_t, 3>> voxels(std::size_t start, std::size_t stop) const;

  std::size_t size() const { return keys_.size(); }
  std::size_t dropped() const { return dropped_; }
  std::size_t max_voxels() const { return max_voxels_; }
  std::size_t bytes() const;

 private:
  float per_m_;
  std::size_t max_voxels_;
  std::size_t dropped_ = 0;
  VoxelTable table_;
  VoxelTable scan_;  // of one call; kept for its memory
  std::vector<std::uint64_t> keys_;
};

/// Lowest and highest corner of a cloud.
struct Bounds {
  Point3 low, high;
};

/// Bounds of the finite points, in one pass; nothing without such points.
std::optional<Bounds> point_bounds(std::span<const Point3> points);

}  // namespace inherit_fast
