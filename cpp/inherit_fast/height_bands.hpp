#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "inherit_fast/types.hpp"

namespace inherit_fast {

/// Bands of world height: band i holds [lowest_m + i * band_m, lowest_m + (i + 1) * band_m).
struct HeightBands {
  double lowest_m;
  double band_m;
  std::size_t count;
};

/// Which pixels are read, and what passes for a level surface.
struct LevelSampling {
  std::size_t stride_px;  // every so many pixels, both ways
  std::size_t span_px;    // distance to the two neighbours (right, below) that slope is taken from
  float max_slope;        // rise over 3D distance to either neighbour
};

/// Counts level surface samples in each band of world height: planes stand out as sharp peaks,
/// walls and slopes drop out.
///
/// @param depth           H x W; times depth_scale is metres along the optical axis.
/// @param T_world_camera  maps camera points to world points (z up).
/// @return bands.count counts; samples above or below all bands are not counted.
/// @throws std::invalid_argument if a stride, span, band size or band count is zero or not finite.
template <typename T>
std::vector<std::uint32_t> height_bands(const ImageView<T>& depth, float depth_scale,
                                        const Intrinsics& camera, const Pose& T_world_camera,
                                        const DepthRange& range, const HeightBands& bands,
                                        const LevelSampling& sampling);

}  // namespace inherit_fast
