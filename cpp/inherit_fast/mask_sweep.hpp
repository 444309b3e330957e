#pragma once

#include <span>
#include <vector>

#include "inherit_fast/back_project.hpp"
#include "inherit_fast/depth_gate.hpp"
#include "inherit_fast/mask_sums.hpp"

namespace inherit_fast {

/// The inside of back_project: one image and its masks; lifts one mask after the other.
template <typename T>
class MaskSweep {
 public:
  /// The arguments must outlive the sweep.
  /// @throws std::invalid_argument as back_project does.
  MaskSweep(const DepthView<T>& view, const MaskRuns& masks, const LiftRules& rules);

  /// Statistics of one mask; leaves its core for `for_each_run`.
  MaskStatistics lift(std::size_t mask);

  /// visit(run, rays) for each run of the core of the mask lifted last; metres() then holds the
  /// depths of its trusted pixels, and NaN for its others.
  template <typename Visit>
  void for_each_run(const MaskStatistics& of, const Visit& visit) {
    const PixelGate<T> gate = gate_of(of);
    for (const Run& run : core_) {
      trusted_metres(view_, edge_distance_.data(), run, gate, metres_.data());
      visit(run, rays_.of(run.row));
    }
  }

  const float* metres() const { return metres_.data(); }

  /// For each pixel of the run, see edge_distance.
  const std::uint8_t* edge_distance(const Run& run) const {
    return edge_distance_.data() + first_pixel(run, masks_.width);
  }

 private:
  PixelGate<T> gate_of(const MaskStatistics& of) const {
    return {raw_range<T>({of.near_m, of.far_m}, view_.scale),
            static_cast<std::uint8_t>(of.ring_px)};
  }
  std::int32_t find_core(std::span<const Run> mask, std::int64_t valid);
  double sample_core(std::int32_t ring);

  const DepthView<T>& view_;
  const MaskRuns& masks_;
  const LiftRules& rules_;
  ImageRays rays_;
  RawRange<T> range_{};
  DepthHistogram histogram_;
  std::vector<std::uint8_t> edge_distance_;
  std::vector<float> metres_;
  std::vector<Run> core_;
};

}  // namespace inherit_fast
