#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <unordered_map>
#include <vector>

namespace inherit_fast {

/// What is known of one 2D cell.
struct OccupancyCell {
  std::int16_t log_odds = 0;     // thousandths of a nat; > 0 occupied, < 0 free
  std::uint16_t frames = 0;      // frames that gave evidence, saturating
  std::uint16_t count_low = 0;   // for every height slice a two-bit count of frames that hit it:
  std::uint16_t count_high = 0;  // bit i of low and high are the count of slice i

  /// Slices that at least `frames` (1 to 3) frames hit.
  std::uint16_t slices(int at_least) const {
    if (at_least == 1) return static_cast<std::uint16_t>(count_low | count_high);
    if (at_least == 2) return count_high;
    return static_cast<std::uint16_t>(count_low & count_high);
  }
  void count_up(std::uint16_t slices_hit);
  void count_down(std::uint16_t slices_hit);
};
static_assert(sizeof(OccupancyCell) == 8);

inline constexpr int kTileCells = 64;  // a tile's side

/// Cell coordinates, and their block in a dense array: rows are iy, columns are ix.
struct CellRect {
  std::int32_t ix = 0, iy = 0;
  std::int32_t width = 0, height = 0;
};

/// Square tiles of cells, made where evidence falls, never more than `max_tiles` of them.
class OccupancyTiles {
 public:
  using Tile = std::array<OccupancyCell, std::size_t{kTileCells} * kTileCells>;

  /// @throws std::invalid_argument unless max_tiles >= 1.
  explicit OccupancyTiles(std::size_t max_tiles);

  const Tile* find(std::int32_t tx, std::int32_t ty) const;
  /// The tile at those tile coordinates, made if absent; nullptr when the cap is reached.
  Tile* find_or_make(std::int32_t tx, std::int32_t ty);

  std::size_t size() const { return tiles_.size(); }
  std::size_t bytes() const { return tiles_.size() * sizeof(Tile); }
  /// The smallest rectangle that holds every cell with evidence; empty without any.
  CellRect seen_rect() const;
  /// (tx, ty) of every tile, in order of their making.
  const std::vector<std::array<std::int32_t, 2>>& coordinates() const { return coordinates_; }
  const Tile& at(std::size_t index) const { return *tiles_[index]; }
  void clear();

 private:
  std::size_t max_tiles_;
  std::vector<std::unique_ptr<Tile>> tiles_;
  std::vector<std::array<std::int32_t, 2>> coordinates_;
  std::unordered_map<std::uint64_t, std::size_t> index_;
};

}  // namespace inherit_fast
