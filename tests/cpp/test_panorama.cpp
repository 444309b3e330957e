#include <doctest/doctest.h>

#include <cmath>
#include <stdexcept>
#include <vector>

#include "inherit_fast/panorama.hpp"

using namespace inherit_fast;

namespace {

constexpr Panorama kCircle{60, 180};

/// A face of 90 degrees that looks `right` quarters to the right.
PanoramaFace face_of(int right) {
  const double s[] = {0, 1, 0, -1}, c[] = {1, 0, -1, 0};
  return {{20, 20, 19.5, 19.5}, {c[right], 0, s[right], 0, 1, 0, -s[right], 0, c[right]}, 40, 40};
}

}  // namespace

TEST_CASE("spherical: the quick arc tangent agrees with the library's") {
  float worst = 0.0f;
  for (int i = 0; i < 2000; ++i) {
    const float angle = -3.14159f + 0.00314159f * static_cast<float>(i);
    const float y = 3.0f * std::sin(angle), x = 3.0f * std::cos(angle);
    worst = std::max(worst, std::fabs(quick_atan2(y, x) - std::atan2(y, x)));
  }
  CHECK(worst < 1e-6f);
  CHECK(quick_atan2(0.0f, 0.0f) == 0.0f);
}

TEST_CASE("panorama: places come back exactly") {
  for (int right = 0; right < 4; ++right) {
    const std::vector<PixelPoint> points{{0, 0}, {19.5, 19.5}, {39, 3.25}};
    const auto there = face_to_panorama(points, face_of(right), kCircle);
    const auto back = panorama_to_face(there, face_of(right), kCircle);
    for (std::size_t i = 0; i < points.size(); ++i) {
      CHECK(back[i].x == doctest::Approx(points[i].x));
      CHECK(back[i].y == doctest::Approx(points[i].y));
      CHECK(there[i].x >= -0.5);
      CHECK(there[i].x < 179.5);
    }
  }
}

TEST_CASE("panorama: four faces hold what the panorama held") {
  std::vector<std::int32_t> labels(60 * 180);
  for (std::size_t i = 0; i < labels.size(); ++i) {
    labels[i] = static_cast<std::int32_t>(i % 180 / 45);
  }
  std::vector<std::vector<std::int32_t>> cut(4, std::vector<std::int32_t>(1600));
  std::vector<std::span<const std::int32_t>> faces;
  std::vector<PanoramaFace> views;
  for (int f = 0; f < 4; ++f) {
    views.push_back(face_of(f));
    auto& face = cut[static_cast<std::size_t>(f)];
    unwrap_face<std::int32_t>(labels, kCircle, 1, views.back(), Sampling::nearest, face);
    faces.emplace_back(face);
  }
  std::vector<std::int32_t> back(labels.size());
  std::vector<std::uint8_t> covered(labels.size());
  wrap_faces<std::int32_t>(faces, views, 1, kCircle, Sampling::nearest, back, covered);
  int same = 0, seen = 0;
  for (std::size_t i = 0; i < labels.size(); ++i) {
    seen += covered[i];
    same += covered[i] != 0 && back[i] == labels[i] ? 1 : 0;
  }
  CHECK(seen > 7000);
  CHECK(same > seen - 200);
}

TEST_CASE("panorama: a camera as wide as none gives pixels all the same") {
  std::vector<std::uint8_t> pixels(60 * 180, 9), out(1600);
  PanoramaFace face = face_of(1);
  face.camera.fx = face.camera.fy = 1e-39;
  unwrap_face<std::uint8_t>(pixels, kCircle, 1, face, Sampling::bilinear, out);
  for (const auto value : out) CHECK((value == 0 || value == 9));
}

TEST_CASE("panorama: what cannot be is refused") {
  std::vector<std::uint8_t> pixels(60 * 180), out(1600);
  PanoramaFace face = face_of(0);
  face.camera.fx = 0.0;
  CHECK_THROWS_AS(unwrap_face<std::uint8_t>(pixels, kCircle, 1, face, Sampling::nearest, out),
                  std::invalid_argument);
  face = face_of(0);
  face.R_panorama_face[0] = 2.0;
  CHECK_THROWS_AS(unwrap_face<std::uint8_t>(pixels, kCircle, 1, face, Sampling::nearest, out),
                  std::invalid_argument);
  CHECK_THROWS_AS(unwrap_face<std::uint8_t>({}, {0, 180}, 1, face_of(0), Sampling::nearest, out),
                  std::invalid_argument);
}
