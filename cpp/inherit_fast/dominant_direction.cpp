#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

#include "inherit_fast/squaring.hpp"

namespace inherit_fast {

namespace {

/// Where a stretch of boundary leads: from the middle of its first half to that of its second,
/// which forgives ragged ends.
Vec2 run_of(const Polygon& boundary, std::size_t first, std::size_t last) {
  const auto middle_of = [&](std::size_t from, std::size_t to) {
    Vec2 sum{0, 0};
    for (auto i = from; i <= to; ++i) sum = sum + boundary[i % boundary.size()];
    return sum * (1.0 / static_cast<double>(to - from + 1));
  };
  const auto half = (last - first) / 2;
  return (middle_of(last - half, last) - middle_of(first, first + half)) * 2;
}

}  // namespace

double dominant_direction(const std::vector<Polygon>& boundaries, double tolerance) {
  constexpr std::size_t kBins = 180;
  constexpr double kQuarter = std::numbers::pi / 2;
  std::array<double, kBins> weight{};
  std::vector<Vec2> edges;
  for (const auto& boundary : boundaries) {
    const auto kept = corner_indices(boundary, tolerance);
    for (std::size_t k = 0; k < kept.size(); ++k) {
      const auto last = k + 1 < kept.size() ? kept[k + 1] : kept[0] + boundary.size();
      edges.push_back(run_of(boundary, kept[k], last));
    }
  }
  const auto folded = [&](Vec2 e) {
    const double angle = std::fmod(std::atan2(e.y, e.x) + 2 * std::numbers::pi, kQuarter);
    return angle < kQuarter ? angle : 0.0;
  };
  for (const Vec2 e : edges) {
    weight[std::min(kBins - 1, static_cast<std::size_t>(folded(e) / kQuarter * kBins))] +=
        dot(e, e);
  }
  std::size_t peak = 0;
  const auto around = [&](std::size_t i) {
    return weight[(i + kBins - 1) % kBins] + weight[i] + weight[(i + 1) % kBins];
  };
  for (std::size_t i = 1; i < kBins; ++i) {
    if (around(i) > around(peak)) peak = i;
  }
  const double centre = (static_cast<double>(peak) + 0.5) * kQuarter / kBins;
  double sum = 0;
  double total = 0;
  for (const Vec2 e : edges) {
    const double off = std::remainder(folded(e) - centre, kQuarter);
    if (std::abs(off) > 2 * kQuarter / kBins) continue;
    sum += off * dot(e, e);
    total += dot(e, e);
  }
  const double angle = std::fmod(centre + (total > 0 ? sum / total : 0) + kQuarter, kQuarter);
  return edges.empty() ? 0 : angle;
}

}  // namespace inherit_fast
