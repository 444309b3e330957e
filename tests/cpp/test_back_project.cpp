#include <doctest/doctest.h>

#include <limits>
#include <stdexcept>
#include <vector>

#include "inherit_fast/back_project.hpp"

using namespace inherit_fast;

namespace {

constexpr Pose kIdentity{{1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1}};
constexpr Intrinsics kCamera{10.0, 10.0, 1.0, 1.0};
constexpr LiftRules kRules{{0.2f, 6.0f}, 0, 0.4f, 0.05f, 3.0f, 0.25f};

DepthView<float> view(const std::vector<float>& depth, std::size_t height, std::size_t width) {
  return {{depth, height, width}, 1.0f, kCamera, kIdentity};
}

}  // namespace

TEST_CASE("back_project: zero, NaN, negative and far depths are no returns") {
  const std::vector<float> depth{0.0f,  std::numeric_limits<float>::quiet_NaN(), 7.0f,
                                 -1.0f, std::numeric_limits<float>::infinity(),  2.0f};
  const std::vector<std::int32_t> ids(6, 1);
  const auto found = back_project(view(depth, 2, 3), runs_of_instances({ids, 2, 3}), kRules);
  REQUIRE(found.size() == 1);
  CHECK(found[0].mask_px == 6);
  CHECK(found[0].valid_px == 1);
  CHECK(found[0].count == 1);
  CHECK(found[0].centroid_m[0] == doctest::Approx(0.2));  // column 2, row 1
  CHECK(found[0].centroid_m[1] == doctest::Approx(0.0));
  CHECK(found[0].centroid_m[2] == doctest::Approx(2.0));
}

TEST_CASE("back_project: the pixel at the principal point lies straight ahead") {
  const std::vector<float> depth(9, 2.0f);
  std::vector<std::int32_t> ids(9, 0);
  ids[4] = 1;
  const auto found = back_project(view(depth, 3, 3), runs_of_instances({ids, 3, 3}), kRules);
  CHECK(found[0].aabb_min_m == std::array<float, 3>{0.0f, 0.0f, 2.0f});
  CHECK(found[0].aabb_max_m == std::array<float, 3>{0.0f, 0.0f, 2.0f});
}

TEST_CASE("back_project_points: pixels of a voxel are merged, in order of the first") {
  const std::vector<float> depth(4, 1.0f);
  const std::vector<std::int32_t> ids(4, 1);
  const auto masks = runs_of_instances({ids, 1, 4});
  // Columns 0 to 3 lie at x = -0.1, 0, 0.1, 0.2.
  const auto found = back_project_points(view(depth, 1, 4), masks, kRules, 0.15f);
  REQUIRE(found.points.size() == 3);
  CHECK(found.points[0].x == doctest::Approx(-0.1));
  CHECK(found.points[1].x == doctest::Approx(0.05));
  CHECK(found.points[2].x == doctest::Approx(0.2));
  CHECK(found.weights == std::vector<std::int32_t>{1, 2, 1});
  CHECK(found.offsets == std::vector<std::int64_t>{0, 3});
}

TEST_CASE("back_project: depth and masks of different size are refused") {
  const std::vector<float> depth(4, 1.0f);
  const std::vector<std::int32_t> ids(2, 1);
  CHECK_THROWS_AS(back_project(view(depth, 2, 2), runs_of_instances({ids, 1, 2}), kRules),
                  std::invalid_argument);
}
