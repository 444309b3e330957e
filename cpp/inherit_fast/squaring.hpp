#pragma once

#include <vector>

#include "inherit_fast/contours.hpp"

namespace inherit_fast {

/// How boundaries become straight; lengths in cells, areas in square cells.
struct SquaringRules {
  double tolerance;     // roughness that makes no corner
  double step_min;      // shorter steps are flattened
  double oblique_cost;  // an edge stays oblique when squaring it would move more area
};

/// The direction, in [0, pi/2), that most of the boundaries follow or cross at a right angle.
double dominant_direction(const std::vector<Polygon>& boundaries, double tolerance);

/// A boundary whose edges lie along or across `direction`, except those that stay oblique.
///
/// Every straight edge takes the place that moves as much area in as out, so the area inside stays
/// the same. Empty if no sound polygon results (fewer than four corners, or one that crosses
/// itself).
///
/// @param boundary  closed, one point a cell corner, as `contours` gives it.
Polygon squared(const Polygon& boundary, double direction, const SquaringRules& rules);

}  // namespace inherit_fast
