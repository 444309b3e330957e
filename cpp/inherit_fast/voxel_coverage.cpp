#include "inherit_fast/voxel_coverage.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <stdexcept>
#include <string>

#include "inherit_fast/simd.hpp"

namespace inherit_fast {
namespace {

constexpr std::uint64_t kNoKey = ~std::uint64_t{0};
// A slot of the table, half as much again while it grows, and the list of keys at half load.
constexpr std::size_t kBytesPerSlot = 16 + 8 + 4;
constexpr std::size_t kLeastSlots = 16;
constexpr std::size_t kFirstVoxels = 1 << 15;  // what one scan of a room may bring

/// Keys of points; kNoKey for those that cover nothing. Without the clones every floor is a call.
INHERIT_FAST_CLONES void keys_of(const float* __restrict xyz, std::size_t count, float per_m,
                                 std::uint64_t* __restrict keys) {
  constexpr auto reach = static_cast<float>(kVoxelReach - 1);
  for (std::size_t i = 0; i < count; ++i) {
    const float x = std::floor(xyz[3 * i] * per_m), y = std::floor(xyz[3 * i + 1] * per_m),
                z = std::floor(xyz[3 * i + 2] * per_m);
    // Written so that NaN fails.
    const bool here = std::fabs(x) < reach && std::fabs(y) < reach && std::fabs(z) < reach;
    keys[i] = here ? key_of({static_cast<std::int32_t>(x), static_cast<std::int32_t>(y),
                             static_cast<std::int32_t>(z)})
                   : kNoKey;
  }
}

/// Calls `use` with the key of every point that covers something; runs of one voxel come once.
template <typename Use>
void for_each_key(std::span<const Point3> points, float per_m, Use use) {
  constexpr std::size_t kBlock = 1024;
  std::array<std::uint64_t, kBlock> keys;
  const auto* xyz = reinterpret_cast<const float*>(points.data());
  std::uint64_t last = kNoKey;
  for (std::size_t start = 0; start < points.size(); start += kBlock) {
    const std::size_t count = std::min(kBlock, points.size() - start);
    keys_of(xyz + 3 * start, count, per_m, keys.data());
    for (std::size_t i = 0; i < count; ++i) {
      if (keys[i] == last || keys[i] == kNoKey) continue;
      last = keys[i];
      use(last);
    }
  }
}

std::size_t most_voxels(std::size_t max_bytes) {
  const std::size_t slots = max_bytes / kBytesPerSlot;
  if (slots < kLeastSlots) {
    throw std::invalid_argument("max_bytes: expected at least " +
                                std::to_string(kLeastSlots * kBytesPerSlot) + ", got " +
                                std::to_string(max_bytes));
  }
  return std::bit_floor(slots) / 2;
}

}  // namespace

VoxelCoverage::VoxelCoverage(float voxel_m, std::size_t max_bytes)
    : per_m_(voxels_per_m(voxel_m, "voxel_m")),
      max_voxels_(most_voxels(max_bytes)),
      table_(std::min(max_voxels_, kFirstVoxels)) {}

CoverageCount VoxelCoverage::measure(std::span<const Point3> points) {
  scan_.clear();
  CoverageCount count{0, 0};
  for_each_key(points, per_m_, [&](std::uint64_t key) {
    if (scan_.insert(key) != count.seen) return;
    ++count.seen;
    count.fresh += table_.find(key) == VoxelTable::kAbsent ? 1 : 0;
  });
  return count;
}

std::size_t VoxelCoverage::add(std::span<const Point3> points) {
  const std::size_t before = keys_.size();
  for_each_key(points, per_m_, [&](std::uint64_t key) {
    if (keys_.size() >= max_voxels_) {
      dropped_ += table_.find(key) == VoxelTable::kAbsent ? 1 : 0;
    } else if (table_.insert(key) == keys_.size()) {
      keys_.push_back(key);
    }
  });
  return keys_.size() - before;
}

std::vector<std::array<std::int32_t, 3>> VoxelCoverage::voxels(std::size_t start,
                                                               std::size_t stop) const {
  if (start > stop || stop > keys_.size()) {
    throw std::invalid_argument("start and stop: expected 0 <= start <= stop <= " +
                                std::to_string(keys_.size()));
  }
  std::vector<std::array<std::int32_t, 3>> out;
  out.reserve(stop - start);
  const auto part = [](std::uint64_t key, unsigned shift) {
    return static_cast<std::int32_t>(key >> shift & (2 * kVoxelReach - 1)) - kVoxelReach;
  };
  for (std::size_t i = start; i < stop; ++i) {
    out.push_back({part(keys_[i], 42), part(keys_[i], 21), part(keys_[i], 0)});
  }
  return out;
}

std::size_t VoxelCoverage::bytes() const {
  return table_.bytes() + keys_.capacity() * sizeof(std::uint64_t);
}

namespace {

/// Where a coordinate is not finite the whole point counts as `none`, which moves no extreme.
INHERIT_FAST_CLONES void extremes(const float* __restrict xyz, std::size_t count, float* low,
                                  float* high) {
  constexpr float far = std::numeric_limits<float>::infinity();
  float lx = far, ly = far, lz = far, hx = -far, hy = -far, hz = -far;
  for (std::size_t i = 0; i < count; ++i) {
    const float x = xyz[3 * i], y = xyz[3 * i + 1], z = xyz[3 * i + 2];
    if (!(x * 0.0f + y * 0.0f + z * 0.0f == 0.0f)) continue;
    lx = std::min(lx, x), ly = std::min(ly, y), lz = std::min(lz, z);
    hx = std::max(hx, x), hy = std::max(hy, y), hz = std::max(hz, z);
  }
  low[0] = lx, low[1] = ly, low[2] = lz, high[0] = hx, high[1] = hy, high[2] = hz;
}

}  // namespace

std::optional<Bounds> point_bounds(std::span<const Point3> points) {
  float low[3], high[3];
  extremes(reinterpret_cast<const float*>(points.data()), points.size(), low, high);
  if (!(low[0] <= high[0])) return std::nullopt;
  return Bounds{{low[0], low[1], low[2]}, {high[0], high[1], high[2]}};
}

}  // namespace inherit_fast
