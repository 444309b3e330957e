#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

namespace inherit_fast {

/// Read-only view of a row-major H x W image. Never owns its pixels.
template <typename T>
struct ImageView {
  std::span<const T> pixels;  // size() == height * width
  std::size_t height = 0;
  std::size_t width = 0;

  const T& operator()(std::size_t row, std::size_t col) const { return pixels[row * width + col]; }
};

/// Pinhole camera without distortion, in pixels. Pixel centres lie at whole numbers.
struct Intrinsics {
  double fx, fy, cx, cy;
};

struct Point3 {
  float x, y, z;
};

/// Rigid motion, row-major 4 x 4; the last row is 0 0 0 1.
struct Pose {
  std::array<double, 16> m;
};

/// Depths outside [min_m, max_m], zero, NaN and infinity count as "no return".
struct DepthRange {
  float min_m;
  float max_m;
};

inline std::array<double, 3> transform(const Pose& T, double x, double y, double z) {
  const auto& m = T.m;
  return {m[0] * x + m[1] * y + m[2] * z + m[3], m[4] * x + m[5] * y + m[6] * z + m[7],
          m[8] * x + m[9] * y + m[10] * z + m[11]};
}

}  // namespace inherit_fast
