#include <doctest/doctest.h>

#include <limits>
#include <stdexcept>
#include <vector>

#include "inherit_fast/register_depth.hpp"

using inherit_fast::DepthRegistration;
using inherit_fast::register_depth;

namespace {

DepthRegistration same_camera() {
  const inherit_fast::Intrinsics k{4.0, 4.0, 1.5, 1.5};
  return {k, k, {{1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1}}, 1.0, 0.05, 4.0};
}

}  // namespace

TEST_CASE("register_depth: the same camera keeps every pixel") {
  const std::vector<float> depth{1.0f, 2.0f, 3.0f, 4.0f, 5.0f, 6.0f};
  CHECK(register_depth<float>({depth, 2, 3}, same_camera(), 2, 3) == depth);
}

TEST_CASE("register_depth: zero, NaN and infinity are no return") {
  const std::vector<float> depth{0.0f, std::numeric_limits<float>::quiet_NaN(),
                                 std::numeric_limits<float>::infinity(), -1.0f};
  CHECK(register_depth<float>({depth, 2, 2}, same_camera(), 2, 2) == std::vector<float>(4, 0.0f));
}

TEST_CASE("register_depth: an image twice as fine is filled") {
  auto registration = same_camera();
  registration.colour_camera = {8.0, 8.0, 3.5, 3.5};
  const std::vector<std::uint16_t> depth(16, 7);
  const auto out = register_depth<std::uint16_t>({depth, 4, 4}, registration, 8, 8);
  CHECK(out == std::vector<std::uint16_t>(64, 7));
}

TEST_CASE("register_depth: a point moved by a pixel lands one pixel on") {
  auto registration = same_camera();
  registration.T_colour_depth.m[3] = 0.5;  // 4 px * 0.5 m / 2 m
  const std::vector<float> depth{2.0f, 0.0f, 0.0f};
  CHECK(register_depth<float>({depth, 1, 3}, registration, 1, 3) ==
        std::vector<float>{0.0f, 2.0f, 0.0f});
}

TEST_CASE("register_depth: a camera without focal length is refused") {
  auto registration = same_camera();
  registration.depth_camera.fx = 0.0;
  const std::vector<float> depth(4, 1.0f);
  CHECK_THROWS_AS(register_depth<float>({depth, 2, 2}, registration, 2, 2), std::invalid_argument);
}
