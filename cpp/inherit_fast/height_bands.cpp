#include "inherit_fast/height_bands.hpp"

#include <cmath>
#include <stdexcept>

namespace inherit_fast {
namespace {

struct Sample {
  float x, y, z;  // camera axes
  float height;   // above the camera, along world z
};

/// Lifts pixels; height is linear in the pixel for a given depth, so two products suffice.
class Lifter {
 public:
  Lifter(const Intrinsics& k, const Pose& T)
      : cx_(static_cast<float>(k.cx)),
        cy_(static_cast<float>(k.cy)),
        per_fx_(static_cast<float>(1.0 / k.fx)),
        per_fy_(static_cast<float>(1.0 / k.fy)),
        up_x_(static_cast<float>(T.m[8])),
        up_y_(static_cast<float>(T.m[9])),
        up_z_(static_cast<float>(T.m[10])) {}

  Sample operator()(std::size_t row, std::size_t col, float z) const {
    const float x = (static_cast<float>(col) - cx_) * per_fx_ * z;
    const float y = (static_cast<float>(row) - cy_) * per_fy_ * z;
    return {x, y, z, up_x_ * x + up_y_ * y + up_z_ * z};
  }

 private:
  float cx_, cy_, per_fx_, per_fy_, up_x_, up_y_, up_z_;
};

bool level(const Sample& a, const Sample& b, float max_slope) {
  const float dx = a.x - b.x, dy = a.y - b.y, dz = a.z - b.z, rise = a.height - b.height;
  return rise * rise <= max_slope * max_slope * (dx * dx + dy * dy + dz * dz);
}

void require_sane(const HeightBands& bands, const LevelSampling& sampling) {
  if (sampling.stride_px == 0) throw std::invalid_argument("stride_px must be at least 1");
  if (sampling.span_px == 0) throw std::invalid_argument("span_px must be at least 1");
  if (!(sampling.max_slope >= 0.0f)) throw std::invalid_argument("max_slope must not be negative");
  if (bands.count == 0) throw std::invalid_argument("bands must be at least 1");
  if (!(bands.band_m > 0.0) || !std::isfinite(bands.band_m) || !std::isfinite(bands.lowest_m)) {
    throw std::invalid_argument("band_m must be positive and lowest_m finite");
  }
}

}  // namespace

template <typename T>
std::vector<std::uint32_t> height_bands(const ImageView<T>& depth, float depth_scale,
                                        const Intrinsics& camera, const Pose& T_world_camera,
                                        const DepthRange& range, const HeightBands& bands,
                                        const LevelSampling& sampling) {
  require_sane(bands, sampling);
  std::vector<std::uint32_t> counts(bands.count, 0);
  const Lifter lift(camera, T_world_camera);
  const auto lowest = static_cast<float>(bands.lowest_m - T_world_camera.m[11]);
  const auto per_band = static_cast<float>(1.0 / bands.band_m);
  const auto end = static_cast<float>(bands.count);
  const auto metres = [&](std::size_t row, std::size_t col) {
    return static_cast<float>(depth(row, col)) * depth_scale;
  };
  // Written so that NaN fails the test.
  const auto valid = [&](float z) { return z > 0.0f && z >= range.min_m && z <= range.max_m; };

  for (std::size_t row = 0; row + sampling.span_px < depth.height; row += sampling.stride_px) {
    for (std::size_t col = 0; col + sampling.span_px < depth.width; col += sampling.stride_px) {
      const float z = metres(row, col);
      if (!valid(z)) continue;
      const Sample here = lift(row, col, z);
      const float band = (here.height - lowest) * per_band;
      if (!(band >= 0.0f && band < end)) continue;
      const auto level_with = [&](std::size_t r, std::size_t c) {
        const float other = metres(r, c);
        return valid(other) && level(here, lift(r, c, other), sampling.max_slope);
      };
      if (!level_with(row, col + sampling.span_px)) continue;
      if (!level_with(row + sampling.span_px, col)) continue;
      ++counts[static_cast<std::size_t>(band)];
    }
  }
  return counts;
}

template std::vector<std::uint32_t> height_bands(const ImageView<std::uint16_t>&, float,
                                                 const Intrinsics&, const Pose&, const DepthRange&,
                                                 const HeightBands&, const LevelSampling&);
template std::vector<std::uint32_t> height_bands(const ImageView<float>&, float, const Intrinsics&,
                                                 const Pose&, const DepthRange&, const HeightBands&,
                                                 const LevelSampling&);

}  // namespace inherit_fast
