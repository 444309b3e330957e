#include <doctest/doctest.h>

#include <stdexcept>
#include <vector>

#include "inherit_fast/cluster.hpp"
#include "inherit_fast/voxel_table.hpp"

using namespace inherit_fast;

TEST_CASE("cluster: the heavier side wins, its rim comes along") {
  const std::vector<Point3> points{{0, 0, 0}, {0, 0, 0.5f}, {0, 0, 1.5f}, {9, 0, 0}, {9, 0, 0.5f}};
  const std::vector<std::int32_t> weights{1, 1, 1, 5, 5};
  CHECK(largest_cluster(points, weights, {}, {1.0f, 2}) ==
        std::vector<std::uint8_t>{0, 0, 0, 1, 1});
  const std::vector<std::int32_t> even{1, 1, 1, 1, 1};
  CHECK(largest_cluster(points, even, {}, {1.0f, 3}) == std::vector<std::uint8_t>{1, 1, 1, 0, 0});
}

TEST_CASE("cluster: wrong sizes are refused") {
  const std::vector<Point3> points(3, Point3{0, 0, 0});
  const std::vector<std::int32_t> weights(2, 1);
  CHECK_THROWS_AS(largest_cluster(points, weights, {}, {1.0f, 1}), std::invalid_argument);
}

TEST_CASE("voxel_table: indices count up, survive growth, and start anew after clear") {
  VoxelTable table(1);
  for (std::int32_t i = 0; i < 5000; ++i) {
    REQUIRE(table.insert(key_of({i, -i, 7})) == static_cast<std::uint32_t>(i));
  }
  for (std::int32_t i = 0; i < 5000; ++i) {
    REQUIRE(table.insert(key_of({i, -i, 7})) == static_cast<std::uint32_t>(i));
    REQUIRE(table.find(key_of({i, -i, 7})) == static_cast<std::uint32_t>(i));
  }
  CHECK(table.find(key_of({1, 1, 7})) == VoxelTable::kAbsent);
  table.clear();
  CHECK(table.size() == 0);
  CHECK(table.find(key_of({0, 0, 7})) == VoxelTable::kAbsent);
  CHECK(table.insert(key_of({3, 3, 3})) == 0);
}
