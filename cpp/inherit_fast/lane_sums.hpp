#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>

#include "inherit_fast/lanes.hpp"
#include "inherit_fast/mask_sums.hpp"
#ifdef __ARM_NEON
#include <arm_neon.h>
#endif

namespace inherit_fast {

/// Sums and extremes of trusted pixels, lane by lane: pixel i of a run counts in lane i % kLanes.
struct LaneSums {
  IntLanes count{};
  FloatLanes row_z{}, row_zx{};  // of one row
  DoubleLanes z{}, zx{}, zy{};   // of the rows before it: long sums keep their digits
  std::array<FloatLanes, 3> low, high;
};

// Inlined into loops that are compiled for each processor.

/// @param metres depths of a run, NaN for pixels without trust and for kLanes places after them.
/// @param col the run's first column.
[[gnu::always_inline]] inline void add_pixels(const float* metres, std::size_t count,
                                              std::int32_t col, const RowRays& rays,
                                              LaneSums& sums) {
  FloatLanes x = FloatLanes{0, 1, 2, 3, 4, 5, 6, 7} + static_cast<float>(col);
  for (std::size_t i = 0; i < count; i += kLanes) {
    FloatLanes z;
    std::memcpy(&z, metres + i, sizeof z);
    const IntLanes trusted = z == z;  // -1 where true; NaN is not
    const FloatLanes depth = trusted ? z : FloatLanes{};
    sums.count -= trusted;
    sums.row_z += depth;
    sums.row_zx += depth * x;
    for (std::size_t k = 0; k < 3; ++k) {
      const FloatLanes at = z * (rays.start[k] + x * rays.step[k]);
      sums.low[k] = at < sums.low[k] ? at : sums.low[k];  // false for NaN
      sums.high[k] = at > sums.high[k] ? at : sums.high[k];
    }
    x += static_cast<float>(kLanes);
  }
}

#ifdef __ARM_NEON
/// Four of the lanes, from `lane` on.
inline void add_four_lanes(const float* metres, std::size_t count, float col, const RowRays& rays,
                           std::size_t lane, LaneSums& sums) {
  const auto of = [lane](auto& lanes) { return reinterpret_cast<float*>(&lanes) + lane; };
  auto* counts = reinterpret_cast<std::int32_t*>(&sums.count) + lane;
  int32x4_t counted = vld1q_s32(counts);
  float32x4_t row_z = vld1q_f32(of(sums.row_z)), row_zx = vld1q_f32(of(sums.row_zx));
  std::array<float32x4_t, 3> low, high;
  for (std::size_t k = 0; k < 3; ++k) {
    low[k] = vld1q_f32(of(sums.low[k])), high[k] = vld1q_f32(of(sums.high[k]));
  }
  float32x4_t x = vaddq_f32(float32x4_t{0, 1, 2, 3}, vdupq_n_f32(col + static_cast<float>(lane)));
  for (std::size_t i = 0; i < count; i += kLanes) {
    const float32x4_t z = vld1q_f32(metres + i + lane);
    const uint32x4_t trusted = vceqq_f32(z, z);
    const float32x4_t depth = vbslq_f32(trusted, z, vdupq_n_f32(0.0F));
    counted = vsubq_s32(counted, vreinterpretq_s32_u32(trusted));
    row_z = vaddq_f32(row_z, depth);
    row_zx = vaddq_f32(row_zx, vmulq_f32(depth, x));
    for (std::size_t k = 0; k < 3; ++k) {
      const float32x4_t slope = vaddq_f32(vdupq_n_f32(rays.start[k]), vmulq_n_f32(x, rays.step[k]));
      const float32x4_t at = vmulq_f32(z, slope);
      low[k] = vbslq_f32(vcltq_f32(at, low[k]), at, low[k]);  // vminq would take over NaN
      high[k] = vbslq_f32(vcgtq_f32(at, high[k]), at, high[k]);
    }
    x = vaddq_f32(x, vdupq_n_f32(static_cast<float>(kLanes)));
  }
  vst1q_s32(counts, counted);
  vst1q_f32(of(sums.row_z), row_z), vst1q_f32(of(sums.row_zx), row_zx);
  for (std::size_t k = 0; k < 3; ++k) {
    vst1q_f32(of(sums.low[k]), low[k]), vst1q_f32(of(sums.high[k]), high[k]);
  }
}

/// The same by hand: where registers hold four lanes, g++ compares eight one by one.
inline void add_pixels_neon(const float* metres, std::size_t count, std::int32_t col,
                            const RowRays& rays, LaneSums& sums) {
  const auto start = static_cast<float>(col);
  add_four_lanes(metres, count, start, rays, 0, sums);
  add_four_lanes(metres, count, start, rays, kLanes / 2, sums);
}
#endif

}  // namespace inherit_fast
