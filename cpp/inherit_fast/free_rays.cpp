#include "inherit_fast/free_rays.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdlib>

namespace inherit_fast {
namespace {

constexpr float kBinsPerSlope = 32.0f;
constexpr int kSlopeBins = 64;
constexpr int kLevelBin = kSlopeBins / 2;

/// Bins of a run of slopes, both ends included; what lies beyond the 64 bins is left out.
std::uint64_t bin_run(int first, int last) {
  first = std::max(first, 0), last = std::min(last, kSlopeBins - 1);
  if (first > last) return 0;
  const std::uint64_t up_to_last = ~std::uint64_t{0} >> (kSlopeBins - 1 - last);
  return up_to_last & (~std::uint64_t{0} << first);
}

int bin_of(float slope) {
  return static_cast<int>(
      std::floor(std::clamp(slope, -4.0f, 4.0f) * kBinsPerSlope + static_cast<float>(kLevelBin)));
}

}  // namespace

void FreeRays::Slopes::join(const Slopes& other) {
  if (!other.any) return;
  lowest = any ? std::min(lowest, other.lowest) : other.lowest;
  bins |= other.bins;
  any = true;
}

void FreeRays::begin(const DepthColumns& columns, int min_points) {
  const std::int32_t width = columns.width();
  const auto cells = static_cast<std::size_t>(width) * static_cast<std::size_t>(width);
  marks_.assign(cells, 0);
  known_.resize(std::max(known_.size(), cells));
  crossed_.resize(known_.size());
  min_points_ = min_points;
  middle_ = width / 2;
  reach_ = 0;
  for (const auto cell : columns.touched()) {
    if (columns.hits(static_cast<std::size_t>(cell), min_points) == 0) {
      marks_[static_cast<std::size_t>(cell)] = kTouched;
      continue;
    }
    marks_[static_cast<std::size_t>(cell)] = kHit;
    reach_ = std::max(reach_, std::abs(cell % width - middle_));
    reach_ = std::max(reach_, std::abs(cell / width - middle_));
  }
}

/// A bearing is a cell on the border of the square of that reach: side 0 to 3 (+x, +y, -x, -y)
/// and the offset along it. Its neighbours go with it, so that no cell falls between two rays.
void FreeRays::mark_bearings(const DepthColumns& columns) {
  const std::int32_t width = columns.width(), side_length = 2 * reach_ + 1;
  bearings_.assign(static_cast<std::size_t>(4 * side_length), 0);
  for (const auto cell : columns.touched()) {
    if ((marks_[static_cast<std::size_t>(cell)] & kHit) == 0) continue;
    const std::int32_t dx = cell % width - middle_, dy = cell / width - middle_;
    const bool along_x = std::abs(dx) >= std::abs(dy);
    const std::int32_t major = along_x ? dx : dy, minor = along_x ? dy : dx;
    if (major == 0) continue;
    const int side = (along_x ? 0 : 1) + (major < 0 ? 2 : 0);
    const std::int32_t offset = minor * reach_ / std::abs(major) + reach_;
    for (auto o = std::max(offset - 1, 0); o <= std::min(offset + 1, 2 * reach_); ++o) {
      bearings_[static_cast<std::size_t>(side * side_length + o)] = 1;
    }
  }
}

void FreeRays::cast(const DepthColumns& columns, double camera_height_m, double free_below_m,
                    const HeightBands& bands, double cell_m) {
  if (reach_ == 0) return;
  mark_bearings(columns);
  const View view{static_cast<float>(camera_height_m), static_cast<float>(free_below_m),
                  static_cast<float>(bands.slice_m), static_cast<float>(bands.low_m)};
  for (int side = 0; side < 4; ++side) {
    for (std::int32_t offset = -reach_; offset <= reach_; ++offset) {
      const auto b = static_cast<std::size_t>(side * (2 * reach_ + 1) + offset + reach_);
      if (bearings_[b] != 0) cast_one(columns, side, offset, cell_m, view);
    }
  }
}

void FreeRays::cast_one(const DepthColumns& columns, int side, std::int32_t offset, double cell_m,
                        const View& view) {
  const std::int32_t width = columns.width();
  const std::int32_t sign = side < 2 ? 1 : -1;
  const std::int32_t major_step = (side % 2 == 0 ? 1 : width) * sign;
  const std::int32_t minor_step = side % 2 == 0 ? width : 1;
  const std::int32_t slant = offset * 65536 / reach_;
  const double ahead = reach_, aside = offset;
  const auto step_m = static_cast<float>(std::sqrt(ahead * ahead + aside * aside) / ahead * cell_m);
  const std::int32_t middle = middle_ * width + middle_;
  Slopes seen, next;
  for (std::int32_t k = reach_; k > 0; --k) {
    const std::int32_t minor = (k * slant + 32768) >> 16;
    const auto cell = static_cast<std::size_t>(middle + k * major_step + minor * minor_step);
    const float range_m = static_cast<float>(k) * step_m;
    Slopes here;
    const std::uint32_t hits = marks_[cell] & kHit ? columns.hits(cell, min_points_) : 0;
    if (hits != 0) here = slopes_of(hits, range_m, view);
    // A floor return says nothing against a ray above it.
    if (seen.any && (hits & ~(1u << kFloorBit)) == 0) free_cell(cell, seen, range_m, view);
    // One cell late: what stands right before a return is as likely the return's own noise.
    seen.join(next);
    next = here;
  }
}

void FreeRays::free_cell(std::size_t cell, const Slopes& seen, float range_m, const View& view) {
  if (view.height_m + seen.lowest * range_m <= view.free_below_m) marks_[cell] |= kClear;
  if (known_[cell] == 0) return;
  const std::uint16_t through = crossed_slices(known_[cell], seen, range_m, view);
  if (through == 0) return;
  const std::uint16_t before = marks_[cell] & kCrossed ? crossed_[cell] : std::uint16_t{0};
  crossed_[cell] = static_cast<std::uint16_t>(through | before);
  marks_[cell] |= kCrossed;
}

FreeRays::Slopes FreeRays::slopes_of(std::uint32_t hits, float range_m, const View& view) {
  Slopes slopes{.bins = 0, .lowest = 0.0f, .any = true};
  const auto slope_at = [&](float height_m) { return (height_m - view.height_m) / range_m; };
  if (hits >> kFloorBit & 1) {
    slopes.lowest = slope_at(0.0f);
    slopes.bins |= bin_run(bin_of(slopes.lowest), bin_of(slopes.lowest));
  }
  std::uint32_t above = hits & ((1u << kFloorBit) - 1);
  if (!(hits >> kFloorBit & 1)) {
    slopes.lowest = slope_at(static_cast<float>(std::countr_zero(above)) * view.slice_m);
  }
  for (; above != 0; above &= above - 1) {
    const auto low = static_cast<float>(std::countr_zero(above)) * view.slice_m;
    slopes.bins |= bin_run(bin_of(slope_at(low)), bin_of(slope_at(low + view.slice_m)));
  }
  return slopes;
}

std::uint16_t FreeRays::crossed_slices(std::uint16_t known, const Slopes& seen, float range_m,
                                       const View& view) {
  std::uint16_t crossed = 0;
  for (std::uint32_t left = known; left != 0; left &= left - 1) {
    const auto low = static_cast<float>(std::countr_zero(left)) * view.slice_m;
    // All of the slice: returns from a table just behind would cross half of the one before them.
    // The first slice begins where the floor ends: no ray passes below that and goes on.
    const int first = bin_of((std::max(low, view.low_m) - view.height_m) / range_m);
    const int last = bin_of((low + view.slice_m - view.height_m) / range_m);
    if (first < 0 || last >= kSlopeBins) continue;
    const std::uint64_t needed = bin_run(first, last);
    if ((seen.bins & needed) == needed) {
      crossed = static_cast<std::uint16_t>(crossed | (left & (~left + 1)));
    }
  }
  return crossed;
}

}  // namespace inherit_fast
