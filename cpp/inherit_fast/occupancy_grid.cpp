#include "inherit_fast/occupancy_grid.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <string>

namespace inherit_fast {
namespace {

void require(bool ok, const char* what) {
  if (!ok) throw std::invalid_argument(what);
}

void check(const OccupancyRules& r) {
  require(r.cell_m > 0 && std::isfinite(r.cell_m), "cell_m: expected a length > 0");
  require(r.hit_log_odds > 0, "hit_log_odds: expected > 0");
  require(r.free_log_odds < 0, "free_log_odds: expected < 0");
  require(r.min_log_odds < 0 && r.min_log_odds >= -30, "min_log_odds: expected within [-30, 0)");
  require(r.max_log_odds > 0 && r.max_log_odds <= 30, "max_log_odds: expected within (0, 30]");
  require(r.slice_m > 0, "slice_m: expected a length > 0");
  require(r.band_low_m > 0 && r.band_low_m < r.band_high_m,
          "band_low_m: expected above 0 and below band_high_m");
  require(r.slice_frames >= 1 && r.slice_frames <= 3, "slice_frames: expected 1, 2 or 3");
  require(r.min_points == 1 || r.min_points == 2, "min_points: expected 1 or 2");
}

std::int32_t thousandths(double nats) { return static_cast<std::int32_t>(std::lround(nats * 1e3)); }

/// Calls visit(tx, ty, x0, y0, x1, y1) for every tile that the rectangle of cells meets, with the
/// part of the rectangle inside it in world cells, ends excluded.
template <typename Visit>
void for_tiles(const CellRect& rect, Visit visit) {
  const auto tile_of = [](std::int32_t cell) { return cell >> 6; };
  static_assert(kTileCells == 64);
  const std::int32_t x1 = rect.ix + rect.width, y1 = rect.iy + rect.height;
  for (std::int32_t ty = tile_of(rect.iy); ty <= tile_of(y1 - 1); ++ty) {
    for (std::int32_t tx = tile_of(rect.ix); tx <= tile_of(x1 - 1); ++tx) {
      visit(tx, ty, std::max(rect.ix, tx * kTileCells), std::max(rect.iy, ty * kTileCells),
            std::min(x1, (tx + 1) * kTileCells), std::min(y1, (ty + 1) * kTileCells));
    }
  }
}

/// The pose with heights counted from the floor: straight lines stay straight.
Pose over(const FloorPlane& floor, const Pose& T_world_camera) {
  Pose out = T_world_camera;
  for (std::size_t i = 0; i < 4; ++i) {
    out.m[8 + i] -= floor.slope_x * out.m[i] + floor.slope_y * out.m[4 + i];
  }
  out.m[11] -= floor.height_m;
  return out;
}

std::size_t in_tile(std::int32_t ix, std::int32_t iy) {
  return static_cast<std::size_t>((iy & (kTileCells - 1)) * kTileCells + (ix & (kTileCells - 1)));
}

}  // namespace

OccupancyGrid::OccupancyGrid(const OccupancyRules& rules) : rules_(rules), tiles_(rules.max_tiles) {
  check(rules);
  hit_ = thousandths(rules.hit_log_odds), free_ = thousandths(rules.free_log_odds);
  min_ = thousandths(rules.min_log_odds), max_ = thousandths(rules.max_log_odds);
  for (int i = 0; i < kHeightSlices; ++i) {
    if ((i + 0.5) * rules.slice_m < rules.band_high_m) {
      solid_ = static_cast<std::uint16_t>(solid_ | 1u << i);
    }
  }
}

template <typename T>
std::size_t OccupancyGrid::integrate(const ImageView<T>& depth, float depth_scale,
                                     const Intrinsics& camera, const Pose& T_world_camera,
                                     const FloorPlane& floor, const DepthRange& range,
                                     std::size_t stride) {
  const HeightBands bands{rules_.band_low_m, rules_.slice_m};
  const Pose T_floor_camera = over(floor, T_world_camera);
  columns_.fill(depth, depth_scale, camera, T_floor_camera, range, stride, bands, rules_.cell_m);
  rays_.begin(columns_, rules_.min_points);
  gather_known();
  rays_.cast(columns_, T_floor_camera.m[11], rules_.free_below_m, bands, rules_.cell_m);
  return apply();
}

template std::size_t OccupancyGrid::integrate(const ImageView<std::uint16_t>&, float,
                                              const Intrinsics&, const Pose&, const FloorPlane&,
                                              const DepthRange&, std::size_t);
template std::size_t OccupancyGrid::integrate(const ImageView<float>&, float, const Intrinsics&,
                                              const Pose&, const FloorPlane&, const DepthRange&,
                                              std::size_t);

CellRect OccupancyGrid::frame_rect() const {
  const std::int32_t reach = rays_.reach(), first = columns_.width() / 2 - reach;
  return {columns_.origin_ix() + first, columns_.origin_iy() + first, 2 * reach + 1, 2 * reach + 1};
}

std::size_t OccupancyGrid::window_cell(std::int32_t ix, std::int32_t iy) const {
  return static_cast<std::size_t>((iy - columns_.origin_iy()) * columns_.width() + ix -
                                  columns_.origin_ix());
}

void OccupancyGrid::gather_known() {
  for_tiles(frame_rect(), [&](auto tx, auto ty, auto x0, auto y0, auto x1, auto y1) {
    const auto* tile = tiles_.find(tx, ty);
    for (auto iy = y0; iy < y1; ++iy) {
      auto* known = &rays_.known()[window_cell(x0, iy)];
      if (tile == nullptr) {
        std::fill_n(known, x1 - x0, std::uint16_t{0});
        continue;
      }
      const auto* cells = &(*tile)[in_tile(x0, iy)];
      for (std::int32_t i = 0; i < x1 - x0; ++i) known[i] = cells[i].slices(1) & solid_;
    }
  });
}

std::size_t OccupancyGrid::apply() {
  std::size_t updated = 0;
  for_tiles(frame_rect(), [&](auto tx, auto ty, auto x0, auto y0, auto x1, auto y1) {
    OccupancyTiles::Tile* tile = nullptr;
    bool full = false;
    for (auto iy = y0; iy < y1; ++iy) {
      for (auto ix = x0; ix < x1; ++ix) {
        const std::size_t cell = window_cell(ix, iy);
        if ((rays_.mark(cell) & ~FreeRays::kTouched) == 0) continue;
        if (tile == nullptr && !full) full = (tile = tiles_.find_or_make(tx, ty)) == nullptr;
        if (full) {
          ++dropped_cells_;
        } else if (update((*tile)[in_tile(ix, iy)], cell)) {
          ++updated;
        }
      }
    }
  });
  return updated;
}

bool OccupancyGrid::update(OccupancyCell& cell, std::size_t at) const {
  const std::uint8_t mark = rays_.mark(at);
  const std::uint32_t hits = mark & FreeRays::kHit ? columns_.hits(at, rules_.min_points) : 0;
  const auto slices = static_cast<std::uint16_t>(hits & 0xffffu);
  const bool stands = (cell.slices(rules_.slice_frames) & solid_) != 0;
  const bool clear = (mark & (FreeRays::kClear | FreeRays::kTouched)) == FreeRays::kClear;
  std::int32_t change = 0;
  if (slices & solid_) {
    change = hit_;
  } else if ((!stands && (clear || hits >> kFloorBit & 1)) || mark & FreeRays::kCrossed) {
    change = free_;
  }
  const std::uint16_t crossed = mark & FreeRays::kCrossed ? rays_.crossed(at) : std::uint16_t{0};
  cell.count_up(slices);
  cell.count_down(crossed);
  if (change == 0 && slices == 0) return false;
  cell.log_odds = static_cast<std::int16_t>(std::clamp(cell.log_odds + change, min_, max_));
  if (cell.frames < 0xffff) ++cell.frames;
  return true;
}

OccupancySnapshot OccupancyGrid::snapshot() const {
  OccupancySnapshot out;
  out.rect = tiles_.seen_rect();
  const auto cells =
      static_cast<std::uint64_t>(out.rect.width) * static_cast<std::uint64_t>(out.rect.height);
  if (cells > std::uint64_t{1} << 28) {
    throw std::length_error("the seen cells span " + std::to_string(out.rect.width) + " x " +
                            std::to_string(out.rect.height) + " cells, more than a snapshot holds");
  }
  out.log_odds.resize(cells), out.height_bits.resize(cells), out.frames.resize(cells);
  for_tiles(out.rect, [&](auto tx, auto ty, auto x0, auto y0, auto x1, auto y1) {
    const auto* tile = tiles_.find(tx, ty);
    if (tile == nullptr) return;
    for (auto iy = y0; iy < y1; ++iy) {
      for (auto ix = x0; ix < x1; ++ix) {
        const auto& cell = (*tile)[in_tile(ix, iy)];
        const auto at =
            static_cast<std::size_t>(iy - out.rect.iy) * static_cast<std::size_t>(out.rect.width) +
            static_cast<std::size_t>(ix - out.rect.ix);
        out.log_odds[at] = cell.log_odds;
        out.height_bits[at] = cell.slices(rules_.slice_frames);
        out.frames[at] = cell.frames;
      }
    }
  });
  return out;
}

void OccupancyGrid::restore(std::span<const std::array<std::int32_t, 2>> coordinates,
                            std::span<const OccupancyTiles::Tile> tiles) {
  OccupancyTiles fresh(rules_.max_tiles);
  for (std::size_t i = 0; i < coordinates.size(); ++i) {
    auto* tile = fresh.find_or_make(coordinates[i][0], coordinates[i][1]);
    if (tile == nullptr) throw std::invalid_argument("tiles: more than max_tiles");
    *tile = tiles[i];
  }
  tiles_ = std::move(fresh);
}

}  // namespace inherit_fast
