#include <doctest/doctest.h>

#include <cmath>
#include <stdexcept>
#include <vector>

#include "inherit_fast/box_fit.hpp"
#include "inherit_fast/convex_hull.hpp"

using namespace inherit_fast;

TEST_CASE("convex_hull: corners only, counter-clockwise from the lowest x") {
  std::vector<Point2> points;
  for (int i = 0; i <= 4; ++i) {
    for (int j = 0; j <= 4; ++j) points.push_back({i / 4.0, j / 4.0});
  }
  const auto hull = convex_hull(points);
  REQUIRE(hull.size() == 4);
  CHECK((hull[0].x == 0.0 && hull[0].y == 0.0));
  CHECK((hull[1].x == 1.0 && hull[1].y == 0.0));
  CHECK((hull[2].x == 1.0 && hull[2].y == 1.0));
  CHECK((hull[3].x == 0.0 && hull[3].y == 1.0));
}

TEST_CASE("convex_hull: points in a line leave its ends, equal points one") {
  const std::vector<Point2> line{{1, 1}, {0, 0}, {3, 3}, {2, 2}, {3, 3}};
  CHECK(convex_hull(line).size() == 2);
  const std::vector<Point2> same(5, Point2{2, 2});
  CHECK(convex_hull(same).size() == 1);
  CHECK(convex_hull({}).empty());
}

TEST_CASE("box_fit: a square that stands on its corner is turned by 45 degrees") {
  const std::vector<Point3> points{{1, 0, 0}, {0, 1, 0}, {-1, 0, 1}, {0, -1, 1}};
  const std::vector<std::int32_t> weights(4, 1);
  const auto box = fit_oriented_box(points, weights, {0.0f, 0.97f});
  CHECK(box.cosine == doctest::Approx(std::sqrt(0.5)));
  CHECK(box.extent_m[0] == doctest::Approx(std::sqrt(2.0)));
  CHECK(box.extent_m[2] == doctest::Approx(1.0));
  CHECK(box.center_m[0] == doctest::Approx(0.0));
}

TEST_CASE("box_fit: weights decide what is trimmed") {
  const std::vector<Point3> points{{0, 0, 0}, {1, 0, 0}, {5, 0, 0}};
  CHECK(fit_axis_aligned_box(points, std::vector<std::int32_t>{10, 10, 1}, 0.1f).extent_m[0] ==
        doctest::Approx(1.0));
  CHECK(fit_axis_aligned_box(points, std::vector<std::int32_t>{10, 10, 10}, 0.1f).extent_m[0] ==
        doctest::Approx(5.0));
  CHECK_THROWS_AS(fit_axis_aligned_box({}, {}, 0.0f), std::invalid_argument);
}
