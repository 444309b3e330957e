#pragma once

#include <array>
#include <cstdint>
#include <span>

#include "inherit_fast/types.hpp"

namespace inherit_fast {

/// A box that stands upright in the world: it may turn about z only.
struct UprightBox {
  std::array<double, 3> center_m;
  std::array<double, 3> extent_m;  // full side lengths along the box's own axes
  /// The first axis is (cosine, sine, 0), less than or equal to 45 degrees from world x.
  double cosine, sine;
};

/// How much of the points a box may leave out.
struct BoxRules {
  /// Share of the points' weight that may lie beyond each of the six faces.
  float trim_share;
  /// A turned box must have a footprint smaller than this share of one that is turned less: round
  /// and square things then keep their angle.
  float turn_gain;
};

/// Axis-aligned bounds between which all but trim_share of the weight lies, on either side.
/// @param weights one for each point, >= 0, their sum positive.
/// @throws std::invalid_argument if there is no point, sizes differ, or trim_share is not in
///         [0, 0.5).
UprightBox fit_axis_aligned_box(std::span<const Point3> points,
                                std::span<const std::int32_t> weights, float trim_share);

/// The box with the smallest footprint, after trimming.
///
/// Candidates are the world's axes and the longest edges of the footprint's convex hull, one of
/// which the smallest enclosing rectangle is flush with. Ties go to the angle nearest to world x.
/// @throws std::invalid_argument as fit_axis_aligned_box.
UprightBox fit_oriented_box(std::span<const Point3> points, std::span<const std::int32_t> weights,
                            const BoxRules& rules);

}  // namespace inherit_fast
