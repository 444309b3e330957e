#include <doctest/doctest.h>

#include <cmath>
#include <limits>
#include <stdexcept>

#include "inherit_fast/boxes.hpp"

using namespace inherit_fast;

namespace {

OrientedBox cube(double x, double y, double z, double yaw = 0, double side = 1) {
  const double c = std::cos(yaw), s = std::sin(yaw);
  const std::array<double, 15> packed{x, y, z, side, side, side, c, -s, 0, s, c, 0, 0, 0, 1};
  return make_box(packed);
}

/// Turned about x, so that no axis is vertical.
OrientedBox tilted(double x, double y, double z, double angle) {
  const double c = std::cos(angle), s = std::sin(angle);
  const std::array<double, 15> packed{x, y, z, 1, 1, 1, 1, 0, 0, 0, c, -s, 0, s, c};
  return make_box(packed);
}

}  // namespace

TEST_CASE("boxes: half a cube's shift leaves a third in common") {
  CHECK(box_iou(cube(0, 0, 0), cube(0.5, 0, 0)) == doctest::Approx(1.0 / 3));
  CHECK(box_iou(tilted(0, 0, 0, 0.5), tilted(0.5, 0, 0, 0.5)) == doctest::Approx(1.0 / 3));
}

TEST_CASE("boxes: the general clipping agrees with the upright short cut") {
  for (double yaw = 0; yaw < 3; yaw += 0.1) {
    const auto a = cube(0, 0, 0, 0.2), b = cube(0.3, yaw / 5, 0.4, yaw);
    CHECK(clipped_volume(a, b) == doctest::Approx(intersection_volume(a, b)));
    const auto far = cube(2, yaw, 1.5, yaw);
    CHECK(solid_distance(a, far) == doctest::Approx(box_gap(a, far)));
  }
}

TEST_CASE("boxes: a footprint's area and gap survive a quarter turn") {
  const auto a = cube(0, 0, 0), b = cube(2, 0, 0, 1.5707963267948966);
  CHECK(area(b.footprint) == doctest::Approx(1.0));
  CHECK(box_gap(a, b) == doctest::Approx(1.0));
  CHECK(box_gap_bound(a, b) <= box_gap(a, b) + 1e-12);
}

TEST_CASE("boxes: a tilted cube over a cube is as far as its lowest edge") {
  const auto a = cube(0, 0, 0), b = tilted(0, 0, 3, 0.7853981633974483);
  CHECK(box_gap(a, b) == doctest::Approx(2.5 - std::sqrt(0.5)));
}

TEST_CASE("boxes: impossible boxes are refused") {
  std::array<double, 15> packed{0, 0, 0, 1, 1, 1, 1, 0, 0, 0, 1, 0, 0, 0, 1};
  packed[0] = std::numeric_limits<double>::infinity();
  CHECK_THROWS_AS(make_box(packed), std::invalid_argument);
  packed[0] = 0, packed[3] = -1;
  CHECK_THROWS_AS(make_box(packed), std::invalid_argument);
  packed[3] = 1, packed[6] = 2;
  CHECK_THROWS_AS(make_box(packed), std::invalid_argument);
}
