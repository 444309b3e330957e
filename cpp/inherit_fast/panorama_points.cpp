#include <cmath>
#include <limits>
#include <numbers>

#include "inherit_fast/panorama.hpp"

namespace inherit_fast {

std::vector<PixelPoint> face_to_panorama(std::span<const PixelPoint> points,
                                         const PanoramaFace& face, const Panorama& panorama) {
  const auto& R = face.R_panorama_face;
  const auto width = static_cast<double>(panorama.width);
  std::vector<PixelPoint> out;
  out.reserve(points.size());
  for (const PixelPoint& p : points) {
    const double a = (p.x - face.camera.cx) / face.camera.fx;
    const double b = (p.y - face.camera.cy) / face.camera.fy;
    const double x = R[0] * a + R[1] * b + R[2], y = R[3] * a + R[4] * b + R[5],
                 z = R[6] * a + R[7] * b + R[8];
    double column = panorama.cx() + std::atan2(x, z) * panorama.px_per_rad();
    if (column >= width - 0.5) column -= width;
    out.push_back(
        {column, panorama.cy() + std::atan2(y, std::sqrt(x * x + z * z)) * panorama.px_per_rad()});
  }
  return out;
}

std::vector<PixelPoint> panorama_to_face(std::span<const PixelPoint> points,
                                         const PanoramaFace& face, const Panorama& panorama) {
  constexpr double nan = std::numeric_limits<double>::quiet_NaN();
  const auto& R = face.R_panorama_face;
  std::vector<PixelPoint> out;
  out.reserve(points.size());
  for (const PixelPoint& p : points) {
    const double right = (p.x - panorama.cx()) / panorama.px_per_rad();
    const double down = (p.y - panorama.cy()) / panorama.px_per_rad();
    const double x = std::cos(down) * std::sin(right), y = std::sin(down),
                 z = std::cos(down) * std::cos(right);
    const double a = R[0] * x + R[3] * y + R[6] * z, b = R[1] * x + R[4] * y + R[7] * z,
                 c = R[2] * x + R[5] * y + R[8] * z;
    if (!(c > 0.0)) {
      out.push_back({nan, nan});
    } else {
      out.push_back(
          {face.camera.cx + face.camera.fx * a / c, face.camera.cy + face.camera.fy * b / c});
    }
  }
  return out;
}

}  // namespace inherit_fast
