#include "inherit_fast/box_fit.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <string>
#include <vector>

#include "inherit_fast/convex_hull.hpp"

namespace inherit_fast {
namespace {

constexpr std::size_t kBins = 64;
constexpr std::size_t kMaxCandidates = 12;

struct Bounds {
  double low, high;
  double extent() const { return high - low; }
  double middle() const { return 0.5 * (low + high); }
};

struct Direction {
  double cosine, sine;
};

/// Drops the smallest values until their weight would pass `allowance`; returns the next one.
/// Only the bin in which that happens is sorted.
double trimmed_low(std::span<const double> values, std::span<const std::int32_t> weights,
                   const Bounds& range, std::int64_t allowance) {
  const double per_unit = static_cast<double>(kBins) / range.extent();
  const auto bin_of = [&](double v) {
    return std::min(static_cast<std::size_t>((v - range.low) * per_unit), kBins - 1);
  };
  std::array<std::int64_t, kBins> in_bin{};
  for (std::size_t i = 0; i < values.size(); ++i) in_bin[bin_of(values[i])] += weights[i];
  std::size_t bin = 0;
  std::int64_t dropped = 0;
  while (bin + 1 < kBins && dropped + in_bin[bin] <= allowance) dropped += in_bin[bin++];
  std::vector<std::pair<double, std::int32_t>> here;
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (bin_of(values[i]) == bin) here.emplace_back(values[i], weights[i]);
  }
  std::sort(here.begin(), here.end());
  for (const auto& [value, weight] : here) {
    dropped += weight;
    if (dropped > allowance) return value;
  }
  return range.high;
}

Bounds trimmed(std::vector<double>& values, std::span<const std::int32_t> weights,
               std::int64_t allowance) {
  const auto [low, high] = std::minmax_element(values.begin(), values.end());
  const Bounds range{*low, *high};
  if (!(range.extent() > 0.0)) return range;
  const double first = trimmed_low(values, weights, range, allowance);
  for (double& v : values) v = -v;
  return {first, -trimmed_low(values, weights, {-range.high, -range.low}, allowance)};
}

/// The same axes up to quarter turns, the first within 45 degrees of world x.
Direction nearest_to_x(Direction d) {
  while (!(d.cosine > 0.0 && d.sine > -d.cosine && d.sine <= d.cosine)) {
    d = {d.sine, -d.cosine};
  }
  return d;
}

/// World x first, then the hull's longest edges, longest first.
std::vector<Direction> candidates(const std::vector<Point2>& hull) {
  struct Edge {
    double dx, dy, squared;
    std::size_t place;
  };
  std::vector<Edge> edges;
  for (std::size_t i = 0; i < hull.size(); ++i) {
    const Point2& a = hull[i];
    const Point2& b = hull[(i + 1) % hull.size()];
    const double dx = b.x - a.x;
    const double dy = b.y - a.y;
    if (dx * dx + dy * dy > 0.0) edges.push_back({dx, dy, dx * dx + dy * dy, i});
  }
  std::sort(edges.begin(), edges.end(), [](const Edge& a, const Edge& b) {
    return a.squared > b.squared || (a.squared == b.squared && a.place < b.place);
  });
  if (edges.size() > kMaxCandidates) edges.resize(kMaxCandidates);
  std::vector<Direction> out{{1.0, 0.0}};
  for (const Edge& edge : edges) {
    const double length = std::sqrt(edge.squared);
    out.push_back(nearest_to_x({edge.dx / length, edge.dy / length}));
  }
  std::sort(out.begin(), out.end(), [](const Direction& a, const Direction& b) {
    const double turn_a = std::fabs(a.sine);
    const double turn_b = std::fabs(b.sine);
    return turn_a < turn_b || (turn_a == turn_b && a.sine > b.sine);
  });
  return out;
}

/// Points of one box fit, relative to the first of them.
class Footprint {
 public:
  Footprint(std::span<const Point3> points, std::span<const std::int32_t> weights, float trim)
      : points_(points), weights_(weights) {
    if (points.empty()) throw std::invalid_argument("points: expected at least one");
    if (points.size() != weights.size()) {
      throw std::invalid_argument("weights: expected one for each point");
    }
    if (!(trim >= 0.0f && trim < 0.5f)) {
      throw std::invalid_argument("trim_share: expected at least 0 and less than 0.5, got " +
                                  std::to_string(trim));
    }
    std::int64_t total = 0;
    for (const std::int32_t weight : weights) total += weight;
    if (total <= 0) throw std::invalid_argument("weights: expected a positive sum");
    allowance_ = static_cast<std::int64_t>(
        std::floor(static_cast<double>(trim) * static_cast<double>(total)));
    values_.resize(points.size());
  }

  Bounds along(double x, double y, double z) {
    for (std::size_t i = 0; i < points_.size(); ++i) {
      const auto [dx, dy, dz] = offset(points_[i]);
      values_[i] = x * dx + y * dy + z * dz;
    }
    return trimmed(values_, weights_, allowance_);
  }

  std::vector<Point2> hull() const {
    std::vector<Point2> flat;
    flat.reserve(points_.size());
    for (const Point3& p : points_) {
      const auto [dx, dy, dz] = offset(p);
      flat.push_back({dx, dy});
    }
    return convex_hull(flat);
  }

  UprightBox box(const Direction& d, const Bounds& u, const Bounds& v) {
    const Bounds z = along(0.0, 0.0, 1.0);
    return {{origin().x + d.cosine * u.middle() - d.sine * v.middle(),
             origin().y + d.sine * u.middle() + d.cosine * v.middle(), origin().z + z.middle()},
            {u.extent(), v.extent(), z.extent()},
            d.cosine,
            d.sine};
  }

 private:
  const Point3& origin() const { return points_.front(); }

  std::array<double, 3> offset(const Point3& p) const {
    const Point3& o = origin();
    return {static_cast<double>(p.x) - static_cast<double>(o.x),
            static_cast<double>(p.y) - static_cast<double>(o.y),
            static_cast<double>(p.z) - static_cast<double>(o.z)};
  }

  std::span<const Point3> points_;
  std::span<const std::int32_t> weights_;
  std::int64_t allowance_ = 0;
  std::vector<double> values_;
};

}  // namespace

UprightBox fit_axis_aligned_box(std::span<const Point3> points,
                                std::span<const std::int32_t> weights, float trim_share) {
  Footprint footprint(points, weights, trim_share);
  const Bounds u = footprint.along(1.0, 0.0, 0.0);
  const Bounds v = footprint.along(0.0, 1.0, 0.0);
  return footprint.box({1.0, 0.0}, u, v);
}

UprightBox fit_oriented_box(std::span<const Point3> points, std::span<const std::int32_t> weights,
                            const BoxRules& rules) {
  Footprint footprint(points, weights, rules.trim_share);
  Direction best{1.0, 0.0};
  Bounds best_u{}, best_v{};
  double best_area = INFINITY;
  for (const Direction& d : candidates(footprint.hull())) {
    const Bounds u = footprint.along(d.cosine, d.sine, 0.0);
    const Bounds v = footprint.along(-d.sine, d.cosine, 0.0);
    const double area = u.extent() * v.extent();
    // Candidates come in order of their turn: an earlier one is turned less.
    if (area < static_cast<double>(rules.turn_gain) * best_area || best_area == INFINITY) {
      best = d, best_u = u, best_v = v, best_area = area;
    }
  }
  return footprint.box(best, best_u, best_v);
}

}  // namespace inherit_fast
