#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "inherit_fast/depth_columns.hpp"
#include "inherit_fast/free_rays.hpp"
#include "inherit_fast/occupancy_tiles.hpp"
#include "inherit_fast/types.hpp"

namespace inherit_fast {

/// Lengths in metres; log-odds in nats, kept in thousandths.
struct OccupancyRules {
  double cell_m;
  double hit_log_odds;   // > 0, added once a frame to a cell with obstacle returns
  double free_log_odds;  // < 0, added once a frame to a cell seen free
  double min_log_odds, max_log_odds;
  double band_low_m, band_high_m;  // heights above the floor that make an obstacle
  double slice_m;                  // height of one of the 16 slices
  int slice_frames;                // frames that must hit a slice before its bit is set, 1 to 3
  int min_points;                  // pixels a frame must put into a slice of a cell, 1 or 2
  double free_below_m;             // a ray higher above the floor than this frees no cell
  std::size_t max_tiles;           // of 64 x 64 cells
};

/// The floor: z = slope_x * x + slope_y * y + height_m in the world.
struct FloorPlane {
  double slope_x, slope_y, height_m;
};

/// The dense block of cells that were seen, row-major, rows are iy.
struct OccupancySnapshot {
  CellRect rect;
  std::vector<std::int16_t> log_odds;      // thousandths of a nat
  std::vector<std::uint16_t> height_bits;  // bit i: slice i is solid
  std::vector<std::uint16_t> frames;       // frames that gave evidence; 0 = unknown
};

/// 2D log-odds of one floor with the occupied heights of every cell.
///
/// A cell gets at most one piece of evidence of each kind a frame. Obstacle returns inside the band
/// raise it. A floor return, or a ray that crosses it low enough, lowers it, unless established
/// solid slices say that something stands there: then only rays through those very slices do, and
/// they wear the slices off as well. Not safe for use by several threads at once.
class OccupancyGrid {
 public:
  /// @throws std::invalid_argument naming the rule that is out of range.
  explicit OccupancyGrid(const OccupancyRules& rules);

  /// @return cells that got evidence.
  /// @throws std::invalid_argument see DepthColumns::fill.
  template <typename T>
  std::size_t integrate(const ImageView<T>& depth, float depth_scale, const Intrinsics& camera,
                        const Pose& T_world_camera, const FloorPlane& floor,
                        const DepthRange& range, std::size_t stride);

  /// @throws std::length_error if the seen cells span more than 2^28 cells.
  OccupancySnapshot snapshot() const;

  const OccupancyTiles& tiles() const { return tiles_; }
  /// Replaces all cells by those of tiles written earlier.
  /// @throws std::invalid_argument if there are more than max_tiles.
  void restore(std::span<const std::array<std::int32_t, 2>> coordinates,
               std::span<const OccupancyTiles::Tile> tiles);
  std::size_t bytes() const { return tiles_.bytes(); }
  /// Cells with evidence that no tile could be made for.
  std::uint64_t dropped_cells() const { return dropped_cells_; }

 private:
  CellRect frame_rect() const;
  std::size_t window_cell(std::int32_t ix, std::int32_t iy) const;
  void gather_known();
  std::size_t apply();
  bool update(OccupancyCell& cell, std::size_t window_cell) const;

  OccupancyRules rules_;
  std::uint16_t solid_ = 0;  // slices inside the band
  std::int32_t hit_ = 0, free_ = 0, min_ = 0, max_ = 0;
  OccupancyTiles tiles_;
  DepthColumns columns_;
  FreeRays rays_;
  std::uint64_t dropped_cells_ = 0;
};

}  // namespace inherit_fast
