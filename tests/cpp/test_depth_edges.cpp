#include <doctest/doctest.h>

#include <cmath>
#include <limits>
#include <vector>

#include "inherit_fast/depth_edges.hpp"
#include "inherit_fast/depth_units.hpp"

using namespace inherit_fast;

namespace {
constexpr DepthRange kRange{0.2f, 6.0f};
}

TEST_CASE("depth_edges: distance grows away from a step, up to the reach") {
  std::vector<float> depth(5 * 10, 1.0f);
  for (std::size_t row = 0; row < 5; ++row) {
    for (std::size_t col = 5; col < 10; ++col) depth[row * 10 + col] = 3.0f;
  }
  const auto distance = edge_distance(ImageView<float>{depth, 5, 10}, 1.0f, kRange, 0.05f, 3);
  const std::vector<int> expected{3, 3, 2, 1, 0, 0, 1, 2, 3, 3};
  for (std::size_t i = 0; i < 50; ++i) CHECK(distance[i] == expected[i % 10]);
}

TEST_CASE("depth_edges: a steep plane and the border of a hole are no edges") {
  std::vector<float> depth;
  for (int col = 0; col < 20; ++col)
    depth.push_back(1.0f / (1.0f - 0.03f * static_cast<float>(col)));
  depth[10] = 0.0f;
  depth[15] = std::numeric_limits<float>::quiet_NaN();
  for (const auto d : edge_distance(ImageView<float>{depth, 1, 20}, 1.0f, kRange, 0.05f, 2)) {
    CHECK(d == 2);
  }
}

TEST_CASE("depth_edges: an edge in another row counts in rows") {
  std::vector<float> depth(9 * 9, 1.0f);
  depth[4 * 9 + 4] = 2.0f;
  const auto distance = edge_distance(ImageView<float>{depth, 9, 9}, 1.0f, kRange, 0.05f, 4);
  CHECK(distance[4 * 9 + 4] == 0);
  CHECK(distance[3 * 9 + 4] == 0);  // its line bends too
  CHECK(distance[2 * 9 + 4] == 1);
  CHECK(distance[1 * 9 + 5] == 2);
  CHECK(distance[0] == 4);
}

TEST_CASE("depth_units: raw bounds agree with the product to the last bit") {
  for (const float scale : {0.001f, 0.0002f, 1.0f / 6553.5f, 0.01f, 3.0f}) {
    const auto range = raw_range<std::uint16_t>(kRange, scale);
    for (int depth = 0; depth <= 65535; ++depth) {
      const float z = static_cast<float>(depth) * scale;
      const bool inside = z >= kRange.min_m && z <= kRange.max_m;
      REQUIRE(range.holds(static_cast<std::uint16_t>(depth)) == inside);
    }
    const auto metres = raw_range<float>(kRange, scale);
    for (float bound : {kRange.min_m / scale, kRange.max_m / scale}) {
      for (int i = 0; i < 5; ++i) bound = std::nextafter(bound, 0.0f);
      for (int i = 0; i < 10; ++i) {
        const float z = bound * scale;
        REQUIRE(metres.holds(bound) == (z >= kRange.min_m && z <= kRange.max_m));
        bound = std::nextafter(bound, 1e9f);
      }
    }
  }
}
