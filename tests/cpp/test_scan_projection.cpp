#include <doctest/doctest.h>

#include <cmath>
#include <limits>
#include <stdexcept>
#include <vector>

#include "inherit_fast/scan_projection.hpp"

using namespace inherit_fast;

namespace {

constexpr Pose kHere{{1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1}};
constexpr ScanCamera kCircle{true, {}, 32, 96};
constexpr ScanCamera kPinhole{false, {20, 20, 9.5, 9.5}, 20, 20};
constexpr Occlusion kExact{1, 0, 0.1f, 0.0f};

}  // namespace

TEST_CASE("scan_projection: a panorama sees all around, a pinhole ahead") {
  const std::vector<Point3> points{{0, 0, 2}, {2, 0, 0}, {0, 0, -2}, {0, 0, 0}};
  const auto around = project_scan(points, kHere, kCircle, kExact);
  CHECK(around.pixel[0] % 96 == 48);
  CHECK(around.pixel[1] % 96 == 72);
  CHECK(around.pixel[2] % 96 == 0);
  CHECK(around.pixel[3] == -1);
  CHECK(around.range_m[1] == 2.0f);
  const auto ahead = project_scan(points, kHere, kPinhole, kExact);
  CHECK(ahead.pixel[0] == 10 * 20 + 10);
  CHECK(ahead.pixel[1] == -1);
  CHECK(ahead.pixel[2] == -1);
}

TEST_CASE("scan_projection: what is behind is hidden") {
  const std::vector<Point3> points{{0, 0, 2}, {0, 0, 2.05f}, {0, 0, 3}};
  const auto scan = project_scan(points, kHere, kCircle, kExact);
  CHECK(scan.visible == std::vector<std::uint8_t>{1, 1, 0});
}

TEST_CASE("scan_projection: a mask lifts its nearest largest group") {
  std::vector<Point3> points;
  for (int i = 0; i < 9; ++i) points.push_back({0.01f * static_cast<float>(i), 0, 2});
  points.push_back({0.02f, 0, 5});
  ProjectedScan scan = project_scan(points, kHere, kPinhole, {1, 0, 9.0f, 0.0f});
  const std::vector<std::uint8_t> mask(400, 1);
  const auto lifted = lift_scan(points, scan, {mask, 20, 20}, {0.5f, 3.0f, 0.01f, 5});
  REQUIRE(lifted.has_value());
  CHECK(lifted->inliers.size() == 9);
  CHECK(lifted->center[0] == 0.04f);
  CHECK(lifted->high[0] == 0.08f);
  CHECK_FALSE(lift_scan(points, scan, {mask, 20, 20}, {0.5f, 3.0f, 0.01f, 10}).has_value());
}

TEST_CASE("scan_projection: a single point draws a disk of its depth") {
  const std::vector<Point3> points{{0, 0, 2}};
  const auto depth =
      render_scan(points, kHere, {20, 20, 9.5, 9.5}, 20, 20, {0.1f, 9.0f}, {0.2f, 3, 0.1f});
  CHECK(depth[9 * 20 + 9] == doctest::Approx(2.0f));
  CHECK(depth[9 * 20 + 7] == doctest::Approx(2.0f));
  CHECK(depth[9 * 20 + 4] == 0.0f);
}

TEST_CASE("scan_projection: places that no whole number holds are no pixels") {
  const float far = std::numeric_limits<float>::max();
  const std::vector<Point3> points{
      {far, 0, 1}, {1e18f, 1e18f, 1e-5f}, {0, -1e15f, 1}, {far, far, far}};
  for (const ScanCamera& camera : {kCircle, kPinhole}) {
    const auto scan = project_scan(points, kHere, camera, kExact);
    for (const auto pixel : scan.pixel) CHECK(pixel < 96 * 32);
  }
  const auto depth =
      render_scan(points, kHere, {20, 20, 9.5, 9.5}, 20, 20, {1e-6f, far}, {0.2f, 3, 0.1f});
  CHECK(depth.size() == 400);
}

TEST_CASE("scan_projection: what cannot be is refused") {
  const std::vector<Point3> points{{0, 0, 2}};
  CHECK_THROWS_AS(project_scan(points, kHere, {true, {}, 0, 9}, kExact), std::invalid_argument);
  CHECK_THROWS_AS(project_scan(points, kHere, {false, {}, 9, 9}, kExact), std::invalid_argument);
  CHECK_THROWS_AS(project_scan(points, kHere, kCircle, {0, 0, 0, 0}), std::invalid_argument);
  CHECK_THROWS_AS(render_scan(points, kHere, {20, 20, 9, 9}, 20, 20, {0.0f, 9.0f}, {0.2f, 3, 0.1f}),
                  std::invalid_argument);
  const std::vector<std::uint8_t> mask(400, 1);
  CHECK_THROWS_AS(lift_scan(points, {}, {mask, 20, 20}, {0.5f, 3.0f, 0.01f, 5}),
                  std::invalid_argument);
}
