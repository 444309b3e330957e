#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <numbers>

namespace inherit_fast {

/// Full circle of an equirectangular image: column c of W looks at ((c + 0.5) / W - 0.5) turns to
/// the right of straight ahead; rows have square pixels, and the middle of the height is level.
struct Panorama {
  std::size_t height, width;

  double px_per_rad() const { return static_cast<double>(width) / (2.0 * std::numbers::pi); }
  double cx() const { return 0.5 * (static_cast<double>(width) - 1.0); }
  double cy() const { return 0.5 * (static_cast<double>(height) - 1.0); }
};

/// atan2 within 1e-6 rad, without branches, so that loops over it are vectorised; 0 at the origin.
inline float quick_atan2(float y, float x) {
  const float ay = std::fabs(y), ax = std::fabs(x);
  const float small = std::min(ay, ax), large = std::max(ay, ax);
  const float r = small / (large > 0.0f ? large : 1.0f), t = r * r;
  // Chebyshev fit of atan(r) / r in r * r over [0, 1]; its error is 2e-7.
  float p = -0.004668773151934147f;
  p = p * t + 0.02416618913412094f;
  p = p * t - 0.0593671016395092f;
  p = p * t + 0.09906096756458282f;
  p = p * t - 0.14016585052013397f;
  p = p * t + 0.19969235360622406f;
  p = p * t - 0.33331960439682007f;
  p = p * t + 0.9999998807907104f;
  float angle = p * r;
  angle = ay > ax ? static_cast<float>(std::numbers::pi / 2.0) - angle : angle;
  angle = x < 0.0f ? static_cast<float>(std::numbers::pi) - angle : angle;
  return y < 0.0f ? -angle : angle;
}

}  // namespace inherit_fast
