#include "inherit_fast/mask_sweep.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <string>

#include "inherit_fast/depth_edges.hpp"

namespace inherit_fast {
namespace {

constexpr int kMaxRing = 16;
constexpr std::int64_t kSamples = 256;  // a median of so many pixels is good to 8 % of a sigma

void finish(const MaskSums& sums, const Intrinsics& k, const Pose& T, MaskStatistics& out) {
  out.count = sums.count;
  if (out.count == 0) return;
  const auto n = static_cast<double>(out.count);
  out.centroid_m = transform(T, (sums.zx - k.cx * sums.z) / k.fx / n,
                             (sums.zy - k.cy * sums.z) / k.fy / n, sums.z / n);
  for (std::size_t axis = 0; axis < 3; ++axis) {
    const auto camera = static_cast<float>(T.m[4 * axis + 3]);
    out.aabb_min_m[axis] = sums.low[axis] + camera;
    out.aabb_max_m[axis] = sums.high[axis] + camera;
  }
}

std::array<std::int32_t, 4> box_of(std::span<const Run> runs) {
  std::array<std::int32_t, 4> box{runs.front().begin, runs.front().row, 0, runs.back().row + 1};
  for (const Run& run : runs) {
    box[0] = std::min(box[0], run.begin);
    box[2] = std::max(box[2], run.end);
  }
  return box;
}

}  // namespace

template <typename T>
MaskSweep<T>::MaskSweep(const DepthView<T>& view, const MaskRuns& masks, const LiftRules& rules)
    : view_(view),
      masks_(masks),
      rules_(rules),
      rays_(view.camera, view.T_world_camera),
      histogram_(rules.range) {
  if (view.depth.height != masks.height || view.depth.width != masks.width) {
    throw std::invalid_argument("depth and masks must have the same shape");
  }
  if (rules.ring_px < 0 || rules.ring_px > kMaxRing) {
    throw std::invalid_argument("ring_px: expected 0 to 16, got " + std::to_string(rules.ring_px));
  }
  if (!(view.scale > 0.0f && std::isfinite(view.scale))) {
    throw std::invalid_argument("depth_scale: expected a positive number, got " +
                                std::to_string(view.scale));
  }
  range_ = raw_range<T>(rules.range, view.scale);
  edge_distance_ = inherit_fast::edge_distance(view.depth, view.scale, rules.range,
                                               rules.jump_share, rules.ring_px);
  metres_.resize(view.depth.width + kLanes);
}

template <typename T>
MaskStatistics MaskSweep<T>::lift(std::size_t mask) {
  const auto runs = masks_.of(mask);
  MaskStatistics out;
  core_.clear();
  out.mask_px = pixel_count(runs);
  if (out.mask_px == 0) return out;
  out.box_px = box_of(runs);
  out.valid_px = count_in_range(view_, runs, range_);
  if (out.valid_px == 0) return out;
  out.ring_px = find_core(runs, out.valid_px);
  const DepthGate gate = histogram_.gate(rules_.gate_mads, rules_.gate_floor_m);
  out.median_m = gate.median_m;
  out.near_m = gate.near_m;
  out.far_m = gate.far_m;
  const MaskSums sums = sum_runs(view_, rays_, edge_distance_.data(), std::span<const Run>(core_),
                                 gate_of(out), metres_.data());
  finish(sums, view_.camera, view_.T_world_camera, out);
  return out;
}

/// Fills core_ and the histogram with the widest ring that leaves enough, and returns it.
template <typename T>
std::int32_t MaskSweep<T>::find_core(std::span<const Run> mask, std::int64_t valid) {
  const auto height = static_cast<std::int32_t>(masks_.height);
  const auto width = static_cast<std::int32_t>(masks_.width);
  const double enough = static_cast<double>(rules_.min_core_share) * static_cast<double>(valid);
  for (std::int32_t ring = rules_.ring_px;; --ring) {
    core_ = eroded(mask, ring, height, width);
    if (sample_core(ring) >= enough || ring == 0) return ring;
  }
}

/// Fills the histogram from core_; returns how many pixels it stands for. Large masks are sampled:
/// every stride-th pixel in row-major order, an odd number so that no column is missed.
template <typename T>
double MaskSweep<T>::sample_core(std::int32_t ring) {
  histogram_.clear();
  const std::int64_t stride = (pixel_count(core_) / kSamples) | 1;
  std::int64_t next = 0;  // from the start of the run
  for (const Run& run : core_) {
    const std::size_t at = first_pixel(run, masks_.width);
    for (; next < run.end - run.begin; next += stride) {
      const std::size_t pixel = at + static_cast<std::size_t>(next);
      const T depth = view_.depth.pixels[pixel];
      if (range_.holds(depth) && edge_distance_[pixel] >= ring) {
        histogram_.add(static_cast<float>(depth) * view_.scale);
      }
    }
    next -= run.end - run.begin;
  }
  return static_cast<double>(histogram_.count()) * static_cast<double>(stride);
}

template class MaskSweep<std::uint16_t>;
template class MaskSweep<float>;

}  // namespace inherit_fast
