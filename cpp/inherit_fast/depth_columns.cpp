#include "inherit_fast/depth_columns.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <string>

#include "inherit_fast/simd.hpp"

namespace inherit_fast {
namespace {

/// A row's pixels are `depth * (column + row)` plus the offset, x and y in cells from the window's
/// corner, z in metres above the floor.
struct RowFrame {
  const float *column_x, *column_y, *column_z;
  float row_x, row_y, row_z;
  float offset_x, offset_y, offset_z;
  float scale, min_m, max_m, low_m, slices_per_m;
  std::int32_t width;
};

/// code = cell * 32 + slice, or -1 without evidence. Branch-free, so that it vectorises.
template <typename T>
[[gnu::always_inline]] inline void encode(const T* depth, std::size_t stride, std::size_t n,
                                          const RowFrame& f, std::int32_t* codes) {
  for (std::size_t i = 0; i < n; ++i) {
    const float d = static_cast<float>(depth[i * stride]) * f.scale;
    // Written so that NaN fails the test.
    const bool in_range = (d >= f.min_m) & (d <= f.max_m) & (d > 0.0f);
    const float safe = in_range ? d : 0.0f;
    const float x = safe * (f.column_x[i] + f.row_x) + f.offset_x;
    const float y = safe * (f.column_y[i] + f.row_y) + f.offset_y;
    const float z = safe * (f.column_z[i] + f.row_z) + f.offset_z;
    const float slice = z * f.slices_per_m;
    const bool above = (z >= f.low_m) & (slice < static_cast<float>(kHeightSlices));
    const bool on_floor = (z > -f.low_m) & (z < f.low_m);
    const auto bit = above ? static_cast<std::int32_t>(above ? slice : 0.0f) : kFloorBit;
    const auto cell = static_cast<std::int32_t>(y) * f.width + static_cast<std::int32_t>(x);
    codes[i] = in_range & (above | on_floor) ? cell * 32 + bit : -1;
  }
}

INHERIT_FAST_CLONES void encode_row(const std::uint16_t* depth, std::size_t stride, std::size_t n,
                                    const RowFrame& f, std::int32_t* codes) {
  if (stride == 1) return encode(depth, 1, n, f, codes);
  if (stride == 2) return encode(depth, 2, n, f, codes);
  encode(depth, stride, n, f, codes);
}

INHERIT_FAST_CLONES void encode_row(const float* depth, std::size_t stride, std::size_t n,
                                    const RowFrame& f, std::int32_t* codes) {
  if (stride == 1) return encode(depth, 1, n, f, codes);
  if (stride == 2) return encode(depth, 2, n, f, codes);
  encode(depth, stride, n, f, codes);
}

}  // namespace

void DepthColumns::place(const Intrinsics& k, std::size_t height, std::size_t width, const Pose& T,
                         const DepthRange& range, double cell_m) {
  double reach = 0.0;
  for (const double u : {0.0, static_cast<double>(width)}) {
    for (const double v : {0.0, static_cast<double>(height)}) {
      const double a = (u - k.cx) / k.fx, b = (v - k.cy) / k.fy;
      reach = std::max(reach, std::abs(T.m[0] * a + T.m[1] * b + T.m[2]));
      reach = std::max(reach, std::abs(T.m[4] * a + T.m[5] * b + T.m[6]));
    }
  }
  const double radius = std::ceil(reach * static_cast<double>(range.max_m) / cell_m) + 2.0;
  if (!(radius <= kMaxRadius)) {
    throw std::invalid_argument("max_depth_m: the view reaches more than " +
                                std::to_string(kMaxRadius) + " cells from the camera");
  }
  const double limit = 1e9;
  const double camera_ix = std::floor(T.m[3] / cell_m), camera_iy = std::floor(T.m[7] / cell_m);
  if (!(std::abs(camera_ix) < limit && std::abs(camera_iy) < limit)) {
    throw std::invalid_argument("T_world_camera: the camera lies outside the grid's range");
  }
  width_ = 2 * static_cast<std::int32_t>(radius) + 1;
  origin_ix_ = static_cast<std::int32_t>(camera_ix - radius);
  origin_iy_ = static_cast<std::int32_t>(camera_iy - radius);
}

void DepthColumns::forget() {
  for (const auto cell : touched_) once_[static_cast<std::size_t>(cell)] = 0;
  for (const auto cell : touched_) twice_[static_cast<std::size_t>(cell)] = 0;
  touched_.clear();
}

void DepthColumns::count(const std::vector<std::int32_t>& codes) {
  for (const auto code : codes) {
    if (code < 0) continue;
    const auto cell = static_cast<std::size_t>(code >> 5);
    const std::uint32_t bit = 1u << (code & 31);
    if (once_[cell] == 0) touched_.push_back(code >> 5);
    twice_[cell] |= once_[cell] & bit;
    once_[cell] |= bit;
  }
}

template <typename T>
void DepthColumns::fill(const ImageView<T>& depth, float depth_scale, const Intrinsics& k,
                        const Pose& pose, const DepthRange& range, std::size_t stride,
                        const HeightBands& bands, double cell_m) {
  if (stride == 0) throw std::invalid_argument("stride: expected >= 1, got 0");
  forget();
  place(k, depth.height, depth.width, pose, range, cell_m);
  const auto cells = static_cast<std::size_t>(width_) * static_cast<std::size_t>(width_);
  once_.resize(std::max(once_.size(), cells), 0);
  twice_.resize(once_.size(), 0);

  const auto& m = pose.m;
  const std::size_t n = (depth.width + stride - 1) / stride;
  column_x_.resize(n), column_y_.resize(n), column_z_.resize(n), codes_.resize(n);
  for (std::size_t i = 0; i < n; ++i) {
    const double a = (static_cast<double>(i * stride) - k.cx) / k.fx;
    column_x_[i] = static_cast<float>((m[0] * a + m[2]) / cell_m);
    column_y_[i] = static_cast<float>((m[4] * a + m[6]) / cell_m);
    column_z_[i] = static_cast<float>(m[8] * a + m[10]);
  }
  const auto offset = [&](double at_m, std::int32_t origin) {
    return static_cast<float>(at_m / cell_m - origin);
  };
  RowFrame f{column_x_.data(),
             column_y_.data(),
             column_z_.data(),
             0,
             0,
             0,
             offset(m[3], origin_ix_),
             offset(m[7], origin_iy_),
             static_cast<float>(m[11]),
             depth_scale,
             range.min_m,
             range.max_m,
             static_cast<float>(bands.low_m),
             static_cast<float>(1.0 / bands.slice_m),
             width_};
  for (std::size_t row = 0; row < depth.height; row += stride) {
    const double b = (static_cast<double>(row) - k.cy) / k.fy;
    f.row_x = static_cast<float>(m[1] * b / cell_m);
    f.row_y = static_cast<float>(m[5] * b / cell_m);
    f.row_z = static_cast<float>(m[9] * b);
    encode_row(&depth(row, 0), stride, n, f, codes_.data());
    count(codes_);
  }
}

template void DepthColumns::fill(const ImageView<std::uint16_t>&, float, const Intrinsics&,
                                 const Pose&, const DepthRange&, std::size_t, const HeightBands&,
                                 double);
template void DepthColumns::fill(const ImageView<float>&, float, const Intrinsics&, const Pose&,
                                 const DepthRange&, std::size_t, const HeightBands&, double);

}  // namespace inherit_fast
