#include <doctest/doctest.h>

#include <algorithm>
#include <cstdint>
#include <stdexcept>
#include <vector>

#include "inherit_fast/depth_pieces.hpp"
#include "inherit_fast/depth_segment.hpp"
#include "inherit_fast/fill_holes.hpp"

using namespace inherit_fast;

namespace {

constexpr std::size_t kHeight = 60, kWidth = 80;
const Intrinsics kCamera{70.0, 70.0, 39.5, 29.5};
// Looks along world x: camera z -> x, camera x -> -y, camera y -> -z.
const Pose kForward{{0, 0, 1, 0, -1, 0, 0, 0, 0, -1, 0, 1, 0, 0, 0, 1}};
const DepthJump kJump{0.02F, 0.01F};
const PlaneSearch kSearch{0.012F, 0.005F, 0.43F, 0.05F, 8};
const SegmentRules kRules{3.0F, 0.05F, 0.12F, 0.05F, 0.1F, 4};

/// A wall at 3 m, a crate of 20 x 20 pixels at 1.5 m before it.
std::vector<float> wall_and_crate() {
  std::vector<float> depth(kHeight * kWidth, 3.0F);
  for (std::size_t row = 20; row < 40; ++row) {
    for (std::size_t col = 30; col < 50; ++col) depth[row * kWidth + col] = 1.5F;
  }
  return depth;
}

std::vector<std::uint8_t> segment(const std::vector<float>& depth,
                                  const std::vector<std::int32_t>& boxes) {
  std::vector<std::uint8_t> masks(boxes.size() / 4 * depth.size(), 7);
  depth_segment({depth, kHeight, kWidth}, kCamera, kForward, boxes, 3, kJump, kSearch, kRules,
                masks);
  return masks;
}

}  // namespace

TEST_CASE("depth_segment: a crate before a wall is cut out exactly") {
  const auto depth = wall_and_crate();
  const auto mask = segment(depth, {28, 18, 52, 42});
  for (std::size_t i = 0; i < depth.size(); ++i) CHECK(mask[i] == (depth[i] == 1.5F ? 1 : 0));
}

TEST_CASE("depth_segment: boxes off the image and without return give empty masks") {
  const auto masks = segment(wall_and_crate(), {-9, -9, -1, -1, 50, 50, 10, 10, 90, 0, 99, 9});
  CHECK(std::count(masks.begin(), masks.end(), 0) == static_cast<std::ptrdiff_t>(masks.size()));
  const auto nothing = segment(std::vector<float>(kHeight * kWidth, 0.0F), {0, 0, 80, 60});
  CHECK(std::count(nothing.begin(), nothing.end(), 0) ==
        static_cast<std::ptrdiff_t>(nothing.size()));
}

TEST_CASE("depth_segment: masks of another size and wrong settings are refused") {
  const auto depth = wall_and_crate();
  const std::vector<std::int32_t> box{0, 0, 9, 9};
  std::vector<std::uint8_t> small(10), mask(depth.size());
  CHECK_THROWS_AS(depth_segment({depth, kHeight, kWidth}, kCamera, kForward, box, 3, kJump, kSearch,
                                kRules, small),
                  std::invalid_argument);
  CHECK_THROWS_AS(depth_segment({depth, kHeight, kWidth}, kCamera, kForward, box, 0, kJump, kSearch,
                                kRules, mask),
                  std::invalid_argument);
}

TEST_CASE("depth_pieces: a spiral is one piece, jumps part it") {
  // Chosen pixels wind from the outside to the inside; the join comes late for run merging.
  const std::vector<std::uint8_t> chosen{1, 1, 1, 1, 1,  //
                                         0, 0, 0, 0, 1,  //
                                         1, 1, 1, 0, 1,  //
                                         1, 0, 0, 0, 1,  //
                                         1, 1, 1, 1, 1};
  std::vector<float> depth(25, 1.0F);
  BoxPixels pixels;
  pixels.box = {0, 0, 5, 5};
  pixels.image_width = 5;
  pixels.weight.assign(25, 1.0);
  pixels.leaving.assign(25, 0);
  const auto one = depth_pieces({depth, 5, 5}, pixels, chosen, kJump);
  REQUIRE(one.pieces.size() == 1);
  CHECK(one.pieces[0].pixels == 17);
  depth[4 * 5 + 2] = 2.0F;
  const auto three = depth_pieces({depth, 5, 5}, pixels, chosen, kJump);
  REQUIRE(three.pieces.size() == 3);
  CHECK(three.of_pixel[0] == 0);
  CHECK(three.of_pixel[10] == 1);
  CHECK(three.of_pixel[22] == 2);
}

TEST_CASE("fill_holes: enclosed pixels are filled, open ones are not") {
  std::vector<float> depth(25, 1.0F);
  depth[12] = 0.0F;
  depth[0] = 0.0F;
  std::vector<std::uint8_t> mask(25, 1);
  mask[12] = mask[0] = 0;
  fill_holes({depth, 5, 5}, {0, 0, 5, 5}, mask);
  CHECK(mask[12] == 1);
  CHECK(mask[0] == 0);
}
