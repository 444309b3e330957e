#include "inherit_fast/depth_gate.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <stdexcept>

namespace inherit_fast {
namespace {

constexpr double kSigmaOfMad = 1.4826;  // standard deviation of a Gaussian with that MAD

/// Smallest distance from `middle` within which half of all counts lie; `place` grows with the bin.
double median_distance(const std::vector<std::uint32_t>& counts, std::size_t middle,
                       std::uint64_t total, const auto& place) {
  std::size_t low = middle;
  std::size_t high = middle;
  std::uint64_t covered = counts[middle];
  double distance = 0.0;
  while (2 * covered < total) {
    const double below = low > 0 ? std::fabs(place(low - 1) - place(middle)) : INFINITY;
    const double above =
        high + 1 < counts.size() ? std::fabs(place(high + 1) - place(middle)) : INFINITY;
    distance = std::min(below, above);
    covered += below <= above ? counts[--low] : counts[++high];
  }
  return distance;
}

}  // namespace

DepthHistogram::DepthHistogram(const DepthRange& range) : range_(range) {
  if (!(range.min_m > 0.0f && range.max_m >= range.min_m && std::isfinite(range.max_m))) {
    throw std::invalid_argument("min_depth_m, max_depth_m: expected 0 < min <= max, both finite");
  }
  first_ = bin_of(range.min_m);
  counts_.assign(bin_of(range.max_m) - first_ + 1, 0);
}

void DepthHistogram::clear() {
  std::fill(counts_.begin(), counts_.end(), 0u);
  count_ = 0;
}

double DepthHistogram::depth_of(std::size_t bin) const {
  const auto bits = (static_cast<std::uint32_t>(bin) + first_) << kDropped | 1u << (kDropped - 1);
  return static_cast<double>(std::bit_cast<float>(bits));
}

DepthGate DepthHistogram::gate(float mads, float floor_m) const {
  if (count_ == 0) return {0.0f, range_.min_m, range_.max_m};
  std::size_t middle = 0;
  for (std::uint64_t below = counts_[0]; 2 * below < count_;) below += counts_[++middle];

  const double mad = median_distance(counts_, middle, count_,
                                     [&](std::size_t bin) { return -1.0 / depth_of(bin); });
  const double median = depth_of(middle);
  const double tolerance = static_cast<double>(mads) * kSigmaOfMad * mad;
  const double floor = static_cast<double>(floor_m);
  const double near = std::min(1.0 / (1.0 / median + tolerance), median - floor);
  const double slack = 1.0 / median - tolerance;
  const double far = slack > 0.0 ? std::max(1.0 / slack, median + floor) : INFINITY;
  return {static_cast<float>(median), static_cast<float>(std::max<double>(near, range_.min_m)),
          static_cast<float>(std::min<double>(far, range_.max_m))};
}

}  // namespace inherit_fast
