#include "inherit_fast/occupancy_tiles.hpp"

#include <algorithm>
#include <limits>
#include <stdexcept>

namespace inherit_fast {
namespace {

std::uint64_t key_of(std::int32_t tx, std::int32_t ty) {
  return (static_cast<std::uint64_t>(static_cast<std::uint32_t>(tx)) << 32) |
         static_cast<std::uint32_t>(ty);
}

}  // namespace

void OccupancyCell::count_up(std::uint16_t slices_hit) {
  const auto rising = static_cast<std::uint16_t>(slices_hit & ~(count_low & count_high));
  const auto carry = static_cast<std::uint16_t>(count_low & rising);
  count_low = static_cast<std::uint16_t>(count_low ^ rising);
  count_high = static_cast<std::uint16_t>(count_high | carry);
}

void OccupancyCell::count_down(std::uint16_t slices_hit) {
  const auto falling = static_cast<std::uint16_t>(slices_hit & (count_low | count_high));
  const auto borrow = static_cast<std::uint16_t>(falling & ~count_low);
  count_low = static_cast<std::uint16_t>(count_low ^ falling);
  count_high = static_cast<std::uint16_t>(count_high & ~borrow);
}

OccupancyTiles::OccupancyTiles(std::size_t max_tiles) : max_tiles_(max_tiles) {
  if (max_tiles == 0) throw std::invalid_argument("max_tiles: expected >= 1, got 0");
}

const OccupancyTiles::Tile* OccupancyTiles::find(std::int32_t tx, std::int32_t ty) const {
  const auto found = index_.find(key_of(tx, ty));
  return found == index_.end() ? nullptr : tiles_[found->second].get();
}

OccupancyTiles::Tile* OccupancyTiles::find_or_make(std::int32_t tx, std::int32_t ty) {
  const auto found = index_.find(key_of(tx, ty));
  if (found != index_.end()) return tiles_[found->second].get();
  if (tiles_.size() == max_tiles_) return nullptr;
  index_.emplace(key_of(tx, ty), tiles_.size());
  coordinates_.push_back({tx, ty});
  tiles_.push_back(std::make_unique<Tile>());
  return tiles_.back().get();
}

CellRect OccupancyTiles::seen_rect() const {
  constexpr auto kMax = std::numeric_limits<std::int32_t>::max();
  std::int32_t x0 = kMax, y0 = kMax, x1 = -kMax, y1 = -kMax;
  for (std::size_t t = 0; t < tiles_.size(); ++t) {
    for (std::int32_t i = 0; i < kTileCells * kTileCells; ++i) {
      if ((*tiles_[t])[static_cast<std::size_t>(i)].frames == 0) continue;
      const std::int32_t ix = coordinates_[t][0] * kTileCells + i % kTileCells;
      const std::int32_t iy = coordinates_[t][1] * kTileCells + i / kTileCells;
      x0 = std::min(x0, ix), x1 = std::max(x1, ix);
      y0 = std::min(y0, iy), y1 = std::max(y1, iy);
    }
  }
  if (x1 < x0) return {};
  return {x0, y0, x1 - x0 + 1, y1 - y0 + 1};
}

void OccupancyTiles::clear() {
  tiles_.clear();
  coordinates_.clear();
  index_.clear();
}

}  // namespace inherit_fast
