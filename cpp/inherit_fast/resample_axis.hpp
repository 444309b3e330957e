#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace inherit_fast {

/// For each output position the first source position and `taps` weights. Weights of taps that are
/// not used, or lie outside the source, are zero; no tap lies outside it.
struct ResampleAxis {
  std::size_t taps = 0;
  std::vector<std::int32_t> first;
  std::vector<float> weights;  // first.size() x taps

  float& weight(std::size_t tap, std::size_t out) { return weights[out * taps + tap]; }
  float weight(std::size_t tap, std::size_t out) const { return weights[out * taps + tap]; }
};

/// Taps of `out` positions that part [low, high) of the source: area average where it shrinks,
/// bilinear between pixel centres where it grows.
ResampleAxis resample_axis(double low, double high, std::size_t source, std::size_t out);

}  // namespace inherit_fast
