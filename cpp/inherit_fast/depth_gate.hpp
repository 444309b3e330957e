#pragma once

#include <bit>
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

  /// Counts one depth that lies in the range.
  void add(float metres) {
    ++counts_[bin_of(metres) - first_];
    ++count_;
  }

  std::uint64_t count() const { return count_; }

  /// Median and gate as LiftRules words them. Without any depth the gate is the range.
  DepthGate gate(float mads, float floor_m) const;

 private:
  static constexpr unsigned kDropped = 16;  // mantissa bits that a bin does not tell apart

  static std::uint32_t bin_of(float metres) {
    return std::bit_cast<std::uint32_t>(metres) >> kDropped;
  }
  double depth_of(std::size_t bin) const;

  DepthRange range_;
  std::uint32_t first_;
  std::uint64_t count_ = 0;
  std::vector<std::uint32_t> counts_;
};

}  // namespace inherit_fast
