#include <doctest/doctest.h>

#include <array>
#include <stdexcept>
#include <vector>

#include "inherit_fast/preprocess.hpp"

using namespace inherit_fast;

namespace {

const Normalisation kPlain{{0.0F, 0.0F, 0.0F}, {1.0F, 1.0F, 1.0F}, false};

std::vector<float> run(const std::vector<std::uint8_t>& rgb, std::size_t height, std::size_t width,
                       const CropBox& box, std::size_t out_height, std::size_t out_width,
                       const Normalisation& norm = kPlain) {
  std::vector<float> out(3 * out_height * out_width, -1.0F);
  preprocess(rgb, height, width, box, out_height, out_width, norm, out);
  return out;
}

}  // namespace

TEST_CASE("preprocess: channels come apart, and swap for bgr") {
  const std::vector<std::uint8_t> pixel{10, 20, 30};
  CHECK(run(pixel, 1, 1, {0, 0, 1, 1}, 1, 1) == std::vector<float>{10, 20, 30});
  const Normalisation bgr{{1.0F, 2.0F, 3.0F}, {1.0F, 2.0F, 1.0F}, true};
  CHECK(run(pixel, 1, 1, {0, 0, 1, 1}, 1, 1, bgr) == std::vector<float>{29, 9, 7});
}

TEST_CASE("preprocess: shrinking averages, growing interpolates") {
  const std::vector<std::uint8_t> row{0, 0, 0, 100, 100, 100};
  CHECK(run(row, 1, 2, {0, 0, 2, 1}, 1, 1)[0] == 50.0F);
  const auto grown = run(row, 1, 2, {0, 0, 2, 1}, 1, 4);
  CHECK(std::vector<float>(grown.begin(), grown.begin() + 4) == std::vector<float>{0, 25, 75, 100});
}

TEST_CASE("preprocess: every value is written, outside the image too") {
  const std::vector<std::uint8_t> pixel{10, 20, 30};
  for (const float value : run(pixel, 1, 1, {5, 5, 9, 9}, 3, 3)) CHECK(value == 0.0F);
}

TEST_CASE("preprocess: wrong sizes are refused") {
  const std::vector<std::uint8_t> rgb(12, 0);
  std::vector<float> out(3);
  CHECK_THROWS_AS(preprocess(rgb, 3, 3, {0, 0, 1, 1}, 1, 1, kPlain, out), std::invalid_argument);
  CHECK_THROWS_AS(preprocess(rgb, 2, 2, {0, 0, 1, 1}, 2, 2, kPlain, out), std::invalid_argument);
  CHECK_THROWS_AS(preprocess(rgb, 2, 2, {0, 0, 0, 1}, 1, 1, kPlain, out), std::invalid_argument);
}
