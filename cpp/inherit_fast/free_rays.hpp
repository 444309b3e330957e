#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "inherit_fast/depth_columns.hpp"

namespace inherit_fast {

/// What one frame says about the cells between the camera and its points.
///
/// Rays keep their heights: a ray over a table frees nothing of the table. Along each bearing the
/// slopes of the returns farther out are gathered from far to near; a cell is clear when one of
/// them crosses it low enough, and a slice known to be solid is crossed when all slopes through
/// that slice go on behind the cell.
class FreeRays {
 public:
  enum Mark : std::uint8_t { kClear = 1, kCrossed = 2, kHit = 4, kTouched = 8 };

  /// Starts a frame: notes the cells with points and how far they reach. Touched are those with
  /// too few points for a hit: no obstacle yet, but nothing that may be called free, either.
  void begin(const DepthColumns& columns, int min_points);

  /// Largest distance from the camera's cell to a hit cell along x or y; 0 without hits.
  std::int32_t reach() const { return reach_; }
  /// Slices of a window cell that earlier frames hit; to be filled in before `cast`.
  std::vector<std::uint16_t>& known() { return known_; }

  /// @param camera_height_m  above the floor.
  /// @param free_below_m     a ray higher than this frees no cell.
  void cast(const DepthColumns& columns, double camera_height_m, double free_below_m,
            const HeightBands& bands, double cell_m);

  std::uint8_t mark(std::size_t cell) const { return marks_[cell]; }
  std::uint16_t crossed(std::size_t cell) const { return crossed_[cell]; }

 private:
  struct Slopes {
    std::uint64_t bins = 0;  // bit b: a ray with slope in [b, b + 1) / 32 - 1
    float lowest = 0.0f;     // valid when any
    bool any = false;
    void join(const Slopes& other);
  };
  struct View {
    float height_m, free_below_m, slice_m, low_m;
  };

  void mark_bearings(const DepthColumns& columns);
  void cast_one(const DepthColumns& columns, int side, std::int32_t offset, double cell_m,
                const View& view);
  void free_cell(std::size_t cell, const Slopes& seen, float range_m, const View& view);
  static Slopes slopes_of(std::uint32_t hits, float range_m, const View& view);
  static std::uint16_t crossed_slices(std::uint16_t known, const Slopes& seen, float range_m,
                                      const View& view);

  int min_points_ = 1;
  std::int32_t reach_ = 0, middle_ = 0;
  std::vector<std::uint8_t> marks_, bearings_;
  std::vector<std::uint16_t> known_, crossed_;
};

}  // namespace inherit_fast
