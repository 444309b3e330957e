#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "inherit_fast/scan_projection.hpp"

namespace inherit_fast {
namespace {

using Indices = std::vector<std::int32_t>;

Indices under_mask(const ProjectedScan& scan, const ImageView<std::uint8_t>& mask) {
  Indices found;
  for (std::size_t i = 0; i < scan.pixel.size(); ++i) {
    if (scan.visible[i] == 0) continue;
    const auto pixel = static_cast<std::size_t>(scan.pixel[i]);  // -1 wraps and is not below
    if (pixel < mask.pixels.size() && mask.pixels[pixel] != 0) {
      found.push_back(static_cast<std::int32_t>(i));
    }
  }
  return found;
}

/// The largest run of ranges without a gap; the nearest one of equals.
Indices without_gap(Indices found, const std::vector<float>& range, float gap_m) {
  const auto at = [&](std::int32_t i) { return range[static_cast<std::size_t>(i)]; };
  std::sort(found.begin(), found.end(),
            [&](std::int32_t a, std::int32_t b) { return at(a) != at(b) ? at(a) < at(b) : a < b; });
  std::size_t best = 0, best_size = 0;
  for (std::size_t start = 0; start < found.size();) {
    std::size_t end = start + 1;
    while (end < found.size() && at(found[end]) - at(found[end - 1]) <= gap_m) ++end;
    if (end - start > best_size) best = start, best_size = end - start;
    start = end;
  }
  const auto first = found.begin() + static_cast<std::ptrdiff_t>(best);
  return {first, first + static_cast<std::ptrdiff_t>(best_size)};
}

/// Middle value, the mean of the two in the middle of an even number; reorders.
float median(std::vector<float>& values) {
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  if (values.size() % 2 == 1) return *middle;
  return 0.5f * (*middle + *std::max_element(values.begin(), middle));
}

float part(const Point3& p, std::size_t axis) { return axis == 0 ? p.x : (axis == 1 ? p.y : p.z); }

std::vector<float> along(std::span<const Point3> points, const Indices& of, std::size_t axis) {
  std::vector<float> values;
  values.reserve(of.size());
  for (const auto i : of) values.push_back(part(points[static_cast<std::size_t>(i)], axis));
  return values;
}

Indices near_median(std::span<const Point3> points, const Indices& found, const LiftGate& gate) {
  std::array<float, 3> middle{}, reach{};
  for (std::size_t axis = 0; axis < 3; ++axis) {
    auto values = along(points, found, axis);
    middle[axis] = median(values);
    for (float& v : values) v = std::fabs(v - middle[axis]);
    reach[axis] = gate.mads * median(values) + gate.slack_m;
  }
  Indices kept;
  for (const auto i : found) {
    const Point3& p = points[static_cast<std::size_t>(i)];
    const bool near = std::fabs(p.x - middle[0]) <= reach[0] &&
                      std::fabs(p.y - middle[1]) <= reach[1] &&
                      std::fabs(p.z - middle[2]) <= reach[2];
    if (near) kept.push_back(i);
  }
  return kept;
}

}  // namespace

std::optional<LiftedScan> lift_scan(std::span<const Point3> points, const ProjectedScan& scan,
                                    const ImageView<std::uint8_t>& mask, const LiftGate& gate) {
  if (scan.pixel.size() != points.size() || scan.range_m.size() != points.size() ||
      scan.visible.size() != points.size()) {
    throw std::invalid_argument("points and their projection must have the same length");
  }
  if (!(gate.gap_m >= 0.0f && gate.mads >= 0.0f && gate.slack_m >= 0.0f)) {
    throw std::invalid_argument("gap_m, mads and slack_m: expected >= 0");
  }
  Indices found = without_gap(under_mask(scan, mask), scan.range_m, gate.gap_m);
  if (found.empty()) return std::nullopt;
  found = near_median(points, found, gate);
  if (found.size() < std::max<std::size_t>(gate.min_inliers, 1)) return std::nullopt;
  std::sort(found.begin(), found.end());
  LiftedScan lifted{};
  for (std::size_t axis = 0; axis < 3; ++axis) {
    auto values = along(points, found, axis);
    const auto [low, high] = std::minmax_element(values.begin(), values.end());
    lifted.low[axis] = *low, lifted.high[axis] = *high;
    lifted.center[axis] = median(values);
  }
  lifted.inliers = std::move(found);
  return lifted;
}

}  // namespace inherit_fast
