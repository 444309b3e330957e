#pragma once

#include <span>
#include <vector>

namespace inherit_fast {

struct Point2 {
  double x, y;
};

/// Corners of the convex hull, counter-clockwise from the lowest x (then lowest y); no three in a
/// line, no corner twice. One or two corners where the points do not span an area.
std::vector<Point2> convex_hull(std::span<const Point2> points);

}  // namespace inherit_fast
