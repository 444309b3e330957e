#pragma once

#include <cstddef>
#include <vector>

#include "inherit_fast/depth_blocks.hpp"
#include "inherit_fast/vector3.hpp"

namespace inherit_fast {

/// A plane normal . point = offset_m, and the surface that speaks for it.
struct PlaneGuess {
  Vector3 normal;
  double offset_m;
  double votes_m2;
};

/// The height at which most level surface of the blocks `among` (not empty) lies; 2 cm bins.
PlaneGuess level_peak(const DepthBlocks& blocks, const std::vector<std::size_t>& among);

/// The upright plane with most surface of the blocks `among` (not empty); bins of 5 degrees, 5 cm.
PlaneGuess upright_peak(const DepthBlocks& blocks, const std::vector<std::size_t>& among);

/// Least squares of the distance along `toward` over the two directions across it.
PlaneGuess fit_plane(const DepthBlocks& blocks, const std::vector<std::size_t>& on,
                     const Vector3& toward, bool level);

}  // namespace inherit_fast
