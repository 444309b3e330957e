#include "inherit_fast/mask_sums.hpp"

#include <algorithm>
#include <limits>

#include "inherit_fast/lane_sums.hpp"
#include "inherit_fast/simd.hpp"

namespace inherit_fast {
namespace {

constexpr float kNaN = std::numeric_limits<float>::quiet_NaN();
constexpr float kInfinity = std::numeric_limits<float>::infinity();

// Inlined into the loops below, so that they too are compiled for each processor.
template <typename T>
[[gnu::always_inline]] inline void load(const T* depth, const std::uint8_t* edge_distance,
                                        std::size_t count, float scale, const PixelGate<T>& gate,
                                        float* metres) {
  for (std::size_t i = 0; i < count; ++i) {
    // Not &&, which would be a branch and keep the loop from vectorising.
    const bool trusted = (depth[i] >= gate.depth.low) & (depth[i] <= gate.depth.high) &
                         (edge_distance[i] >= gate.edge_distance);
    const float z = static_cast<float>(depth[i]) * scale;
    metres[i] = trusted ? z : kNaN;
  }
  for (std::size_t i = count; i < count + kLanes; ++i) metres[i] = kNaN;
}

[[gnu::always_inline]] inline void add(const float* metres, std::size_t count, std::int32_t col,
                                       const RowRays& rays, LaneSums& sums) {
#ifdef __ARM_NEON
  add_pixels_neon(metres, count, col, rays, sums);
#else
  add_pixels(metres, count, col, rays, sums);
#endif
}

[[gnu::always_inline]] inline void close_row(std::int32_t row, LaneSums& sums) {
  const DoubleLanes z = __builtin_convertvector(sums.row_z, DoubleLanes);
  sums.z += z;
  sums.zx += __builtin_convertvector(sums.row_zx, DoubleLanes);
  sums.zy += z * static_cast<double>(row);
  sums.row_z = sums.row_zx = FloatLanes{};
}

template <typename T>
INHERIT_FAST_CLONES void sum_lanes(const DepthView<T>& view, const ImageRays& image,
                                   const std::uint8_t* edge_distance, std::span<const Run> runs,
                                   const PixelGate<T>& gate, float* scratch, LaneSums& out) {
  LaneSums lanes = out;
  RowRays rays{};
  std::int32_t row = -1;
  for (const Run& run : runs) {
    if (run.row != row) {
      close_row(row, lanes);
      row = run.row;
      rays = image.of(row);
    }
    const std::size_t at = first_pixel(run, view.depth.width);
    const auto count = static_cast<std::size_t>(run.end - run.begin);
    load(view.depth.pixels.data() + at, edge_distance + at, count, view.scale, gate, scratch);
    add(scratch, count, run.begin, rays, lanes);
  }
  close_row(row, lanes);
  out = lanes;
}

}  // namespace

ImageRays::ImageRays(const Intrinsics& camera, const Pose& T_world_camera) {
  for (std::size_t k = 0; k < 3; ++k) {
    const double* R = T_world_camera.m.data() + 4 * k;
    right_[k] = R[0] / camera.fx;
    down_[k] = R[1] / camera.fy;
    origin_[k] = R[2] - right_[k] * camera.cx - down_[k] * camera.cy;
  }
}

template <typename T>
INHERIT_FAST_CLONES std::int64_t count_in_range(const DepthView<T>& view, std::span<const Run> runs,
                                                const RawRange<T>& range) {
  std::int64_t found = 0;
  for (const Run& run : runs) {
    const T* depth = view.depth.pixels.data() + first_pixel(run, view.depth.width);
    std::int32_t here = 0;
    for (std::int32_t i = 0; i < run.end - run.begin; ++i) {
      here += (depth[i] >= range.low) & (depth[i] <= range.high);
    }
    found += here;
  }
  return found;
}

template <typename T>
INHERIT_FAST_CLONES void trusted_metres(const DepthView<T>& view, const std::uint8_t* edge_distance,
                                        const Run& run, const PixelGate<T>& gate, float* metres) {
  const std::size_t at = first_pixel(run, view.depth.width);
  load(view.depth.pixels.data() + at, edge_distance + at,
       static_cast<std::size_t>(run.end - run.begin), view.scale, gate, metres);
}

template <typename T>
MaskSums sum_runs(const DepthView<T>& view, const ImageRays& rays,
                  const std::uint8_t* edge_distance, std::span<const Run> runs,
                  const PixelGate<T>& gate, float* scratch) {
  LaneSums lanes;
  lanes.low.fill(FloatLanes{} + kInfinity);
  lanes.high.fill(FloatLanes{} - kInfinity);
  sum_lanes(view, rays, edge_distance, runs, gate, scratch, lanes);
  MaskSums sums;
  sums.low.fill(kInfinity);
  sums.high.fill(-kInfinity);
  for (std::size_t j = 0; j < kLanes; ++j) {
    sums.count += lanes.count[j];
    sums.z += lanes.z[j];
    sums.zx += lanes.zx[j];
    sums.zy += lanes.zy[j];
    for (std::size_t k = 0; k < 3; ++k) {
      sums.low[k] = std::min(sums.low[k], lanes.low[k][j]);
      sums.high[k] = std::max(sums.high[k], lanes.high[k][j]);
    }
  }
  return sums;
}

#define INHERIT_FAST_INSTANTIATE(T)                                                      \
  template std::int64_t count_in_range(const DepthView<T>&, std::span<const Run>,        \
                                       const RawRange<T>&);                              \
  template void trusted_metres(const DepthView<T>&, const std::uint8_t*, const Run&,     \
                               const PixelGate<T>&, float*);                             \
  template MaskSums sum_runs(const DepthView<T>&, const ImageRays&, const std::uint8_t*, \
                             std::span<const Run>, const PixelGate<T>&, float*);
INHERIT_FAST_INSTANTIATE(std::uint16_t)
INHERIT_FAST_INSTANTIATE(float)
#undef INHERIT_FAST_INSTANTIATE

}  // namespace inherit_fast
