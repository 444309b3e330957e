#pragma once

#include <cstddef>
#include <vector>

#include "inherit_fast/grid_runs.hpp"
#include "inherit_fast/plane.hpp"

namespace inherit_fast {

/// A closed polygon over the corners of cells; the last point joins the first.
using Polygon = std::vector<Vec2>;

/// Boundaries of the non-zero cells (4-connected), outer ones and holes, one point a cell corner.
///
/// Seen with y down, the set cells lie on the right of the way: the shoelace area of outer
/// boundaries is positive, that of holes negative, and their sum is the number of set cells.
std::vector<Polygon> contours(const Mask& mask);

/// Which points Douglas-Peucker keeps of a closed polygon, in its order.
std::vector<std::size_t> corner_indices(const Polygon& polygon, double tolerance);

/// Douglas-Peucker on a closed polygon: no point of the input is farther than `tolerance` away.
Polygon simplified(const Polygon& polygon, double tolerance);

/// Signed shoelace area.
double signed_area(const Polygon& polygon);

}  // namespace inherit_fast
