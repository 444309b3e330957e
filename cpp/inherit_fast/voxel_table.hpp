#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "inherit_fast/types.hpp"

namespace inherit_fast {

/// Integer coordinates of a cell in space, 21 bits an axis.
struct Voxel {
  std::int32_t x, y, z;
};

inline constexpr std::int32_t kVoxelReach = 1 << 20;  // |coordinate| < kVoxelReach

/// floor(coordinate * per_m), the voxel that holds a point; per_m is one over the voxel's side.
/// @throws std::invalid_argument if a coordinate is not finite or lies beyond the reach.
Voxel voxel_of(const Point3& point, float per_m);

/// One over a voxel's side.
/// @throws std::invalid_argument unless the side is positive and finite; `name` is the argument's.
float voxels_per_m(float side_m, const char* name);

inline std::uint64_t key_of(const Voxel& v) {
  const auto part = [](std::int32_t c) {
    return static_cast<std::uint64_t>(static_cast<std::uint32_t>(c + kVoxelReach));
  };
  return part(v.x) << 42 | part(v.y) << 21 | part(v.z);
}

/// Open-addressing map from keys to 0, 1, 2, ... in order of insertion, so that nothing that is
/// built on it depends on the hash. `clear` keeps the memory.
class VoxelTable {
 public:
  static constexpr std::uint32_t kAbsent = 0xFFFFFFFFu;

  explicit VoxelTable(std::size_t expected = 512);

  /// Index of `key`; a new key gets the next free index.
  std::uint32_t insert(std::uint64_t key) {
    std::size_t slot = home(key);
    while (slots_[slot].stamp == stamp_) {
      if (slots_[slot].key == key) return slots_[slot].index;
      slot = (slot + 1) & mask_;
    }
    slots_[slot] = {key, size_, stamp_};
    if (2 * std::size_t{++size_} > slots_.size()) grow();
    return size_ - 1;
  }

  /// Index of `key`, or kAbsent.
  std::uint32_t find(std::uint64_t key) const {
    for (std::size_t slot = home(key); slots_[slot].stamp == stamp_; slot = (slot + 1) & mask_) {
      if (slots_[slot].key == key) return slots_[slot].index;
    }
    return kAbsent;
  }

  std::size_t size() const { return size_; }
  std::size_t bytes() const { return slots_.capacity() * sizeof(Slot); }
  void clear();

 private:
  struct Slot {
    std::uint64_t key;
    std::uint32_t index;
    std::uint32_t stamp;  // occupied when equal to the table's own
  };

  std::size_t home(std::uint64_t key) const { return (key * 0x9E3779B97F4A7C15u) >> shift_; }
  void resize(std::size_t slots);
  void grow();

  std::vector<Slot> slots_;
  std::size_t mask_ = 0;
  unsigned shift_ = 0;
  std::uint32_t size_ = 0;
  std::uint32_t stamp_ = 1;
};

}  // namespace inherit_fast
