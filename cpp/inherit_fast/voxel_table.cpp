#include "inherit_fast/voxel_table.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <stdexcept>
#include <string>
#include <utility>

namespace inherit_fast {
namespace {

std::int32_t cell_index(float coordinate, float per_m) {
  const float cell = std::floor(coordinate * per_m);
  // Written so that NaN fails; one short of the reach, so that neighbours are addressable too.
  if (!(std::fabs(cell) < static_cast<float>(kVoxelReach - 1))) {
    throw std::invalid_argument("points: a coordinate is not finite or too far out for the voxels");
  }
  return static_cast<std::int32_t>(cell);
}

}  // namespace

Voxel voxel_of(const Point3& point, float per_m) {
  return {cell_index(point.x, per_m), cell_index(point.y, per_m), cell_index(point.z, per_m)};
}

float voxels_per_m(float side_m, const char* name) {
  const float per_m = 1.0f / side_m;
  if (!(side_m > 0.0f) || !std::isfinite(per_m) || !(per_m > 0.0f)) {
    throw std::invalid_argument(std::string(name) + ": expected a positive size in metres, got " +
                                std::to_string(side_m));
  }
  return per_m;
}

VoxelTable::VoxelTable(std::size_t expected) {
  resize(std::bit_ceil(std::max<std::size_t>(2 * expected, 16)));
}

void VoxelTable::clear() {
  size_ = 0;
  if (++stamp_ == 0) {  // the stamps of 2^32 clears ago would look fresh
    std::fill(slots_.begin(), slots_.end(), Slot{0, 0, 0});
    stamp_ = 1;
  }
}

void VoxelTable::resize(std::size_t slots) {
  slots_.assign(slots, Slot{0, 0, 0});
  mask_ = slots - 1;
  shift_ = 64u - static_cast<unsigned>(std::countr_zero(slots));
}

void VoxelTable::grow() {
  const auto old = std::exchange(slots_, {});
  resize(2 * old.size());
  for (const Slot& entry : old) {
    if (entry.stamp != stamp_) continue;
    std::size_t slot = home(entry.key);
    while (slots_[slot].stamp == stamp_) slot = (slot + 1) & mask_;
    slots_[slot] = entry;
  }
}

}  // namespace inherit_fast
