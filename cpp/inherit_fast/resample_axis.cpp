#include "inherit_fast/resample_axis.hpp"

#include <algorithm>
#include <cmath>

namespace inherit_fast {
namespace {

struct Span {
  double low, high;  // covered part of the source, in pixels
};

/// Weights of one output position: share of [low, high) that each source pixel covers.
void area_taps(const Span& span, std::size_t source, std::size_t out, ResampleAxis& axis) {
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
    axis.weight(tap, out) = static_cast<float>(covered / (span.high - span.low));
  }
}

/// Weights of one output position whose centre falls between two source centres.
void linear_taps(double centre, std::size_t source, std::size_t out, ResampleAxis& axis) {
  if (centre < 0.0 || centre >= static_cast<double>(source)) return;
  const double position = std::clamp(centre - 0.5, 0.0, static_cast<double>(source) - 1.0);
  const auto last_start = static_cast<std::int32_t>(source - axis.taps);
  const auto start = std::min(static_cast<std::int32_t>(position), last_start);
  const double share = position - start;
  axis.first[out] = start;
  axis.weight(0, out) = static_cast<float>(1.0 - share);
  if (axis.taps > 1) axis.weight(1, out) = static_cast<float>(share);
}

}  // namespace

ResampleAxis resample_axis(double low, double high, std::size_t source, std::size_t out) {
  const double scale = (high - low) / static_cast<double>(out);
  const bool shrinks = scale > 1.0;
  // A window of length s touches at most ceil(s) + 1 pixels.
  const std::size_t reach =
      shrinks ? static_cast<std::size_t>(std::ceil(std::min(scale, 1e9))) + 1 : 2;
  ResampleAxis axis;
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

}  // namespace inherit_fast
