#include "inherit_fast/mask_sweep.hpp"

#include <stdexcept>
#include <string>

#include "inherit_fast/depth_edges.hpp"
#include "inherit_fast/simd.hpp"

namespace inherit_fast {
namespace {

constexpr int kMaxRing = 16;
constexpr float kHuge = std::numeric_limits<float>::max();

/// Trusted pixels of one mask, summed.
struct Sums {
  std::int64_t count = 0;
  double z = 0.0, zx = 0.0, zy = 0.0;  // depth, depth x column, depth x row
  std::array<float, 3> low{kHuge, kHuge, kHuge}, high{-kHuge, -kHuge, -kHuge};
};

/// The same for one run, lane by lane.
struct LaneSums {
  alignas(32) std::array<std::int32_t, kLanes> count;
  alignas(32) std::array<float, kLanes> z, zx;
  alignas(32) std::array<std::array<float, kLanes>, 3> low, high;
};

/// Metres of the pixels with near <= depth <= far and edge distance >= ring; 0 for all others.
template <typename T>
INHERIT_FAST_CLONES void trusted_metres(const T* depth, const std::uint8_t* edge_distance,
                                        std::size_t count, float scale, float near, float far,
                                        std::uint8_t ring, float* metres) {
  for (std::size_t i = 0; i < count; ++i) {
    const float z = static_cast<float>(depth[i]) * scale;
    const bool inside = z >= near && z <= far;  // NaN fails
    metres[i] = inside && edge_distance[i] >= ring ? z : 0.0f;
  }
}

INHERIT_FAST_CLONES
std::int32_t positive_count(const float* metres, std::size_t count) {
  std::int32_t found = 0;
  for (std::size_t i = 0; i < count; ++i) found += metres[i] > 0.0f ? 1 : 0;
  return found;
}

INHERIT_FAST_CLONES
void sum_lanes(const float* metres, std::size_t count, std::int32_t col, const RowRays& rays,
               LaneSums& sums) {
  LaneSums s{};
  alignas(32) std::array<float, kLanes> x{};
  for (std::size_t j = 0; j < kLanes; ++j) x[j] = static_cast<float>(col) + static_cast<float>(j);
  for (auto& lanes : s.low) lanes.fill(kHuge);
  for (auto& lanes : s.high) lanes.fill(-kHuge);
  for (std::size_t i = 0; i < count; i += kLanes) {
    const float* z = metres + i;
    for (std::size_t j = 0; j < kLanes; ++j) {
      s.count[j] += z[j] > 0.0f ? 1 : 0;
      s.z[j] += z[j];
      s.zx[j] += z[j] * x[j];
    }
    for (std::size_t k = 0; k < 3; ++k) {
      for (std::size_t j = 0; j < kLanes; ++j) {
        const float at = z[j] * (rays.start[k] + x[j] * rays.step[k]);
        const float below = z[j] > 0.0f ? at : kHuge;
        const float above = z[j] > 0.0f ? at : -kHuge;
        s.low[k][j] = below < s.low[k][j] ? below : s.low[k][j];
        s.high[k][j] = above > s.high[k][j] ? above : s.high[k][j];
      }
    }
    for (std::size_t j = 0; j < kLanes; ++j) x[j] += static_cast<float>(kLanes);
  }
  sums = s;
}

void add_lanes(const LaneSums& run, std::int32_t row, Sums& sums) {
  double z = 0.0;
  for (std::size_t j = 0; j < kLanes; ++j) {
    sums.count += run.count[j];
    z += static_cast<double>(run.z[j]);
    sums.zx += static_cast<double>(run.zx[j]);
    for (std::size_t k = 0; k < 3; ++k) {
      sums.low[k] = std::min(sums.low[k], run.low[k][j]);
      sums.high[k] = std::max(sums.high[k], run.high[k][j]);
    }
  }
  sums.z += z;
  sums.zy += z * row;
}

void finish(const Sums& sums, const Intrinsics& k, const Pose& T, MaskStatistics& out) {
  out.count = sums.count;
  if (sums.count == 0) return;
  const auto n = static_cast<double>(sums.count);
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
    : view_(view), masks_(masks), rules_(rules), histogram_(rules.range) {
  if (view.depth.height != masks.height || view.depth.width != masks.width) {
    throw std::invalid_argument("depth and masks must have the same shape");
  }
  if (rules.ring_px < 0 || rules.ring_px > kMaxRing) {
    throw std::invalid_argument("ring_px: expected 0 to 16, got " + std::to_string(rules.ring_px));
  }
  edge_distance_ =
      edge_distance(view.depth, view.scale, rules.range, rules.jump_share, rules.ring_px);
  metres_.assign(view.depth.width + kLanes, 0.0f);
}

template <typename T>
MaskStatistics MaskSweep<T>::lift(std::size_t mask) {
  const auto runs = masks_.of(mask);
  MaskStatistics out;
  core_.clear();
  out.mask_px = pixel_count(runs);
  if (out.mask_px == 0) return out;
  out.box_px = box_of(runs);
  out.valid_px = valid_pixels(runs);
  if (out.valid_px == 0) return out;
  out.ring_px = find_core(runs, out.valid_px);
  const DepthGate gate = histogram_.gate(rules_.gate_mads, rules_.gate_floor_m);
  out.median_m = gate.median_m;
  out.near_m = gate.near_m;
  out.far_m = gate.far_m;
  Sums sums;
  LaneSums lanes;
  for_each_run(out, [&](const Run& run, const RowRays& rays) {
    sum_lanes(metres(), static_cast<std::size_t>(run.end - run.begin), run.begin, rays, lanes);
    add_lanes(lanes, run.row, sums);
  });
  finish(sums, view_.camera, view_.T_world_camera, out);
  return out;
}

template <typename T>
RowRays MaskSweep<T>::rays_of(std::int32_t row) const {
  const Intrinsics& camera = view_.camera;
  const double y = (row - camera.cy) / camera.fy;
  RowRays rays{};
  for (std::size_t k = 0; k < 3; ++k) {
    const double* R = view_.T_world_camera.m.data() + 4 * k;
    rays.start[k] = static_cast<float>(R[2] + R[1] * y - R[0] * camera.cx / camera.fx);
    rays.step[k] = static_cast<float>(R[0] / camera.fx);
  }
  return rays;
}

template <typename T>
void MaskSweep<T>::load(const Run& run, float near, float far, int ring) {
  const auto count = static_cast<std::size_t>(run.end - run.begin);
  const auto at =
      static_cast<std::size_t>(run.row) * masks_.width + static_cast<std::size_t>(run.begin);
  trusted_metres(view_.depth.pixels.data() + at, edge_distance_.data() + at, count, view_.scale,
                 near, far, static_cast<std::uint8_t>(ring), metres_.data());
  std::fill_n(metres_.data() + count, kLanes, 0.0f);
}

template <typename T>
std::int64_t MaskSweep<T>::valid_pixels(std::span<const Run> runs) {
  std::int64_t valid = 0;
  for (const Run& run : runs) {
    load(run, rules_.range.min_m, rules_.range.max_m, 0);
    valid += positive_count(metres(), static_cast<std::size_t>(run.end - run.begin));
  }
  return valid;
}

/// Fills core_ and the histogram with the widest ring that leaves enough, and returns it.
template <typename T>
int MaskSweep<T>::find_core(std::span<const Run> mask, std::int64_t valid) {
  const auto height = static_cast<std::int32_t>(masks_.height);
  const auto width = static_cast<std::int32_t>(masks_.width);
  const double enough = static_cast<double>(rules_.min_core_share) * static_cast<double>(valid);
  for (int ring = rules_.ring_px;; --ring) {
    core_ = eroded(mask, ring, height, width);
    histogram_.clear();
    std::int64_t left = 0;
    for (const Run& run : core_) {
      load(run, rules_.range.min_m, rules_.range.max_m, ring);
      const auto count = static_cast<std::size_t>(run.end - run.begin);
      left += positive_count(metres(), count);
      histogram_.add(metres(), count);
    }
    if (ring == 0 || static_cast<double>(left) >= enough) return ring;
  }
}

template class MaskSweep<std::uint16_t>;
template class MaskSweep<float>;

}  // namespace inherit_fast
