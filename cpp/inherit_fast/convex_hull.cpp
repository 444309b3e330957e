#include "inherit_fast/convex_hull.hpp"

#include <algorithm>
#include <array>
#include <cstddef>

namespace inherit_fast {
namespace {

/// Twice the area of the triangle, positive where a, b, c turn left.
double turn(const Point2& a, const Point2& b, const Point2& c) {
  return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
}

bool left_of(const Point2& a, const Point2& b) { return a.x < b.x || (a.x == b.x && a.y < b.y); }

/// Extreme points in eight directions, counter-clockwise; the hull's inside starts with theirs.
std::array<Point2, 8> octagon(std::span<const Point2> points) {
  constexpr std::array<Point2, 8> kDirections{
      {{-1, 0}, {-1, -1}, {0, -1}, {1, -1}, {1, 0}, {1, 1}, {0, 1}, {-1, 1}}};
  std::array<Point2, 8> best{};
  std::array<double, 8> reach{};
  for (std::size_t k = 0; k < 8; ++k) {
    best[k] = points[0];
    reach[k] = kDirections[k].x * points[0].x + kDirections[k].y * points[0].y;
  }
  for (const Point2& p : points) {
    for (std::size_t k = 0; k < 8; ++k) {
      const double along = kDirections[k].x * p.x + kDirections[k].y * p.y;
      if (along > reach[k]) reach[k] = along, best[k] = p;
    }
  }
  return best;
}

/// Points that are not strictly inside the octagon, sorted by x, then y; most fall away (Akl and
/// Toussaint).
std::vector<Point2> outer_points(std::span<const Point2> points) {
  const auto corners = octagon(points);
  const auto same = [](const Point2& a, const Point2& b) { return a.x == b.x && a.y == b.y; };
  std::vector<Point2> outer;
  for (const Point2& p : points) {
    bool inside = !same(corners[0], corners[4]);  // of the lowest and the highest x
    for (std::size_t k = 0; k < 8 && inside; ++k) {
      const Point2& a = corners[k];
      const Point2& b = corners[(k + 1) % 8];
      inside = same(a, b) || turn(a, b, p) > 0.0;  // equal corners make no edge
    }
    if (!inside) outer.push_back(p);
  }
  std::sort(outer.begin(), outer.end(), left_of);
  outer.erase(std::unique(outer.begin(), outer.end(), same), outer.end());
  return outer;
}

}  // namespace

std::vector<Point2> convex_hull(std::span<const Point2> points) {
  if (points.empty()) return {};
  auto sorted = outer_points(points);
  if (sorted.size() < 3) return sorted;
  std::vector<Point2> hull;
  const auto extend = [&hull](const Point2& p, std::size_t keep) {
    while (hull.size() >= keep + 2 && turn(hull[hull.size() - 2], hull.back(), p) <= 0.0) {
      hull.pop_back();
    }
    hull.push_back(p);
  };
  for (const Point2& p : sorted) extend(p, 0);  // the lower chain, then the upper one back
  const std::size_t lower = hull.size() - 1;
  for (auto p = sorted.rbegin() + 1; p != sorted.rend(); ++p) extend(*p, lower);
  hull.pop_back();
  return hull;
}

}  // namespace inherit_fast
