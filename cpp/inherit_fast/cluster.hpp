#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "inherit_fast/types.hpp"

namespace inherit_fast {

/// When points belong together.
struct ClusterRules {
  float cell_m;             // points in touching cells of this size (26 neighbours) are linked
  std::int32_t min_points;  // a cell is dense if it and its neighbours hold that many points
};

/// Indices of two points.
using PointLink = std::array<std::uint32_t, 2>;

/// The heaviest density cluster.
///
/// Dense cells that touch, or that hold two linked points, form a cluster; its weight is that of
/// the points in its dense cells. The cells around a cluster's dense cells, dense or not, are its
/// rim and belong to it. Of equally heavy clusters the one that holds the earliest point wins.
///
/// @param weights one for each point, not negative.
/// @param linked pairs of points that belong together however far apart.
/// @return one byte for each point: 1 where it belongs to the heaviest cluster. All 0 where no cell
///         is dense.
/// @throws std::invalid_argument if the sizes differ, a link names no point, a
///         coordinate is not finite or too far out for
///         the cell size, or cell_m is not positive.
std::vector<std::uint8_t> largest_cluster(std::span<const Point3> points,
                                          std::span<const std::int32_t> weights,
                                          std::span<const PointLink> linked,
                                          const ClusterRules& rules);

}  // namespace inherit_fast
