#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>

#include "inherit_fast/types.hpp"

namespace inherit_fast {

/// Depths in an image's own units; low > high where there is none.
template <typename T>
struct RawRange {
  T low, high;  // both included

  bool holds(T depth) const { return depth >= low && depth <= high; }  // NaN fails
};

/// The depths whose product with `scale` lies in the range: asking them costs no multiplication,
/// and gives the same answer to the last bit. `scale` and the range must be positive and finite.
template <typename T>
RawRange<T> raw_range(const DepthRange& range, float scale);

template <>
inline RawRange<std::uint16_t> raw_range(const DepthRange& range, float scale) {
  const auto metres = [scale](int depth) { return static_cast<float>(depth) * scale; };
  // Division and product each round once: the bounds lie within two units of the quotient.
  const auto near = [scale](float bound_m) {
    return static_cast<int>(std::clamp(bound_m / scale, 0.0f, 65535.0f));
  };
  int low = std::max(near(range.min_m) - 2, 0);
  while (low <= 65535 && metres(low) < range.min_m) ++low;
  int high = std::min(near(range.max_m) + 2, 65535);
  while (high >= 0 && metres(high) > range.max_m) --high;
  if (low > high) return {1, 0};
  return {static_cast<std::uint16_t>(low), static_cast<std::uint16_t>(high)};
}

template <>
inline RawRange<float> raw_range(const DepthRange& range, float scale) {
  constexpr float kUp = std::numeric_limits<float>::infinity();
  float low = range.min_m / scale;
  float high = range.max_m / scale;
  for (int i = 0; i < 2; ++i) low = std::nextafter(low, -kUp);
  for (int i = 0; i < 2; ++i) high = std::nextafter(high, kUp);
  for (int i = 0; i < 4 && low * scale < range.min_m; ++i) low = std::nextafter(low, kUp);
  for (int i = 0; i < 4 && high * scale > range.max_m; ++i) high = std::nextafter(high, -kUp);
  return {low, high};
}

}  // namespace inherit_fast
