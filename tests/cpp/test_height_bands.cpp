#include <doctest/doctest.h>

#include <limits>
#include <stdexcept>
#include <vector>

#include "inherit_fast/height_bands.hpp"

using namespace inherit_fast;

namespace {

const Intrinsics kCamera{10.0, 10.0, 4.5, 4.5};
const DepthRange kRange{0.2f, 6.0f};
const LevelSampling kSampling{1, 1, 0.3f};

/// A camera 2 m up that looks straight down.
const Pose kDown{{1, 0, 0, 0, 0, -1, 0, 0, 0, 0, -1, 2, 0, 0, 0, 1}};

}  // namespace

TEST_CASE("height_bands: a floor seen from above falls into the band that holds its height") {
  const std::vector<float> depth(100, 2.0f);
  const ImageView<float> image{depth, 10, 10};
  const auto counts = height_bands(image, 1.0f, kCamera, kDown, kRange, {-0.05, 0.1, 4}, kSampling);
  CHECK(counts == std::vector<std::uint32_t>{81, 0, 0, 0});
}

TEST_CASE("height_bands: surfaces outside every band are not counted") {
  const std::vector<std::uint16_t> depth(100, 2000);
  const ImageView<std::uint16_t> image{depth, 10, 10};
  for (const double lowest : {0.5, -0.5}) {
    const auto counts =
        height_bands(image, 0.001f, kCamera, kDown, kRange, {lowest, 0.1, 4}, kSampling);
    CHECK(counts == std::vector<std::uint32_t>{0, 0, 0, 0});
  }
}

TEST_CASE("height_bands: an image smaller than the span has no samples") {
  const std::vector<float> depth(4, 2.0f);
  const ImageView<float> image{depth, 2, 2};
  const auto counts =
      height_bands(image, 1.0f, kCamera, kDown, kRange, {-1.0, 0.1, 20}, {1, 2, 0.3f});
  CHECK(counts == std::vector<std::uint32_t>(20, 0));
}

TEST_CASE("height_bands: senseless sizes are refused") {
  const std::vector<float> depth(100, 2.0f);
  const ImageView<float> image{depth, 10, 10};
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const auto run = [&](HeightBands bands, LevelSampling sampling) {
    return height_bands(image, 1.0f, kCamera, kDown, kRange, bands, sampling);
  };
  CHECK_THROWS_AS(run({0.0, 0.1, 0}, kSampling), std::invalid_argument);
  CHECK_THROWS_AS(run({0.0, 0.0, 4}, kSampling), std::invalid_argument);
  CHECK_THROWS_AS(run({nan, 0.1, 4}, kSampling), std::invalid_argument);
  CHECK_THROWS_AS(run({0.0, 0.1, 4}, {0, 1, 0.3f}), std::invalid_argument);
  CHECK_THROWS_AS(run({0.0, 0.1, 4}, {1, 0, 0.3f}), std::invalid_argument);
}
