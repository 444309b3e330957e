#include <doctest/doctest.h>

#include <stdexcept>
#include <vector>

#include "inherit_fast/voxel_points.hpp"

using namespace inherit_fast;

TEST_CASE("voxel_points: means are weighted by counts") {
  const std::vector<Point3> points{{0.1f, 0, 0}, {0.5f, 0, 0}, {1.5f, 0, 0}};
  const std::vector<std::int32_t> counts{1, 3, 2};
  const auto merged = merge_voxel_points(points, counts, 1.0f, 9);
  REQUIRE(merged.points.size() == 2);
  CHECK(merged.points[0].x == doctest::Approx(0.4));
  CHECK(merged.counts == std::vector<std::int32_t>{4, 2});
  CHECK(merged.dropped == 0);
}

TEST_CASE("voxel_points: the cap drops and counts") {
  std::vector<Point3> points;
  for (int i = 0; i < 100; ++i) points.push_back({static_cast<float>(i) + 0.5f, 0, 0});
  const std::vector<std::int32_t> counts(100, 1);
  const auto merged = merge_voxel_points(points, counts, 1.0f, 30);
  CHECK(merged.points.size() == 30);
  CHECK(merged.dropped == 70);
  CHECK_THROWS_AS(merge_voxel_points(points, {}, 1.0f, 30), std::invalid_argument);
}
