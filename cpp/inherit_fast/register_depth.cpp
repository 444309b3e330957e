#include "inherit_fast/register_depth.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <type_traits>
#include <utility>

#include "inherit_fast/simd.hpp"

namespace inherit_fast {
namespace {

/// One row of depth pixels after projection; the last entry is a neighbour that is never there.
struct Footprints {
  explicit Footprints(std::size_t width)
      : own_z(width + 1),
        z(width + 1),
        left(width + 1),
        right(width + 1),
        top(width + 1),
        bottom(width + 1) {}

  std::vector<double> own_z;                     // metres in the depth camera; 0 = no return
  std::vector<double> z;                         // metres in the colour camera; 0 = dropped
  std::vector<double> left, right, top, bottom;  // of the pixel's rectangle, in colour pixels
};

/// Whole pixels begin <= x < end of every rectangle of a row.
struct Spans {
  explicit Spans(std::size_t width) : x0(width), x1(width), y0(width), y1(width) {}

  std::vector<std::int32_t> x0, x1, y0, y1;
};

template <typename T>
void metres(const ImageView<T>& depth, std::size_t row, double scale, std::vector<double>& out) {
  constexpr double kFar = 1e9;  // no sensor's unit: keeps infinity out of the arithmetic
  for (std::size_t col = 0; col < depth.width; ++col) {
    const auto unit = static_cast<double>(depth(row, col));
    out[col] = unit > 0.0 && unit <= kFar ? unit * scale : 0.0;
  }
}

/// The pointers are parameters because g++ believes __restrict nowhere else.
INHERIT_FAST_CLONES void project(const DepthRegistration r, double row, std::size_t width,
                                 const double* __restrict own, double* __restrict pz,
                                 double* __restrict left, double* __restrict right,
                                 double* __restrict top, double* __restrict bottom) {
  const auto& m = r.T_colour_depth.m;
  const Intrinsics &from = r.depth_camera, &to = r.colour_camera;
  const double y = (row - from.cy) / from.fy;
  const double per_fx = 1.0 / from.fx, per_fy = 1.0 / from.fy;
  const double limit_w = r.max_magnification * to.fx * per_fx;
  const double limit_h = r.max_magnification * to.fy * per_fy;
  const auto count = static_cast<std::int32_t>(width);
  for (std::int32_t col = 0; col < count; ++col) {
    const double x = (static_cast<double>(col) - from.cx) * per_fx;
    const double z = own[col];
    const double depth = (m[8] * x + (m[9] * y + m[10])) * z + m[11];
    const double inverse = 1.0 / depth;
    const double a = ((m[0] * x + (m[1] * y + m[2])) * z + m[3]) * inverse;
    const double b = ((m[4] * x + (m[5] * y + m[6])) * z + m[7]) * inverse;
    // Half the pixel's width and height: the projection's Jacobian at constant depth.
    const double half = 0.5 * z * inverse;
    const double w =
        (std::abs(m[0] - a * m[8]) * per_fx + std::abs(m[1] - a * m[9]) * per_fy) * half * to.fx;
    const double h =
        (std::abs(m[4] - b * m[8]) * per_fx + std::abs(m[5] - b * m[9]) * per_fy) * half * to.fy;
    const double u = to.fx * a + to.cx;
    const double v = to.fy * b + to.cy;
    pz[col] = depth;
    left[col] = u - w;
    right[col] = u + w;
    top[col] = v - h;
    bottom[col] = v + h;
  }
  // Apart from the arithmetic, which would become branches with it.
  for (std::int32_t col = 0; col < count; ++col) {
    const bool fits = (right[col] - left[col] <= limit_w) & (bottom[col] - top[col] <= limit_h);
    const bool there = fits & (own[col] > 0.0) & (pz[col] > 0.0);
    pz[col] = there ? pz[col] : 0.0;
  }
}

/// Smallest whole number that is not below `edge`, in 0..size.
inline std::int32_t first_pixel(double edge, double size) {
  const double inside = std::min(std::max(0.0, edge), size);  // in this order NaN becomes 0
  const auto whole = static_cast<std::int32_t>(inside);
  return whole + static_cast<std::int32_t>(static_cast<double>(whole) < inside);
}

/// Stretches [begin, end] of one rectangle over the gap to its neighbour's, by at most `reach`.
inline void close_gap(bool joined, double reach, double other_begin, double other_end,
                      double& begin, double& end) {
  const double stretched_end = std::max(end, std::min(other_begin, end + reach));
  const double stretched_begin = std::min(begin, std::max(other_end, begin - reach));
  end = joined ? stretched_end : end;
  begin = joined ? stretched_begin : begin;
}

/// Joins every rectangle with its neighbours to the right and below, where they are one surface.
INHERIT_FAST_CLONES void join(const DepthRegistration& r, const Footprints& row,
                              const Footprints& below, double height, double width, Spans& out) {
  const double* __restrict own = row.own_z.data();
  const double* __restrict z = row.z.data();
  const double* __restrict left = row.left.data();
  const double* __restrict right = row.right.data();
  const double* __restrict top = row.top.data();
  const double* __restrict bottom = row.bottom.data();
  std::int32_t* __restrict x0 = out.x0.data();
  std::int32_t* __restrict x1 = out.x1.data();
  std::int32_t* __restrict y0 = out.y0.data();
  std::int32_t* __restrict y1 = out.y1.data();
  const double* below_own = below.own_z.data();
  const double* below_z = below.z.data();
  const double* below_left = below.left.data();
  const double* below_right = below.right.data();
  const double* below_top = below.top.data();
  const double* below_bottom = below.bottom.data();
  const std::size_t count = out.x0.size();
  for (std::size_t i = 0; i < count; ++i) {
    double l = left[i], e = right[i], t = top[i], b = bottom[i];
    const double reach_x = r.max_magnification * (e - l);
    const double reach_y = r.max_magnification * (b - t);
    const double step = r.surface_step * own[i];
    const bool beside = (z[i + 1] > 0.0) & (std::abs(own[i] - own[i + 1]) <= step);
    close_gap(beside, reach_x, left[i + 1], right[i + 1], l, e);
    close_gap(beside, reach_y, top[i + 1], bottom[i + 1], t, b);
    const bool under = (below_z[i] > 0.0) & (std::abs(own[i] - below_own[i]) <= step);
    close_gap(under, reach_x, below_left[i], below_right[i], l, e);
    close_gap(under, reach_y, below_top[i], below_bottom[i], t, b);
    x0[i] = first_pixel(l, width);
    x1[i] = first_pixel(e, width);
    y0[i] = first_pixel(t, height);
    y1[i] = first_pixel(b, height);
  }
}

template <typename T>
T stored(double z_m, double units_per_m) {
  const double units = z_m * units_per_m;
  if constexpr (std::is_same_v<T, float>) {
    return static_cast<float>(units);
  } else {
    const double rounded = units + 0.5;
    return rounded >= 65536.0 ? T{0} : static_cast<T>(rounded);
  }
}

template <typename T>
void splat(const Footprints& row, const Spans& spans, double units_per_m, std::size_t width,
           std::vector<T>& out) {
  for (std::size_t i = 0; i < spans.x0.size(); ++i) {
    if (row.z[i] == 0.0) continue;
    const T value = stored<T>(row.z[i], units_per_m);
    if (value == T{0}) continue;
    for (std::int32_t y = spans.y0[i]; y < spans.y1[i]; ++y) {
      for (std::int32_t x = spans.x0[i]; x < spans.x1[i]; ++x) {
        T& nearest = out[static_cast<std::size_t>(y) * width + static_cast<std::size_t>(x)];
        if (nearest == T{0} || value < nearest) nearest = value;
      }
    }
  }
}

void require_finite(const DepthRegistration& r) {
  double sum = 0.0;
  for (const double value : r.T_colour_depth.m) sum += value;
  for (const auto& k : {r.depth_camera, r.colour_camera}) {
    if (!(k.fx > 0.0 && k.fy > 0.0)) throw std::invalid_argument("focal lengths must be > 0");
    sum += k.fx + k.fy + k.cx + k.cy;
  }
  if (!std::isfinite(sum)) throw std::invalid_argument("cameras and T_colour_depth must be finite");
  if (!(r.depth_scale > 0.0)) throw std::invalid_argument("depth_scale must be > 0");
}

}  // namespace

template <typename T>
std::vector<T> register_depth(const ImageView<T>& depth, const DepthRegistration& registration,
                              std::size_t height, std::size_t width) {
  require_finite(registration);
  std::vector<T> out(height * width, T{0});
  if (depth.height == 0 || depth.width == 0) return out;
  Footprints now(depth.width);
  Footprints below(depth.width);
  Spans spans(depth.width);
  const auto read = [&](std::size_t row, Footprints& into) {
    metres(depth, row, registration.depth_scale, into.own_z);
    project(registration, static_cast<double>(row), depth.width, into.own_z.data(), into.z.data(),
            into.left.data(), into.right.data(), into.top.data(), into.bottom.data());
  };
  read(0, now);
  for (std::size_t row = 0; row < depth.height; ++row) {
    const bool last = row + 1 == depth.height;
    if (!last) read(row + 1, below);
    join(registration, now, last ? now : below, static_cast<double>(height),
         static_cast<double>(width), spans);
    splat(now, spans, 1.0 / registration.depth_scale, width, out);
    std::swap(now, below);
  }
  return out;
}

template std::vector<std::uint16_t> register_depth(const ImageView<std::uint16_t>&,
                                                   const DepthRegistration&, std::size_t,
                                                   std::size_t);
template std::vector<float> register_depth(const ImageView<float>&, const DepthRegistration&,
                                           std::size_t, std::size_t);

}  // namespace inherit_fast
