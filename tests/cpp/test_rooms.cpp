#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <stdexcept>
#include <vector>

#include "inherit_fast/contours.hpp"
#include "inherit_fast/opening.hpp"
#include "inherit_fast/room_cleanup.hpp"
#include "inherit_fast/rooms.hpp"
#include "inherit_fast/wall_distance.hpp"

using namespace inherit_fast;

namespace {

const RoomRules kRules{0.1, 5,    1.6,  0.24, 0.3, 0.12, 3.0, 1.0, 0.25, 0.2,
                       1.5, 0.45, 0.92, 0.4,  0.5, 2.0,  1.5, 0.5, 4000, 20000};
const CleanupRules kCleanup{0.1, 0.5, 2.0, 0.12, 0.2, 0.5};

/// Two rooms of 3 m x 3 m with a door of 1 m in the wall between them, 10 cm cells.
struct TwoRooms {
  static constexpr std::size_t kHeight = 34, kWidth = 66;
  std::vector<std::uint8_t> free, wall;

  TwoRooms() : free(kHeight * kWidth, 0), wall(kHeight * kWidth, 1) {
    for (std::size_t row = 2; row < 32; ++row) {
      for (std::size_t col = 2; col < 64; ++col) {
        const bool door = row >= 10 && row < 20;
        const bool between = col == 32 || col == 33;
        if (between && !door) continue;
        free[row * kWidth + col] = 1;
        wall[row * kWidth + col] = 0;
      }
    }
  }
};

/// One cell in sixteen is zero.
std::vector<std::uint8_t> speckled(std::size_t count) {
  std::vector<std::uint8_t> mask(count, 1);
  std::uint32_t state = 1;
  for (auto& cell : mask) {
    state = state * 1664525U + 1013904223U;
    if (state >> 28U == 0) cell = 0;
  }
  return mask;
}

}  // namespace

TEST_CASE("rooms: a door parts two rooms and is told with its width") {
  const TwoRooms floor;
  const auto rooms = segment_rooms({floor.free, floor.kHeight, floor.kWidth},
                                   {floor.wall, floor.kHeight, floor.kWidth}, std::nullopt, kRules);
  CHECK(rooms.count == 2);
  REQUIRE(rooms.doorways.size() == 1);
  CHECK(length(rooms.doorways[0].a_m - rooms.doorways[0].b_m) == doctest::Approx(1.0).epsilon(0.2));
  CHECK(rooms.doorways[0].rooms == std::array<std::int32_t, 2>{1, 2});
  for (std::size_t i = 0; i < floor.free.size(); ++i) {
    CHECK((rooms.labels[i] > 0) == (floor.free[i] != 0));
  }
}

TEST_CASE("rooms: grids of different size are refused") {
  const TwoRooms floor;
  CHECK_THROWS_AS(segment_rooms({floor.free, floor.kHeight, floor.kWidth},
                                {floor.wall, floor.kWidth, floor.kHeight}, std::nullopt, kRules),
                  std::invalid_argument);
}

TEST_CASE("rooms: nothing at all has no rooms") {
  const auto rooms = segment_rooms({{}, 0, 0}, {{}, 0, 0}, std::nullopt, kRules);
  CHECK(rooms.count == 0);
  CHECK(rooms.labels.empty());
}

TEST_CASE(
    "wall_distance: the distance to the nearest zero is exact, on every cell or every second") {
  const std::size_t height = 9, width = 14;
  const auto mask = speckled(height * width);
  for (const std::size_t step : {1, 2}) {
    const auto distance = distance_to_zero({mask, height, width}, step);
    const auto cols = (width + step - 1) / step;
    REQUIRE(distance.size() == (height + step - 1) / step * cols);
    for (std::size_t i = 0; i < distance.size(); ++i) {
      double nearest = std::numeric_limits<double>::max();
      for (std::size_t j = 0; j < mask.size(); ++j) {
        if (mask[j] != 0) continue;
        const auto dy = static_cast<double>(i / cols * step) - static_cast<double>(j / width);
        const auto dx = static_cast<double>(i % cols * step) - static_cast<double>(j % width);
        nearest = std::min(nearest, std::hypot(dx, dy));
      }
      CHECK(distance[i] == doctest::Approx(nearest));
    }
  }
}

TEST_CASE("opening: it leaves what a disc can reach whose middle is far enough from zeros") {
  const std::size_t height = 20, width = 31;
  const auto mask = speckled(height * width);
  for (const double radius : {0.0, 1.0, 1.5, 2.4, 3.0}) {
    const auto distance = distance_to_zero({mask, height, width}, 1);
    const auto open = opened({mask, height, width}, radius);
    for (std::size_t i = 0; i < mask.size(); ++i) {
      bool reached = false;
      for (std::size_t j = 0; j < mask.size(); ++j) {
        const auto dy = static_cast<double>(i / width) - static_cast<double>(j / width);
        const auto dx = static_cast<double>(i % width) - static_cast<double>(j % width);
        reached = reached || (distance[j] > static_cast<float>(radius) &&
                              dx * dx + dy * dy <= radius * radius);
      }
      CHECK((open[i] != 0) == (mask[i] != 0 && reached));
    }
  }
}

TEST_CASE("grid_runs: corners join cells only where eight neighbours count") {
  const std::vector<std::uint8_t> mask{1, 0, 0, 2};
  CHECK(run_components({mask, 2, 2}, true, Connectivity::four).count == 2);
  CHECK(run_components({mask, 2, 2}, true, Connectivity::eight).count == 1);
  const auto off = run_components({mask, 2, 2}, false, Connectivity::four);
  CHECK(std::vector<std::int32_t>{off.at(0, 0), off.at(0, 1), off.at(1, 0), off.at(1, 1)} ==
        std::vector<std::int32_t>{0, 1, 2, 0});
}

TEST_CASE("grid_runs: a run ends at the first other cell, wherever blocks of cells lie") {
  for (const std::size_t length : {1, 15, 16, 17, 40}) {
    std::vector<std::uint8_t> line(50, 3);
    line[length] = 0;
    CHECK(run_end(std::span<const std::uint8_t>(line), 0, true) == length);
    CHECK(run_end(std::span<const std::uint8_t>(line), length + 1, true) == line.size());
  }
}

TEST_CASE("contours: areas of outer boundaries and holes sum to the set cells") {
  std::vector<std::uint8_t> mask(100, 1);
  mask[33] = mask[34] = mask[77] = mask[0] = 0;
  double area = 0;
  for (const auto& ring : contours({mask, 10, 10})) area += signed_area(ring);
  CHECK(area == 96);
}

TEST_CASE("room_cleanup: a rectangle keeps its corners") {
  std::vector<std::int32_t> labels(40 * 50, 0);
  for (std::size_t row = 5; row < 35; ++row) {
    std::fill_n(labels.begin() + static_cast<std::ptrdiff_t>(row * 50 + 10), 30, 4);
  }
  const auto clean = regularise_rooms({labels, 40, 50}, kCleanup);
  REQUIRE(clean.rings.size() == 1);
  CHECK(clean.rings[0].room == 4);
  CHECK(clean.rings[0].squared);
  CHECK(signed_area(clean.rings[0].ring_m) == doctest::Approx(9.0));
  CHECK(clean.labels == labels);
}
