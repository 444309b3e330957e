#include <doctest/doctest.h>

#include <array>
#include <cstring>
#include <limits>
#include <random>
#include <vector>

#include "inherit_fast/lane_sums.hpp"

using namespace inherit_fast;

namespace {

constexpr float kInfinity = std::numeric_limits<float>::infinity();
constexpr float kNaN = std::numeric_limits<float>::quiet_NaN();

LaneSums empty() {
  LaneSums sums;
  sums.low.fill(FloatLanes{} + kInfinity);
  sums.high.fill(FloatLanes{} - kInfinity);
  return sums;
}

std::vector<float> depths(std::size_t count, unsigned hole_in, std::mt19937& random) {
  std::vector<float> metres(count + kLanes, kNaN);
  for (std::size_t i = 0; i < count; ++i) {
    if (hole_in == 0 || random() % hole_in != 0) metres[i] = static_cast<float>(random() % 9999);
  }
  return metres;
}

/// One lane after the other, no vectors.
void add_plainly(const std::vector<float>& metres, std::size_t count, std::int32_t col,
                 const RowRays& rays, LaneSums& sums) {
  for (std::size_t i = 0; i < count; ++i) {
    const std::size_t lane = i % kLanes;
    const float z = metres[i];
    if (!(z == z)) continue;
    const auto x = static_cast<float>(col + static_cast<std::int32_t>(i));
    sums.count[lane] += 1;
    sums.row_z[lane] += z;
    sums.row_zx[lane] += z * x;
    for (std::size_t k = 0; k < 3; ++k) {
      const float at = z * (rays.start[k] + x * rays.step[k]);
      if (at < sums.low[k][lane]) sums.low[k][lane] = at;
      if (at > sums.high[k][lane]) sums.high[k][lane] = at;
    }
  }
}

/// Bit for bit, member by member: between them lies padding.
bool same(const LaneSums& a, const LaneSums& b) {
  const auto equal = [](const auto& x, const auto& y) { return !std::memcmp(&x, &y, sizeof x); };
  return equal(a.count, b.count) && equal(a.row_z, b.row_z) && equal(a.row_zx, b.row_zx) &&
         equal(a.z, b.z) && equal(a.zx, b.zx) && equal(a.zy, b.zy) && equal(a.low, b.low) &&
         equal(a.high, b.high);
}

using Add = void (*)(const float*, std::size_t, std::int32_t, const RowRays&, LaneSums&);

void portable(const float* metres, std::size_t count, std::int32_t col, const RowRays& rays,
              LaneSums& sums) {
  add_pixels(metres, count, col, rays, sums);
}

void check_against_plain(Add add) {
  std::mt19937 random(1);
  const RowRays rays{{-0.7F, 0.31F, 1.0F}, {0.0021F, -0.0003F, 0.0F}};
  LaneSums sums = empty(), plain = empty();
  for (std::size_t count = 0; count < 200; ++count) {
    const auto col = static_cast<std::int32_t>(random() % 600);
    const auto metres = depths(count, static_cast<unsigned>(count % 4), random);
    add(metres.data(), count, col, rays, sums);
    add_plainly(metres, count, col, rays, plain);
    REQUIRE(same(sums, plain));
  }
  CHECK(sums.count[0] > 0);
}

}  // namespace

TEST_CASE("lane sums: eight lanes give the bits of one value after the other") {
  check_against_plain(portable);
}

#ifdef __ARM_NEON
TEST_CASE("lane sums: the NEON path gives the same bits") { check_against_plain(add_pixels_neon); }
#endif
