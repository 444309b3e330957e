#include "inherit_fast/scan_projection.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>

#include "inherit_fast/simd.hpp"

namespace inherit_fast {
namespace {

constexpr float kFar = std::numeric_limits<float>::infinity();
constexpr std::size_t kMaxPixels = std::size_t{1} << 30;

void require_sane(const ScanCamera& camera, const Occlusion& occlusion) {
  if (camera.height == 0 || camera.width == 0 || camera.height * camera.width > kMaxPixels) {
    throw std::invalid_argument("height and width: expected 1 to 2^30 pixels in all");
  }
  const Intrinsics& k = camera.pinhole;
  if (!camera.equirectangular &&
      !(k.fx > 0.0 && k.fy > 0.0 && std::isfinite(k.fx + k.fy + k.cx + k.cy))) {
    throw std::invalid_argument("intrinsics: expected finite numbers, fx and fy > 0");
  }
  if (occlusion.cell_px == 0 || occlusion.reach > 64) {
    throw std::invalid_argument("cell_px: expected >= 1; reach: expected at most 64");
  }
  if (!(occlusion.margin_m >= 0.0f && occlusion.margin_share >= 0.0f)) {
    throw std::invalid_argument("margin_m and margin_share: expected >= 0");
  }
}

/// Camera coordinates of a block of points, and their distances.
struct Block {
  static constexpr std::size_t kSize = 1024;
  std::array<float, kSize> x, y, z, range, column, row;
};

INHERIT_FAST_CLONES void to_camera(const float* __restrict xyz, std::size_t count,
                                   const float* __restrict m, Block& out) {
  for (std::size_t i = 0; i < count; ++i) {
    const float a = xyz[3 * i], b = xyz[3 * i + 1], c = xyz[3 * i + 2];
    const float x = m[0] * a + m[1] * b + m[2] * c + m[3],
                y = m[4] * a + m[5] * b + m[6] * c + m[7],
                z = m[8] * a + m[9] * b + m[10] * c + m[11];
    out.x[i] = x, out.y[i] = y, out.z[i] = z;
    out.range[i] = std::sqrt(x * x + y * y + z * z);
  }
}

/// Image places; points without one get a column that no image has.
INHERIT_FAST_CLONES void to_panorama(std::size_t count, float per_rad, float cx, float cy,
                                     Block& b) {
  for (std::size_t i = 0; i < count; ++i) {
    const float across = std::sqrt(b.x[i] * b.x[i] + b.z[i] * b.z[i]);
    const bool here = (b.range[i] > 0.0f) & (b.range[i] < kFar);
    b.column[i] = here ? cx + quick_atan2(b.x[i], b.z[i]) * per_rad : -1e9f;
    b.row[i] = cy + quick_atan2(b.y[i], across) * per_rad;
  }
}

INHERIT_FAST_CLONES void to_pinhole(std::size_t count, float fx, float fy, float cx, float cy,
                                    Block& b) {
  for (std::size_t i = 0; i < count; ++i) {
    const bool ahead = (b.z[i] > 1e-6f) & (b.range[i] < kFar);
    const float per_z = 1.0f / (ahead ? b.z[i] : 1.0f);
    b.column[i] = ahead ? cx + fx * b.x[i] * per_z : -1e9f;
    b.row[i] = cy + fy * b.y[i] * per_z;
  }
}

void to_image(std::size_t count, const ScanCamera& camera, Block& block) {
  const auto f = [](double value) { return static_cast<float>(value); };
  const Intrinsics& k = camera.pinhole;
  const Panorama circle{camera.height, camera.width};
  if (camera.equirectangular) {
    to_panorama(count, f(circle.px_per_rad()), f(circle.cx()), f(circle.cy()), block);
  } else {
    to_pinhole(count, f(k.fx), f(k.fy), f(k.cx), f(k.cy), block);
  }
}

/// Nearest range of each cell.
class ZBuffer {
 public:
  ZBuffer(const ScanCamera& camera, const Occlusion& occlusion)
      : around_(camera.equirectangular),
        cell_(occlusion.cell_px),
        reach_(static_cast<std::ptrdiff_t>(occlusion.reach)),
        height_((camera.height + cell_ - 1) / cell_),
        width_((camera.width + cell_ - 1) / cell_),
        nearest_(height_ * width_, kFar) {}

  std::size_t cell_of(std::size_t row, std::size_t col) const {
    return row / cell_ * width_ + col / cell_;
  }

  void put(std::size_t cell, float range) { nearest_[cell] = std::min(nearest_[cell], range); }

  float nearest_around(std::size_t cell) const {
    const auto row = static_cast<std::ptrdiff_t>(cell / width_),
               col = static_cast<std::ptrdiff_t>(cell % width_);
    const auto height = static_cast<std::ptrdiff_t>(height_),
               width = static_cast<std::ptrdiff_t>(width_);
    float nearest = kFar;
    for (auto r = std::max<std::ptrdiff_t>(0, row - reach_);
         r <= std::min(height - 1, row + reach_); ++r) {
      const float* line = nearest_.data() + r * width;
      for (auto c = col - reach_; c <= col + reach_; ++c) {
        auto at = c;
        if (at < 0 || at >= width) {
          if (!around_) continue;
          at = ((at % width) + width) % width;
        }
        nearest = std::min(nearest, line[at]);
      }
    }
    return nearest;
  }

 private:
  bool around_;
  std::size_t cell_;
  std::ptrdiff_t reach_;
  std::size_t height_, width_;
  std::vector<float> nearest_;
};

std::array<float, 12> rows_of(const Pose& pose) {
  std::array<float, 12> m{};
  std::transform(pose.m.begin(), pose.m.begin() + 12, m.begin(),
                 [](double v) { return static_cast<float>(v); });
  return m;
}

/// Pixel of a place, or -1. The one column past a panorama's last is its first.
std::int32_t pixel_at(float column, float row, const ScanCamera& camera) {
  const float c = std::floor(column + 0.5f), r = std::floor(row + 0.5f);
  // Written so that NaN fails, and nothing that a whole number cannot hold is converted.
  const bool inside = r >= 0.0f && r < static_cast<float>(camera.height) && c >= 0.0f &&
                      c <= static_cast<float>(camera.width);
  if (!inside) return -1;
  auto col = static_cast<std::size_t>(c);
  if (col >= camera.width) {
    if (!camera.equirectangular) return -1;
    col = 0;
  }
  return static_cast<std::int32_t>(static_cast<std::size_t>(r) * camera.width + col);
}

}  // namespace

ProjectedScan project_scan(std::span<const Point3> points, const Pose& T_camera_world,
                           const ScanCamera& camera, const Occlusion& occlusion) {
  require_sane(camera, occlusion);
  const std::size_t count = points.size();
  ProjectedScan out{std::vector<std::int32_t>(count), std::vector<float>(count),
                    std::vector<std::uint8_t>(count)};
  ZBuffer buffer(camera, occlusion);
  std::vector<std::uint32_t> cells(count);
  const auto m = rows_of(T_camera_world);
  Block block;
  for (std::size_t start = 0; start < count; start += Block::kSize) {
    const std::size_t size = std::min(Block::kSize, count - start);
    to_camera(reinterpret_cast<const float*>(points.data() + start), size, m.data(), block);
    to_image(size, camera, block);
    for (std::size_t i = 0; i < size; ++i) {
      const std::int32_t pixel = pixel_at(block.column[i], block.row[i], camera);
      out.pixel[start + i] = pixel;
      if (pixel < 0) continue;
      const auto at = static_cast<std::size_t>(pixel);
      const std::size_t cell = buffer.cell_of(at / camera.width, at % camera.width);
      out.range_m[start + i] = block.range[i];
      cells[start + i] = static_cast<std::uint32_t>(cell);
      buffer.put(cell, block.range[i]);
    }
  }
  for (std::size_t i = 0; i < count; ++i) {
    if (out.pixel[i] < 0) continue;
    const float range = out.range_m[i];
    const float slack = occlusion.margin_m + occlusion.margin_share * range;
    out.visible[i] = range <= buffer.nearest_around(cells[i]) + slack ? 1 : 0;
  }
  return out;
}

}  // namespace inherit_fast
