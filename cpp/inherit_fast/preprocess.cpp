#include "inherit_fast/preprocess.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <stdexcept>
#include <vector>

#include "inherit_fast/lanes.hpp"
#include "inherit_fast/resample_axis.hpp"
#include "inherit_fast/simd.hpp"

namespace inherit_fast {
namespace {

/// Red, green, blue and a lane of no meaning: a tap is one load then, and needs no gathering.
using Pixel = float __attribute__((vector_size(16)));

/// One source row minus the mean, two pixels a turn. The fourth byte of each is the next pixel's.
INHERIT_FAST_CLONES
void widen_row(const std::uint8_t* rgb, std::size_t width, const Pixel& mean, Pixel* out) {
  constexpr IntLanes kShift{0, 8, 16, 24, 0, 8, 16, 24};
  const FloatLanes means{mean[0], mean[1], mean[2], 0.0F, mean[0], mean[1], mean[2], 0.0F};
  std::size_t x = 0;
  for (; x + 2 < width; x += 2) {
    std::int32_t a = 0, b = 0;
    std::memcpy(&a, rgb + 3 * x, 4);
    std::memcpy(&b, rgb + 3 * x + 3, 4);
    const IntLanes bytes = (IntLanes{a, a, a, a, b, b, b, b} >> kShift) & 255;
    const FloatLanes values = __builtin_convertvector(bytes, FloatLanes) - means;
    std::memcpy(out + x, &values, sizeof values);
  }
  for (; x < width; ++x) {
    const std::uint8_t* from = rgb + 3 * x;
    for (std::size_t c = 0; c < 3; ++c) out[x][c] = static_cast<float>(from[c]) - mean[c];
  }
}

/// All taps of one output pixel after the other. kTaps: their number, 0 where it is not known here.
template <std::size_t kTaps>
inline void sum_taps(const Pixel* source, const ResampleAxis& axis, Pixel* out) {
  const std::size_t taps = kTaps == 0 ? axis.taps : kTaps;
  const float* weight = axis.weights.data();
  for (std::size_t x = 0; x < axis.first.size(); ++x, weight += taps) {
    const Pixel* from = source + axis.first[x];
    Pixel sum = weight[0] * from[0];
    for (std::size_t tap = 1; tap < taps; ++tap) sum += weight[tap] * from[tap];
    out[x] = sum;
  }
}

INHERIT_FAST_CLONES
void resample_row(const Pixel* source, const ResampleAxis& axis, Pixel* out) {
  if (axis.taps == 2) return sum_taps<2>(source, axis, out);
  if (axis.taps == 3) return sum_taps<3>(source, axis, out);
  sum_taps<0>(source, axis, out);
}

/// Channel by channel, n values each.
INHERIT_FAST_CLONES
void split_row(const Pixel* row, std::size_t n, bool bgr, float* planes) {
  const float* values = reinterpret_cast<const float*>(row);
  float* red = planes + (bgr ? 2 * n : 0);
  float* green = planes + n;
  float* blue = planes + (bgr ? 0 : 2 * n);
  for (std::size_t x = 0; x < n; ++x) {
    red[x] = values[4 * x];
    green[x] = values[4 * x + 1];
    blue[x] = values[4 * x + 2];
  }
}

/// Asks for a row of the output while others are computed: it lies far away, and is all written.
void fetch_row(const float* row, std::size_t n) {
  constexpr std::size_t kLine = 64 / sizeof(float);
  for (std::size_t x = 0; x < n; x += kLine) __builtin_prefetch(row + x, 1);
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
  RowRing(std::span<const std::uint8_t> rgb, std::size_t width, const ResampleAxis& across,
          const Normalisation& norm, std::size_t rows)
      : rgb_(rgb),
        width_(width),
        across_(across),
        bgr_(norm.bgr),
        mean_{norm.mean[norm.bgr ? 2 : 0], norm.mean[1], norm.mean[norm.bgr ? 0 : 2], 0.0F},
        kept_(rows, kNone),
        source_(width),
        resampled_(across.first.size()),
        ring_(rows * 3 * across.first.size()) {}

  /// 3 x out_width values.
  const float* row(std::size_t y) {
    const std::size_t n = across_.first.size();
    const std::size_t slot = y % kept_.size();
    float* out = ring_.data() + slot * 3 * n;
    if (kept_[slot] == y) return out;
    widen_row(rgb_.data() + 3 * y * width_, width_, mean_, source_.data());
    resample_row(source_.data(), across_, resampled_.data());
    split_row(resampled_.data(), n, bgr_, out);
    kept_[slot] = y;
    return out;
  }

 private:
  static constexpr std::size_t kNone = static_cast<std::size_t>(-1);
  std::span<const std::uint8_t> rgb_;
  std::size_t width_;
  const ResampleAxis& across_;
  bool bgr_;
  Pixel mean_;
  std::vector<std::size_t> kept_;
  std::vector<Pixel> source_;
  std::vector<Pixel> resampled_;
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
  const ResampleAxis across = resample_axis(box.x0, box.x1, width, out_width);
  const ResampleAxis down = resample_axis(box.y0, box.y1, height, out_height);
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
      if (y + 1 < out_height) fetch_row(line + out_width, out_width);
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
