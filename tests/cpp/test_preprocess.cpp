#include <doctest/doctest.h>

#include <array>
#include <random>
#include <stdexcept>
#include <vector>

#include "inherit_fast/preprocess.hpp"
#include "inherit_fast/resample_axis.hpp"

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

/// One value after the other, no vectors: what every machine must give bit for bit.
float plain_value(const std::vector<std::uint8_t>& rgb, std::size_t width, const ResampleAxis& down,
                  const ResampleAxis& across, std::size_t y, std::size_t x, std::size_t channel,
                  const Normalisation& norm) {
  const std::size_t source = norm.bgr ? 2 - channel : channel;
  float sum = 0.0F;
  for (std::size_t v = 0; v < down.taps; ++v) {
    float row = 0.0F;
    for (std::size_t u = 0; u < across.taps; ++u) {
      const auto at = (static_cast<std::size_t>(down.first[y]) + v) * width +
                      static_cast<std::size_t>(across.first[x]) + u;
      row += across.weight(u, x) * (static_cast<float>(rgb[3 * at + source]) - norm.mean[channel]);
    }
    sum += down.weight(v, y) / norm.std[channel] * row;
  }
  return sum;
}

}  // namespace

TEST_CASE("preprocess: every value is that of the plain sum, bit for bit") {
  std::mt19937 random(1);
  const std::vector<CropBox> boxes{{0, 0, 37, 23}, {3.3, 2.1, 9.7, 20.4}, {-8, -5, 60, 31}};
  for (const auto [height, width] : {std::array{23, 37}, std::array{1, 1}, std::array{2, 3}}) {
    std::vector<std::uint8_t> rgb(static_cast<std::size_t>(3 * height * width));
    for (auto& value : rgb) value = static_cast<std::uint8_t>(random());
    const auto h = static_cast<std::size_t>(height), w = static_cast<std::size_t>(width);
    for (const CropBox& box : boxes) {
      for (const std::size_t side : {1U, 5U, 18U, 29U, 64U}) {
        const Normalisation norm{{123.7F, 116.3F, 103.5F}, {58.4F, 57.1F, 57.4F}, side % 2 == 0};
        const auto out = run(rgb, h, w, box, side, side + 2, norm);
        const auto down = resample_axis(box.y0, box.y1, h, side);
        const auto across = resample_axis(box.x0, box.x1, w, side + 2);
        std::size_t i = 0;
        for (std::size_t c = 0; c < 3; ++c) {
          for (std::size_t y = 0; y < side; ++y) {
            for (std::size_t x = 0; x < side + 2; ++x, ++i) {
              REQUIRE(out[i] == plain_value(rgb, w, down, across, y, x, c, norm));
            }
          }
        }
      }
    }
  }
}

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
