// Convex polygons in the ground plane.
#include <algorithm>
#include <cmath>
#include <limits>

#include "inherit_fast/boxes.hpp"

namespace inherit_fast {
namespace {

double side_of(Point2 from, Point2 to, Point2 p) {
  return (to.x - from.x) * (p.y - from.y) - (to.y - from.y) * (p.x - from.x);
}

double squared_to_segment(Point2 p, Point2 a, Point2 b) {
  const double ux = b.x - a.x, uy = b.y - a.y;
  const double length = ux * ux + uy * uy;
  const double along = length > 0 ? ((p.x - a.x) * ux + (p.y - a.y) * uy) / length : 0.0;
  const double t = std::clamp(along, 0.0, 1.0);
  const double dx = p.x - a.x - t * ux, dy = p.y - a.y - t * uy;
  return dx * dx + dy * dy;
}

/// True if some edge of a has all of b on its outer side.
bool separates(const Footprint& a, const Footprint& b) {
  for (std::size_t i = 0; i < a.size; ++i) {
    const Point2 from = a.points[i], to = a.points[(i + 1) % a.size];
    const auto outside = [&](Point2 p) { return side_of(from, to, p) < 0; };
    if (std::all_of(b.corners().begin(), b.corners().end(), outside)) return true;
  }
  return false;
}

double squared_corner_distance(const Footprint& a, const Footprint& b) {
  double best = std::numeric_limits<double>::infinity();
  for (const Point2 p : a.corners()) {
    for (std::size_t i = 0; i < b.size; ++i) {
      best = std::min(best, squared_to_segment(p, b.points[i], b.points[(i + 1) % b.size]));
    }
  }
  return best;
}

}  // namespace

double area(const Footprint& polygon) {
  double twice = 0.0;
  for (std::size_t i = 2; i < polygon.size; ++i) {
    twice += side_of(polygon.points[0], polygon.points[i - 1], polygon.points[i]);
  }
  return std::max(0.0, twice / 2);
}

/// Sutherland and Hodgman: cut by one edge after the other.
Footprint clip(const Footprint& subject, const Footprint& by) {
  Footprint kept = subject;
  for (std::size_t e = 0; e < by.size && kept.size > 0; ++e) {
    const Point2 from = by.points[e], to = by.points[(e + 1) % by.size];
    const Footprint before = kept;
    kept.size = 0;
    for (std::size_t i = 0; i < before.size; ++i) {
      const Point2 p = before.points[i], q = before.points[(i + 1) % before.size];
      const double dp = side_of(from, to, p), dq = side_of(from, to, q);
      if (dp >= 0) kept.push(p);
      if ((dp > 0 && dq < 0) || (dp < 0 && dq > 0)) {
        const double t = dp / (dp - dq);
        kept.push({p.x + t * (q.x - p.x), p.y + t * (q.y - p.y)});
      }
    }
  }
  return kept;
}

double footprint_distance(const Footprint& a, const Footprint& b) {
  if (!separates(a, b) && !separates(b, a)) return 0.0;
  return std::sqrt(std::min(squared_corner_distance(a, b), squared_corner_distance(b, a)));
}

}  // namespace inherit_fast
