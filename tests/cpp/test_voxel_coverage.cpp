#include <doctest/doctest.h>

#include <limits>
#include <stdexcept>
#include <vector>

#include "inherit_fast/voxel_coverage.hpp"

using namespace inherit_fast;

namespace {

constexpr float kNan = std::numeric_limits<float>::quiet_NaN();
constexpr float kFar = std::numeric_limits<float>::infinity();

}  // namespace

TEST_CASE("voxel_coverage: points of one voxel count once, before and after it is covered") {
  VoxelCoverage coverage(0.5f, 10000);
  const std::vector<Point3> points{{0.1f, 0.1f, 0.1f}, {0.4f, 0.2f, 0.3f}, {0.6f, 0.1f, 0.1f}};
  CHECK(coverage.measure(points).seen == 2);
  CHECK(coverage.measure(points).fresh == 2);
  CHECK(coverage.add(points) == 2);
  CHECK(coverage.measure(points).fresh == 0);
  CHECK(coverage.size() == 2);
}

TEST_CASE("voxel_coverage: negative coordinates round down") {
  VoxelCoverage coverage(1.0f, 10000);
  coverage.add(std::vector<Point3>{{-0.25f, -1.0f, 1.0f}});
  CHECK(coverage.voxels(0, 1)[0] == std::array<std::int32_t, 3>{-1, -1, 1});
}

TEST_CASE("voxel_coverage: points that are nowhere cover nothing") {
  VoxelCoverage coverage(0.1f, 10000);
  const std::vector<Point3> points{{kNan, 0, 0}, {0, kFar, 0}, {0, 0, -1e9f}};
  CHECK(coverage.measure(points).seen == 0);
  CHECK(coverage.add(points) == 0);
}

TEST_CASE("voxel_coverage: the cap on memory holds, and what is left out is counted") {
  VoxelCoverage coverage(0.1f, 448);
  std::vector<Point3> points;
  for (int i = 0; i < 100; ++i) points.push_back({static_cast<float>(i), 0, 0});
  coverage.add(points);
  CHECK(coverage.size() == coverage.max_voxels());
  CHECK(coverage.size() + coverage.dropped() == 100);
  CHECK(coverage.bytes() <= 448);
}

TEST_CASE("voxel_coverage: what cannot be is refused") {
  CHECK_THROWS_AS(VoxelCoverage(0.0f, 10000), std::invalid_argument);
  CHECK_THROWS_AS(VoxelCoverage(0.1f, 10), std::invalid_argument);
  const VoxelCoverage coverage(0.1f, 10000);
  CHECK_THROWS_AS(coverage.voxels(0, 1), std::invalid_argument);
}

TEST_CASE("point_bounds: only whole points count") {
  const std::vector<Point3> points{{9, 9, kNan}, {1, 2, 3}, {-kFar, 0, 0}, {0, 5, -1}};
  const auto bounds = point_bounds(points);
  REQUIRE(bounds.has_value());
  CHECK(bounds->low.x == 0.0f);
  CHECK(bounds->low.z == -1.0f);
  CHECK(bounds->high.y == 5.0f);
  CHECK_FALSE(point_bounds({}).has_value());
  CHECK_FALSE(point_bounds(std::vector<Point3>{{kNan, 0, 0}}).has_value());
}
