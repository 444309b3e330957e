#include <doctest/doctest.h>

#include <array>
#include <stdexcept>
#include <vector>

#include "inherit_fast/mask_runs.hpp"

using namespace inherit_fast;

namespace {

bool same(const std::vector<Run>& a, const std::vector<std::array<std::int32_t, 3>>& b) {
  bool equal = a.size() == b.size();
  for (std::size_t i = 0; equal && i < a.size(); ++i) {
    equal = a[i].row == b[i][0] && a[i].begin == b[i][1] && a[i].end == b[i][2];
  }
  return equal;
}

std::vector<Run> list(std::span<const Run> runs) { return {runs.begin(), runs.end()}; }

}  // namespace

TEST_CASE("mask_runs: each id gets its runs in row-major order, absent ids none") {
  const std::vector<std::int32_t> ids{1, 1, 0, 3,  //
                                      3, 1, 1, 1};
  const auto masks = runs_of_instances({ids, 2, 4});
  REQUIRE(masks.size() == 3);
  CHECK(same(list(masks.of(0)), {{0, 0, 2}, {1, 1, 4}}));
  CHECK(masks.of(1).empty());
  CHECK(same(list(masks.of(2)), {{0, 3, 4}, {1, 0, 1}}));
}

TEST_CASE("mask_runs: rows longer than a block are found whole") {
  std::vector<std::int32_t> ids(100, 0);
  for (std::size_t i = 31; i < 97; ++i) ids[i] = 1;
  const auto masks = runs_of_instances({ids, 1, 100});
  CHECK(same(list(masks.of(0)), {{0, 31, 97}}));
}

TEST_CASE("mask_runs: any value but zero sets a pixel of a mask") {
  const std::vector<std::uint8_t> mask{0, 1, 255, 7, 0};
  const std::vector<ImageView<std::uint8_t>> views{{mask, 1, 5}};
  CHECK(same(list(runs_of_masks(views).of(0)), {{0, 1, 4}}));
}

TEST_CASE("mask_runs: erosion spares the image border and splits what it must") {
  // Five full rows but for a hole in the middle of the third.
  std::vector<Run> mask{{0, 0, 9}, {1, 0, 9}, {2, 0, 4}, {2, 5, 9}, {3, 0, 9}, {4, 0, 9}};
  CHECK(same(
      eroded(mask, 1, 5, 9),
      {{0, 0, 9}, {1, 0, 3}, {1, 6, 9}, {2, 0, 3}, {2, 6, 9}, {3, 0, 3}, {3, 6, 9}, {4, 0, 9}}));
  CHECK(same(eroded(mask, 0, 5, 9),
             {{0, 0, 9}, {1, 0, 9}, {2, 0, 4}, {2, 5, 9}, {3, 0, 9}, {4, 0, 9}}));
  // In a larger image its right and lower sides are borders too.
  CHECK(same(eroded(mask, 2, 7, 11), {{0, 0, 2}, {1, 0, 2}, {2, 0, 2}}));
}

TEST_CASE("mask_runs: ids out of range and masks of different size are refused") {
  const std::vector<std::int32_t> ids{-1};
  CHECK_THROWS_AS(runs_of_instances({ids, 1, 1}), std::invalid_argument);
  const std::vector<std::uint8_t> mask(6, 1);
  const std::vector<ImageView<std::uint8_t>> views{{mask, 2, 3}, {mask, 3, 2}};
  CHECK_THROWS_AS(runs_of_masks(views), std::invalid_argument);
}
