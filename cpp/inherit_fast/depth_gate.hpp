#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "inherit_fast/types.hpp"

namespace inherit_fast {

/// Which depths of a mask are trusted.
struct DepthGate {
  float median_m;
  float near_m, far_m;  // both included
};

/// Counts of depths in logarithmic bins (the upper bits of a float: 128 an octave), from which the
/// gate's median and deviation come without sorting.
class DepthHistogram {
 public:
  /// @throws std::invalid_argument unless 0 < min_m <= max_m and both are finite.
  explicit DepthHistogram(const DepthRange& range);

  void clear();

  /// Counts depths that lie in the range; zeros are left out.
  void add(const float* metres, std::size_t count);

  /// Median and gate as LiftRules words them. Without any depth the gate is the range.
  DepthGate gate(float mads, float floor_m) const;

 private:
  static constexpr std::size_t kWays = 4;  // neighbours count in different copies, so none waits

  double depth_of(std::size_t bin) const;

  DepthRange range_;
  std::uint32_t first_;
  std::size_t bins_;
  std::array<std::vector<std::uint32_t>, kWays> counts_;
};

}  // namespace inherit_fast
