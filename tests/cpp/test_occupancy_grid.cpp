#include <doctest/doctest.h>

#include <stdexcept>
#include <vector>

#include "inherit_fast/occupancy_grid.hpp"

using namespace inherit_fast;

namespace {

OccupancyRules rules() {
  return {.cell_m = 0.05,
          .hit_log_odds = 0.85,
          .free_log_odds = -0.4,
          .min_log_odds = -2,
          .max_log_odds = 3.5,
          .band_low_m = 0.1,
          .band_high_m = 2.2,
          .slice_m = 0.2,
          .slice_frames = 2,
          .min_points = 2,
          .free_below_m = 1.0,
          .max_tiles = 16};
}

// Camera 1.2 m above the floor, looking along world +x.
const Pose kLevel{{0, 0, 1, 0, -1, 0, 0, 0, 0, -1, 0, 1.2, 0, 0, 0, 1}};

std::size_t see(OccupancyGrid& grid, float depth_m) {
  const std::vector<float> depth(60 * 80, depth_m);
  return grid.integrate(ImageView<float>{depth, 60, 80}, 1.0f, {60, 60, 39.5, 29.5}, kLevel,
                        {0, 0, 0}, {0.2f, 5.0f}, 1);
}

}  // namespace

TEST_CASE("occupancy cell: counts saturate at three and at zero") {
  OccupancyCell cell;
  for (int i = 0; i < 5; ++i) cell.count_up(0b11);
  cell.count_up(0b100);
  CHECK(cell.slices(3) == 0b11);
  CHECK(cell.slices(1) == 0b111);
  cell.count_down(0b101);
  CHECK(cell.slices(3) == 0b10);
  CHECK(cell.slices(2) == 0b11);
  for (int i = 0; i < 5; ++i) cell.count_down(0xffff);
  CHECK(cell.slices(1) == 0);
}

TEST_CASE("occupancy tiles: negative coordinates have tiles of their own, up to the cap") {
  OccupancyTiles tiles(2);
  auto* a = tiles.find_or_make(-1, 0);
  auto* b = tiles.find_or_make(0, -1);
  REQUIRE(a != nullptr);
  CHECK(a != b);
  CHECK(tiles.find_or_make(-1, 0) == a);
  CHECK(tiles.find_or_make(5, 5) == nullptr);
  CHECK(tiles.seen_rect().width == 0);
  (*a)[0].frames = 1;
  CHECK(tiles.seen_rect().ix == -kTileCells);
}

TEST_CASE("occupancy grid: a flat wall is solid and stands in one row of cells") {
  OccupancyGrid grid(rules());
  for (int i = 0; i < 3; ++i) CHECK(see(grid, 2.02f) > 100);
  const auto s = grid.snapshot();
  const auto column = static_cast<std::size_t>(40 - s.rect.ix);
  const auto row = static_cast<std::size_t>(-s.rect.iy);
  const auto width = static_cast<std::size_t>(s.rect.width);
  CHECK(s.log_odds[row * width + column] == 2550);
  CHECK(s.log_odds[row * width + column - 10] < 0);
  CHECK(s.rect.ix + s.rect.width == 41);
}

TEST_CASE("occupancy grid: depth out of range changes nothing") {
  OccupancyGrid grid(rules());
  CHECK(see(grid, 0.0f) == 0);
  CHECK(see(grid, 9.0f) == 0);
  CHECK(grid.bytes() == 0);
}

TEST_CASE("occupancy grid: rules out of range are refused") {
  auto bad = rules();
  bad.slice_frames = 0;
  CHECK_THROWS_AS(OccupancyGrid{bad}, std::invalid_argument);
}
