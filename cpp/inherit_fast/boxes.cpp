#include "inherit_fast/boxes.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>

namespace inherit_fast {
namespace {

constexpr double kUpright = 1e-9;  // a tilt that moves a 10 m box by less than a rounding error

void check(std::span<const double, 15> packed) {
  for (const double v : packed) {
    if (!std::isfinite(v)) throw std::invalid_argument("holds NaN or infinity");
  }
  for (std::size_t i = 3; i < 6; ++i) {
    if (packed[i] < 0) throw std::invalid_argument("has a negative side length");
  }
  const auto* R = packed.data() + 6;
  for (std::size_t i = 0; i < 3; ++i) {
    for (std::size_t j = i; j < 3; ++j) {
      const double dot = R[i] * R[j] + R[3 + i] * R[3 + j] + R[6 + i] * R[6 + j];
      if (std::abs(dot - (i == j ? 1.0 : 0.0)) > 1e-4) {
        throw std::invalid_argument("has a rotation that is not orthonormal");
      }
    }
  }
}

double cross(Point2 o, Point2 a, Point2 b) {
  return (a.x - o.x) * (b.y - o.y) - (a.y - o.y) * (b.x - o.x);
}

/// Convex hull of the corners' shadows by a monotone chain; collinear points are left out.
Footprint shadow(const std::array<Vector3, 8>& corners) {
  std::array<Point2, 8> p{};
  std::transform(corners.begin(), corners.end(), p.begin(),
                 [](const Vector3& c) { return Point2{c[0], c[1]}; });
  std::sort(p.begin(), p.end(),
            [](Point2 a, Point2 b) { return a.x < b.x || (a.x == b.x && a.y < b.y); });
  Footprint hull;
  const auto add = [&hull](Point2 next, std::size_t keep) {
    while (hull.size > keep &&
           cross(hull.points[hull.size - 2], hull.points[hull.size - 1], next) <= 1e-15) {
      --hull.size;
    }
    hull.push(next);
  };
  for (std::size_t i = 0; i < 8; ++i) add(p[i], 1);
  const std::size_t lower = hull.size;
  for (std::size_t i = 7; i-- > 0;) add(p[i], lower);
  --hull.size;  // the first point again
  return hull;
}

double overlap(double a0, double a1, double b0, double b1) {
  return std::max(0.0, std::min(a1, b1) - std::max(a0, b0));
}

double interval_gap(double a0, double a1, double b0, double b1) {
  return std::max({0.0, b0 - a1, a0 - b1});
}

}  // namespace

std::array<Vector3, 8> OrientedBox::corners() const {
  std::array<Vector3, 8> out{};
  for (std::size_t c = 0; c < 8; ++c) {
    out[c] = center;
    for (std::size_t axis = 0; axis < 3; ++axis) {
      const double along = c >> axis & 1 ? half[axis] : -half[axis];
      for (std::size_t i = 0; i < 3; ++i) out[c][i] += along * axes[axis][i];
    }
  }
  return out;
}

std::array<Vector3, 2> bounds_of(std::span<const double, 15> packed) {
  std::array<Vector3, 2> out{};
  for (std::size_t row = 0; row < 3; ++row) {
    double reach = 0.0;
    for (std::size_t i = 0; i < 3; ++i) {
      reach += std::abs(packed[6 + 3 * row + i]) * std::max(packed[3 + i], kThin) / 2;
    }
    out[0][row] = packed[row] - reach;
    out[1][row] = packed[row] + reach;
  }
  return out;
}

OrientedBox make_box(std::span<const double, 15> packed) {
  check(packed);
  OrientedBox box{};
  for (std::size_t i = 0; i < 3; ++i) {
    box.center[i] = packed[i];
    box.half[i] = std::max(packed[3 + i], kThin) / 2;
    for (std::size_t row = 0; row < 3; ++row) box.axes[i][row] = packed[6 + 3 * row + i];
    if (std::abs(box.axes[i][2]) > 1.0 - kUpright) box.upright = true;
  }
  const auto corners = box.corners();
  for (std::size_t i = 0; i < 3; ++i) {
    const auto by_axis = [i](const Vector3& a, const Vector3& b) { return a[i] < b[i]; };
    box.low[i] = (*std::min_element(corners.begin(), corners.end(), by_axis))[i];
    box.high[i] = (*std::max_element(corners.begin(), corners.end(), by_axis))[i];
  }
  box.footprint = shadow(corners);
  return box;
}

double intersection_volume(const OrientedBox& a, const OrientedBox& b) {
  if (box_gap_bound(a, b) > 0) return 0.0;
  if (!a.upright || !b.upright) return clipped_volume(a, b);
  return area(clip(a.footprint, b.footprint)) * overlap(a.low[2], a.high[2], b.low[2], b.high[2]);
}

double box_iou(const OrientedBox& a, const OrientedBox& b) {
  const double common = intersection_volume(a, b);
  return std::min(1.0, common / (a.volume() + b.volume() - common));
}

double box_containment(const OrientedBox& a, const OrientedBox& b) {
  return std::min(1.0, intersection_volume(a, b) / a.volume());
}

double box_gap_bound(const OrientedBox& a, const OrientedBox& b) {
  double sum = 0.0;
  for (std::size_t i = 0; i < 3; ++i) {
    const double gap = interval_gap(a.low[i], a.high[i], b.low[i], b.high[i]);
    sum += gap * gap;
  }
  return std::sqrt(sum);
}

double box_gap(const OrientedBox& a, const OrientedBox& b) {
  if (!a.upright || !b.upright) return solid_distance(a, b);
  const double aside = footprint_distance(a.footprint, b.footprint);
  const double above = interval_gap(a.low[2], a.high[2], b.low[2], b.high[2]);
  return std::sqrt(aside * aside + above * above);
}

double footprint_overlap(const OrientedBox& a, const OrientedBox& b) {
  if (interval_gap(a.low[0], a.high[0], b.low[0], b.high[0]) > 0 ||
      interval_gap(a.low[1], a.high[1], b.low[1], b.high[1]) > 0) {
    return 0.0;
  }
  const double smaller = std::min(area(a.footprint), area(b.footprint));
  return std::min(1.0, area(clip(a.footprint, b.footprint)) / smaller);
}

}  // namespace inherit_fast
