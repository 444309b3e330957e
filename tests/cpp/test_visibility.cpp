#include <doctest/doctest.h>

#include <limits>
#include <numbers>
#include <stdexcept>
#include <vector>

#include "inherit_fast/visibility.hpp"

using namespace inherit_fast;

namespace {

constexpr double kTurn = 2.0 * std::numbers::pi;

std::vector<std::uint32_t> look(const std::vector<std::uint8_t>& blocked, std::size_t height,
                                std::size_t width, const FieldOfView& view) {
  const std::vector<std::int32_t> labels(height * width, 0);
  return visible_cells({blocked, height, width}, {labels, height, width}, view, 1);
}

}  // namespace

TEST_CASE("visibility: an open floor within range is seen whole, each cell once") {
  const std::vector<std::uint8_t> open(49, 0);
  CHECK(look(open, 7, 7, {3.5, 3.5, 0.0, kTurn, 20.0})[0] == 49);
}

TEST_CASE("visibility: a wall is seen and hides what is behind it") {
  std::vector<std::uint8_t> blocked(5, 0);
  blocked[2] = 1;
  CHECK(look(blocked, 1, 5, {0.5, 0.5, 0.0, 0.1, 20.0})[0] == 3);
}

TEST_CASE("visibility: the range ends a ray") {
  const std::vector<std::uint8_t> open(100, 0);
  CHECK(look(open, 1, 100, {0.5, 0.5, 0.0, 1e-6, 9.0})[0] == 10);
}

TEST_CASE("visibility: labels outside the count are left out") {
  const std::vector<std::uint8_t> open(4, 0);
  const std::vector<std::int32_t> labels{-5, 0, 1, 2147483647};
  const auto counts = visible_cells({open, 1, 4}, {labels, 1, 4}, {0.5, 0.5, 0.0, 0.1, 20.0}, 2);
  CHECK(counts == std::vector<std::uint32_t>{1, 1});
}

TEST_CASE("visibility: what cannot be cast is refused") {
  const std::vector<std::uint8_t> open(4, 0);
  const double nan = std::numeric_limits<double>::quiet_NaN();
  CHECK_THROWS_AS(look(open, 1, 4, {nan, 0.5, 0.0, 1.0, 20.0}), std::invalid_argument);
  CHECK_THROWS_AS(look(open, 1, 4, {1e300, 0.5, 0.0, 1.0, 20.0}), std::invalid_argument);
  CHECK_THROWS_AS(look(open, 1, 4, {0.5, 0.5, 0.0, 7.0, 20.0}), std::invalid_argument);
  CHECK_THROWS_AS(look(open, 1, 4, {0.5, 0.5, 0.0, 1.0, 1e5}), std::invalid_argument);
  const std::vector<std::int32_t> labels(6, 0);
  CHECK_THROWS_AS(visible_cells({open, 2, 2}, {labels, 2, 3}, {0.5, 0.5, 0.0, 1.0, 2.0}, 1),
                  std::invalid_argument);
}
