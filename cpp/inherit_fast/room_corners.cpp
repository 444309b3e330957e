#include "inherit_fast/room_corners.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "inherit_fast/contours.hpp"

namespace inherit_fast {

namespace {

constexpr double kReflexTurn = -25 * std::numbers::pi / 180;

/// Length of an edge of the boundary if it is wall rather than the end of what was seen.
double wall_along(const Mask& wall, Vec2 corner, Vec2 edge) {
  constexpr double kLook = 40;
  const Vec2 direction = unit(edge);
  const Vec2 aside = left_of(direction);
  const double end = std::min(kLook, length(edge));
  int steps = 0;
  int walls = 0;
  for (double t = 0.5; t < end; t += 1) {
    const Vec2 p = corner + direction * t;
    ++steps;
    for (const double o : {0.5, 1.5, -0.5, -1.5}) {
      if (!is_set(wall, p + aside * o)) continue;
      ++walls;
      break;
    }
  }
  return 2 * walls >= steps ? length(edge) : 0;
}

}  // namespace

CornerList find_corners(const Mask& open, const Mask& wall, const GateSearch& search) {
  CornerList result;
  auto& corners = result.corners;
  constexpr std::size_t kSpeck = 8;
  for (const auto& loop : contours(open)) {
    if (loop.size() < kSpeck) continue;
    const auto shape = simplified(loop, search.contour_tolerance);
    const auto n = shape.size();
    for (std::size_t i = 0; n >= 3 && i < n; ++i) {
      const Vec2 in = shape[i] - shape[(i + n - 1) % n];
      const Vec2 out = shape[(i + 1) % n] - shape[i];
      if (std::atan2(cross(in, out), dot(in, out)) >= kReflexTurn) continue;
      corners.push_back({shape[i], unit(in), unit(out), wall_along(wall, shape[i], -in),
                         wall_along(wall, shape[i], out)});
    }
  }
  if (corners.size() > search.corners_max) {
    const auto longest = [](const Corner& c) { return std::max(c.in_length, c.out_length); };
    std::stable_sort(corners.begin(), corners.end(),
                     [&](const Corner& p, const Corner& q) { return longest(p) > longest(q); });
    result.dropped = corners.size() - search.corners_max;
    corners.resize(search.corners_max);
  }
  std::stable_sort(corners.begin(), corners.end(),
                   [](const Corner& p, const Corner& q) { return p.at.x < q.at.x; });
  return result;
}

}  // namespace inherit_fast
