#include "inherit_fast/preprocess.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <vector>

#include "inherit_fast/simd.hpp"

namespace inherit_fast {
namespace {

/// For each output position the first source position and `taps` weights, tap by tap. Weights of
/// taps that are not used, or lie outside the source, are zero; no tap lies outside it.
struct Axis {
  std::size_t taps = 0;
  std::vector<std::int32_t> first;
  std::vector<float> weights;  // taps x first.size()

  float weight(std::size_t tap, std::size_t out) const { return weights[tap * first.size() + out]; }
};

struct Span {
  double low, high;  // covered part of the source, in pixels
};

/// Weights of one output position: share of [low, high) that each source pixel covers.
void area_taps(const Span& span, std::size_t source, std::size_t out, Axis& axis) {
  const double low = std::clamp(span.low, 0.0, static_cast<double>(source));
  const double high = std::clamp(span.high, 0.0, static_cast<double>(source));
  if (!(high > low)) return;
  const auto last_start = static_cast<std::int32_t>(source - axis.taps);
  const auto start = std::min(static_cast<std::int32_t>(low), last_start);
  axis.first[out] = start;
  for (std::size_t tap = 0; tap < axis.taps; ++tap) {
    const double pixel = start + static_cast<double>(tap);
    const double covered = std::min(high, pixel + 1.0) - std::max(low, pixel);
    if (covered <= 0.0) continue;
    axis.weights[tap * axis.first.size() + out] =
        static_cast<float>(covered / (span.high - span.low));
  }
}

/// Weights of one output position whose centre falls between two source centres.
void linear_taps(double centre, std::size_t source, std::size_t out, Axis& axis) {
  if (centre < 0.0 || centre >= static_cast<double>(source)) return;
  const double position = std::clamp(centre - 0.5, 0.0, static_cast<double>(source) - 1.0);
  const auto last_start = static_cast<std::int32_t>(source - axis.taps);
  const auto start = std::min(static_cast<std::int32_t>(position), last_start);
  const double share = position - start;
  axis.first[out] = start;
  axis.weights[out] = static_cast<float>(1.0 - share);
  if (axis.taps > 1) axis.weights[axis.first.size() + out] = static_cast<float>(share);
}

Axis make_axis(double low, double high, std::size_t source, std::size_t out) {
  const double scale = (high - low) / static_cast<double>(out);
  const bool shrinks = scale > 1.0;
  // A window of length s touches at most ceil(s) + 1 pixels.
  const std::size_t reach =
      shrinks ? static_cast<std::size_t>(std::ceil(std::min(scale, 1e9))) + 1 : 2;
  Axis axis;
  axis.taps = std::min(reach, source);
  axis.first.assign(out, 0);
  axis.weights.assign(out * axis.taps, 0.0F);
  for (std::size_t i = 0; i < out; ++i) {
    const Span span{low + static_cast<double>(i) * scale, low + static_cast<double>(i + 1) * scale};
    if (shrinks) {
      area_taps(span, source, i, axis);
    } else {
      linear_taps((span.low + span.high) / 2.0, source, i, axis);
    }
  }
  return axis;
}

/// One source row, channel by channel, minus the mean.
INHERIT_FAST_CLONES
void split_row(const std::uint8_t* pixels, std::size_t width, const Normalisation& norm,
               float* planes) {
  const std::size_t red = norm.bgr ? 2 : 0;
  const std::size_t blue = 2 - red;
  const float mean_red = norm.mean[red];
  const float mean_green = norm.mean[1];
  const float mean_blue = norm.mean[blue];
  float* r = planes + red * width;
  float* g = planes + width;
  float* b = planes + blue * width;
  for (std::size_t x = 0; x < width; ++x) {
    r[x] = static_cast<float>(pixels[3 * x]) - mean_red;
    g[x] = static_cast<float>(pixels[3 * x + 1]) - mean_green;
    b[x] = static_cast<float>(pixels[3 * x + 2]) - mean_blue;
  }
}

/// The taps of one output value together: three taps a sweep keep it in a register.
INHERIT_FAST_CLONES
void resample_row(const float* source, const Axis& axis, float* out) {
  const std::size_t n = axis.first.size();
  const std::int32_t* first = axis.first.data();
  const float* w = axis.weights.data();
  if (axis.taps == 2) {
    for (std::size_t x = 0; x < n; ++x) {
      const float* from = source + first[x];
      out[x] = w[x] * from[0] + w[n + x] * from[1];
    }
    return;
  }
  std::fill_n(out, n, 0.0F);
  std::size_t tap = 0;
  for (; tap + 3 <= axis.taps; tap += 3, w += 3 * n) {
    for (std::size_t x = 0; x < n; ++x) {
      const float* from = source + tap + first[x];
      out[x] = out[x] + w[x] * from[0] + w[n + x] * from[1] + w[2 * n + x] * from[2];
    }
  }
  for (; tap < axis.taps; ++tap, w += n) {
    for (std::size_t x = 0; x < n; ++x)
      out[x] += w[x] * source[tap + static_cast<std::size_t>(first[x])];
  }
}

INHERIT_FAST_CLONES
void blend_rows(const float* a, float weight_a, const float* b, float weight_b, std::size_t n,
                float* out) {
  for (std::size_t x = 0; x < n; ++x) out[x] = weight_a * a[x] + weight_b * b[x];
}

INHERIT_FAST_CLONES
void add_row(const float* row, float weight, std::size_t n, float* out) {
  for (std::size_t x = 0; x < n; ++x) out[x] += weight * row[x];
}

void check(std::span<const std::uint8_t> rgb, std::size_t height, std::size_t width,
           const CropBox& box, std::size_t out_height, std::size_t out_width,
           const Normalisation& norm) {
  if (height == 0 || width == 0 || out_height == 0 || out_width == 0) {
    throw std::invalid_argument("rgb and the output must hold at least one pixel");
  }
  if (rgb.size() != height * width * 3) {
    throw std::invalid_argument("rgb must hold height x width x 3 values");
  }
  const bool finite = std::isfinite(box.x0) && std::isfinite(box.y0) && std::isfinite(box.x1) &&
                      std::isfinite(box.y1);
  if (!finite || !(box.x1 > box.x0) || !(box.y1 > box.y0)) {
    throw std::invalid_argument("box_px must be finite with x0 < x1 and y0 < y1");
  }
  for (const float value : norm.std) {
    if (!(value > 0.0F)) throw std::invalid_argument("std must be positive");
  }
}

/// The last few source rows after the horizontal pass; rows are asked for in rising order.
class RowRing {
 public:
  RowRing(std::span<const std::uint8_t> rgb, std::size_t width, const Axis& across,
          const Normalisation& norm, std::size_t rows)
      : rgb_(rgb),
        width_(width),
        across_(across),
        norm_(norm),
        kept_(rows, kNone),
        planes_(3 * width),
        ring_(rows * 3 * across.first.size()) {}

  /// 3 x out_width values.
  const float* row(std::size_t y) {
    const std::size_t n = across_.first.size();
    const std::size_t slot = y % kept_.size();
    float* out = ring_.data() + slot * 3 * n;
    if (kept_[slot] == y) return out;
    split_row(rgb_.data() + 3 * y * width_, width_, norm_, planes_.data());
    for (std::size_t c = 0; c < 3; ++c) {
      resample_row(planes_.data() + c * width_, across_, out + c * n);
    }
    kept_[slot] = y;
    return out;
  }

 private:
  static constexpr std::size_t kNone = static_cast<std::size_t>(-1);
  std::span<const std::uint8_t> rgb_;
  std::size_t width_;
  const Axis& across_;
  const Normalisation& norm_;
  std::vector<std::size_t> kept_;
  std::vector<float> planes_;
  std::vector<float> ring_;
};

}  // namespace

void preprocess(std::span<const std::uint8_t> rgb, std::size_t height, std::size_t width,
                const CropBox& box, std::size_t out_height, std::size_t out_width,
                const Normalisation& norm, std::span<float> out) {
  check(rgb, height, width, box, out_height, out_width, norm);
  if (out.size() != 3 * out_height * out_width) {
    throw std::invalid_argument("out must hold 3 x out_height x out_width values");
  }
  const Axis across = make_axis(box.x0, box.x1, width, out_width);
  const Axis down = make_axis(box.y0, box.y1, height, out_height);
  RowRing ring(rgb, width, across, norm, down.taps);
  for (std::size_t y = 0; y < out_height; ++y) {
    const auto first = static_cast<std::size_t>(down.first[y]);
    const std::size_t second = down.taps > 1 ? 1 : 0;
    const float* a = ring.row(first);
    const float* b = ring.row(first + second);
    const float weight_b = second > 0 ? down.weight(1, y) : 0.0F;
    for (std::size_t c = 0; c < 3; ++c) {
      float* line = out.data() + (c * out_height + y) * out_width;
      const std::size_t shift = c * out_width;
      blend_rows(a + shift, down.weight(0, y) / norm.std[c], b + shift, weight_b / norm.std[c],
                 out_width, line);
    }
    for (std::size_t tap = 2; tap < down.taps; ++tap) {
      const float weight = down.weight(tap, y);
      if (weight == 0.0F) continue;
      const float* row = ring.row(first + tap);
      for (std::size_t c = 0; c < 3; ++c) {
        add_row(row + c * out_width, weight / norm.std[c], out_width,
                out.data() + (c * out_height + y) * out_width);
      }
    }
  }
}

}  // namespace inherit_fast
