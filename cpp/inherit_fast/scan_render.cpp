#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>

#include "inherit_fast/scan_projection.hpp"

namespace inherit_fast {
namespace {

constexpr float kLeastRadius = 0.75f;  // a pixel's own point always reaches it

/// A point as a disk in the image.
struct Disk {
  float column, row, depth, radius;
};

void require_sane(const Intrinsics& k, std::size_t height, std::size_t width,
                  const DepthRange& range, const Splat& splat) {
  if (height == 0 || width == 0) throw std::invalid_argument("height and width: expected >= 1");
  if (!(k.fx > 0.0 && k.fy > 0.0 && std::isfinite(k.fx + k.fy + k.cx + k.cy))) {
    throw std::invalid_argument("intrinsics: expected finite numbers, fx and fy > 0");
  }
  if (!(range.min_m > 0.0f && range.min_m <= range.max_m)) {
    throw std::invalid_argument("min_m and max_m: expected 0 < min_m <= max_m");
  }
  if (!(splat.spacing_rad >= 0.0f && splat.spacing_rad < 1.0f && splat.merge_share >= 0.0f)) {
    throw std::invalid_argument("spacing_rad: expected 0 to 1; merge_share: expected >= 0");
  }
}

std::vector<Disk> disks_of(std::span<const Point3> points, const Pose& T, const Intrinsics& k,
                           std::size_t height, std::size_t width, const DepthRange& range,
                           const Splat& splat) {
  std::vector<Disk> disks;
  const auto most = static_cast<float>(splat.most_px);
  for (const Point3& p : points) {
    const auto c = transform(T, p.x, p.y, p.z);
    if (!(c[2] >= range.min_m && c[2] <= range.max_m)) continue;
    const auto column = static_cast<float>(k.cx + k.fx * c[0] / c[2]);
    const auto row = static_cast<float>(k.cy + k.fy * c[1] / c[2]);
    // An angle spans more pixels away from the optical axis.
    const double secant2 = 1.0 + (c[0] * c[0] + c[1] * c[1]) / (c[2] * c[2]);
    const auto spread = static_cast<float>(splat.spacing_rad * k.fx * secant2);
    const float radius = std::max(std::min(most, spread), kLeastRadius);
    const bool across = column + radius >= 0.0f && column - radius <= static_cast<float>(width - 1);
    const bool down = row + radius >= 0.0f && row - radius <= static_cast<float>(height - 1);
    if (!(across && down)) continue;  // NaN as well
    disks.push_back({column, row, static_cast<float>(c[2]), radius});
  }
  return disks;
}

/// Calls `use(pixel, weight)` for the pixels of a disk; weights fall from 1 to 0 at its rim.
template <typename Use>
void for_each_pixel(const Disk& d, std::size_t height, std::size_t width, Use use) {
  const auto first = [](float v) {
    return static_cast<std::ptrdiff_t>(std::ceil(std::max(v, 0.0f)));
  };
  const auto last = [](float v, std::size_t size) {
    return std::min(static_cast<std::ptrdiff_t>(std::floor(v)),
                    static_cast<std::ptrdiff_t>(size) - 1);
  };
  const float per_r2 = 1.0f / (d.radius * d.radius);
  for (auto r = first(d.row - d.radius); r <= last(d.row + d.radius, height); ++r) {
    const float dy = static_cast<float>(r) - d.row;
    for (auto c = first(d.column - d.radius); c <= last(d.column + d.radius, width); ++c) {
      const float dx = static_cast<float>(c) - d.column;
      const float weight = 1.0f - (dx * dx + dy * dy) * per_r2;
      if (weight > 0.0f)
        use(static_cast<std::size_t>(r) * width + static_cast<std::size_t>(c), weight);
    }
  }
}

}  // namespace

std::vector<float> render_scan(std::span<const Point3> points, const Pose& T_camera_world,
                               const Intrinsics& camera, std::size_t height, std::size_t width,
                               const DepthRange& range, const Splat& splat) {
  require_sane(camera, height, width, range, splat);
  const auto disks = disks_of(points, T_camera_world, camera, height, width, range, splat);
  std::vector<float> nearest(height * width, std::numeric_limits<float>::infinity());
  for (const Disk& d : disks) {
    for_each_pixel(d, height, width,
                   [&](std::size_t at, float) { nearest[at] = std::min(nearest[at], d.depth); });
  }
  std::vector<float> weights(height * width, 0.0f), sums(height * width, 0.0f);
  for (const Disk& d : disks) {
    // Inverse depth is what is linear over the image of a plane.
    const float inverse = 1.0f / d.depth;
    for_each_pixel(d, height, width, [&](std::size_t at, float weight) {
      if (d.depth > nearest[at] * (1.0f + splat.merge_share)) return;
      weights[at] += weight;
      sums[at] += weight * inverse;
    });
  }
  for (std::size_t at = 0; at < weights.size(); ++at) {
    nearest[at] = weights[at] > 0.0f ? weights[at] / sums[at] : 0.0f;
  }
  return nearest;
}

}  // namespace inherit_fast
