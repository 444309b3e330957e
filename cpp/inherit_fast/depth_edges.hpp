#pragma once

#include <cstdint>
#include <vector>

#include "inherit_fast/types.hpp"

namespace inherit_fast {

/// How far each pixel lies from the nearest depth discontinuity, where mixed pixels live.
///
/// A pixel is on an edge where its depth leaves the straight line between its two neighbours in the
/// row, or in the column, by `jump_share` of itself. Second differences, so that a
/// surface seen at a grazing angle, whose depth changes fast but steadily, has no edges. Where a
/// neighbour has no return the line says nothing.
///
/// @param depth times `depth_scale` is metres along the optical axis.
/// @return H x W, row-major: min(reach_px, steps in rows or columns to the nearest edge); 0 on an
///         edge.
template <typename T>
std::vector<std::uint8_t> edge_distance(const ImageView<T>& depth, float depth_scale,
                                        const DepthRange& range, float jump_share, int reach_px);

}  // namespace inherit_fast
