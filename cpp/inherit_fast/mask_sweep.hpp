#pragma once

#include <algorithm>
#include <array>
#include <limits>
#include <span>
#include <vector>

#include "inherit_fast/back_project.hpp"
#include "inherit_fast/depth_gate.hpp"

namespace inherit_fast {

// The inside of back_project, shared by its two forms.

inline constexpr std::size_t kLanes =
    8;  // sums run in eight lanes, so that every machine adds alike

/// World coordinates along one image row: axis k of the pixel in column x at depth z is
/// z * (start[k] + x * step[k]) + the camera's position.
struct RowRays {
  std::array<float, 3> start, step;
};

/// One image and its masks; lifts one mask after the other.
template <typename T>
class MaskSweep {
 public:
  /// The arguments must outlive the sweep.
  /// @throws std::invalid_argument as back_project does.
  MaskSweep(const DepthView<T>& view, const MaskRuns& masks, const LiftRules& rules);

  /// Statistics of one mask; leaves its core for `for_each_run`.
  MaskStatistics lift(std::size_t mask);

  /// visit(run, rays) for each run of the core of the mask lifted last. metres() then holds the
  /// depths of the run's trusted pixels and 0 for the others, up to the next multiple of kLanes.
  template <typename Visit>
  void for_each_run(const MaskStatistics& of, const Visit& visit) {
    std::int32_t row = -1;
    RowRays rays{};
    for (const Run& run : core_) {
      if (run.row != row) rays = rays_of(run.row);
      row = run.row;
      load(run, of.near_m, of.far_m, of.ring_px);
      visit(run, rays);
    }
  }

  const float* metres() const { return metres_.data(); }

 private:
  RowRays rays_of(std::int32_t row) const;
  void load(const Run& run, float near, float far, int ring);
  std::int64_t valid_pixels(std::span<const Run> runs);
  int find_core(std::span<const Run> mask, std::int64_t valid);

  const DepthView<T>& view_;
  const MaskRuns& masks_;
  const LiftRules& rules_;
  DepthHistogram histogram_;
  std::vector<std::uint8_t> edge_distance_;
  std::vector<float> metres_;
  std::vector<Run> core_;
};

}  // namespace inherit_fast
