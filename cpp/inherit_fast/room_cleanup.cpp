#include "inherit_fast/room_cleanup.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <stdexcept>
#include <utility>

#include "inherit_fast/label_pieces.hpp"
#include "inherit_fast/polygon_ops.hpp"
#include "inherit_fast/squaring.hpp"

namespace inherit_fast {

namespace {

struct Extent {
  std::size_t top, left, bottom, right;  // half open
  std::size_t cells = 0;
};

/// All boundaries of one room, in cells.
struct Outline {
  std::vector<Polygon> rings;
  bool squared = true;
};

double area_of(const Outline& outline) {
  double area = 0;
  for (const auto& ring : outline.rings) area += signed_area(ring);
  return area;
}

double perimeter_of(const Outline& outline) {
  double sum = 0;
  for (const auto& ring : outline.rings) sum += perimeter(ring);
  return sum;
}

class Cleaner {
 public:
  Cleaner(std::vector<std::int32_t> labels, const Extent& extent, const CleanupRules& rules)
      : height_(extent.bottom - extent.top),
        width_(extent.right - extent.left),
        rules_(rules),
        labels_(std::move(labels)) {}

  CleanRooms run() {
    const double cell_m2 = rules_.cell_m * rules_.cell_m;
    join_fragments(labels_, width_,
                   static_cast<std::size_t>(std::ceil(rules_.fragment_min_m2 / cell_m2)));
    fill_holes(labels_, width_, static_cast<std::size_t>(rules_.hole_max_m2 / cell_m2));
    auto rough = outlines(labels_);
    CleanRooms result;
    result.direction_rad = direction(rough);
    auto smooth = square(rough, result.direction_rad);
    paint(smooth);
    keep_agreement(smooth);
    hand_over(std::move(smooth), result);
    return result;
  }

 private:
  std::map<std::int32_t, Outline> outlines(const std::vector<std::int32_t>& labels) const {
    std::map<std::int32_t, Outline> result;
    for (const auto& [room, extent] : extents(labels)) {
      result[room] = {boundaries(labels, room, extent), false};
    }
    return result;
  }

  std::map<std::int32_t, Extent> extents(const std::vector<std::int32_t>& labels) const {
    std::map<std::int32_t, Extent> result;
    for (std::size_t row = 0; row < height_; ++row) {
      for (std::size_t col = 0; col < width_;) {
        const auto room = labels[row * width_ + col];
        const auto first = col;
        while (col < width_ && labels[row * width_ + col] == room) ++col;
        if (room == 0) continue;
        auto& e = result.try_emplace(room, Extent{row, first, row, col}).first->second;
        e = {e.top, std::min(e.left, first), row + 1, std::max(e.right, col),
             e.cells + col - first};
      }
    }
    return result;
  }

  std::vector<Polygon> boundaries(const std::vector<std::int32_t>& labels, std::int32_t room,
                                  const Extent& e) const {
    const auto rows = e.bottom - e.top;
    const auto cols = e.right - e.left;
    std::vector<std::uint8_t> mask(rows * cols);
    for (std::size_t r = 0; r < rows; ++r) {
      const auto* from = labels.data() + (e.top + r) * width_ + e.left;
      std::transform(from, from + cols, mask.begin() + static_cast<std::ptrdiff_t>(r * cols),
                     [&](std::int32_t label) { return static_cast<std::uint8_t>(label == room); });
    }
    auto rings = contours({mask, rows, cols});
    const Vec2 offset{static_cast<double>(e.left), static_cast<double>(e.top)};
    for (auto& ring : rings) {
      for (auto& p : ring) p = p + offset;
    }
    std::stable_partition(rings.begin(), rings.end(),
                          [](const Polygon& ring) { return signed_area(ring) > 0; });
    return rings;
  }

  double direction(const std::map<std::int32_t, Outline>& rough) const {
    std::vector<Polygon> all;
    for (const auto& [room, outline] : rough) {
      all.insert(all.end(), outline.rings.begin(), outline.rings.end());
    }
    return dominant_direction(all, rules_.tolerance_m / rules_.cell_m);
  }

  std::map<std::int32_t, Outline> square(const std::map<std::int32_t, Outline>& rough,
                                         double direction) const {
    const double cell_m = rules_.cell_m;
    const SquaringRules rules{rules_.tolerance_m / cell_m, rules_.step_min_m / cell_m,
                              rules_.oblique_cost_m2 / (cell_m * cell_m)};
    std::map<std::int32_t, Outline> result;
    for (const auto& [room, outline] : rough) {
      auto& smooth = result[room];
      for (const auto& ring : outline.rings) {
        smooth.rings.push_back(squared(ring, direction, rules));
        smooth.squared = smooth.squared && !smooth.rings.back().empty() &&
                         signed_area(smooth.rings.back()) * signed_area(ring) > 0;
      }
      if (!smooth.squared) smooth = outline;
    }
    return result;
  }

  /// Where two rooms claim a cell, it goes to the one that had it, else to the lower label.
  void paint(const std::map<std::int32_t, Outline>& outlines) {
    std::vector<std::int32_t> painted(labels_.size(), 0);
    for (const auto& [room, outline] : outlines) {
      fill_rings(outline.rings, height_, width_,
                 [&](std::size_t row, std::size_t first, std::size_t end) {
                   for (auto at = row * width_ + first; at < row * width_ + end; ++at) {
                     if (painted[at] == 0 || labels_[at] == room) painted[at] = room;
                   }
                 });
    }
    labels_ = std::move(painted);
  }

  void keep_agreement(std::map<std::int32_t, Outline>& smooth) const {
    const auto found = extents(labels_);
    for (auto& [room, outline] : smooth) {
      const auto known = found.find(room);
      if (known == found.end()) {
        outline.rings.clear();
        continue;
      }
      const double off = std::abs(area_of(outline) - static_cast<double>(known->second.cells));
      if (off > perimeter_of(outline)) {
        outline = {boundaries(labels_, room, known->second), false};
      }
    }
  }

  void hand_over(std::map<std::int32_t, Outline>&& outlines, CleanRooms& result) {
    constexpr double kStraight = 0.5;  // cells: takes out points within straight edges only
    for (auto& [room, outline] : outlines) {
      for (auto& ring : outline.rings) {
        Polygon ring_m = outline.squared ? std::move(ring) : simplified(ring, kStraight);
        for (auto& p : ring_m) p = p * rules_.cell_m;
        result.rings.push_back({room, outline.squared, std::move(ring_m)});
      }
    }
    result.labels = std::move(labels_);
  }

  std::size_t height_, width_;
  CleanupRules rules_;
  std::vector<std::int32_t> labels_;
};

}  // namespace

namespace {

/// The part of the grid that holds rooms, with one cell around it.
struct Crop {
  Extent extent;
  std::vector<std::int32_t> labels;
};

std::optional<Crop> crop(const ImageView<std::int32_t>& labels) {
  Extent e{labels.height, labels.width, 0, 0};
  for (std::size_t row = 0; row < labels.height; ++row) {
    for (std::size_t col = 0; col < labels.width; ++col) {
      if (labels(row, col) == 0) continue;
      e = {std::min(e.top, row), std::min(e.left, col), row + 1, std::max(e.right, col + 1)};
    }
  }
  if (e.bottom == 0) return std::nullopt;
  e = {e.top - std::min<std::size_t>(1, e.top), e.left - std::min<std::size_t>(1, e.left),
       std::min(labels.height, e.bottom + 1), std::min(labels.width, e.right + 1)};
  Crop result{e, {}};
  for (auto row = e.top; row < e.bottom; ++row) {
    const auto* from = labels.pixels.data() + row * labels.width;
    result.labels.insert(result.labels.end(), from + e.left, from + e.right);
  }
  return result;
}

CleanRooms in_place(CleanRooms clean, const Extent& e, const ImageView<std::int32_t>& grid,
                    double cell_m) {
  std::vector<std::int32_t> labels(grid.height * grid.width, 0);
  const auto width = e.right - e.left;
  for (auto row = e.top; row < e.bottom; ++row) {
    std::copy_n(clean.labels.data() + (row - e.top) * width, width,
                labels.data() + row * grid.width + e.left);
  }
  clean.labels = std::move(labels);
  const Vec2 offset = Vec2{static_cast<double>(e.left), static_cast<double>(e.top)} * cell_m;
  for (auto& ring : clean.rings) {
    for (auto& p : ring.ring_m) p = p + offset;
  }
  return clean;
}

}  // namespace

CleanRooms regularise_rooms(const ImageView<std::int32_t>& labels, const CleanupRules& rules) {
  if (!(rules.cell_m > 0) || !std::isfinite(rules.cell_m)) {
    throw std::invalid_argument("cell_m must be a positive number");
  }
  if (std::any_of(labels.pixels.begin(), labels.pixels.end(), [](auto v) { return v < 0; })) {
    throw std::invalid_argument("labels must not be negative");
  }
  auto part = crop(labels);
  if (!part) return {std::vector<std::int32_t>(labels.height * labels.width, 0), {}, 0};
  const auto extent = part->extent;
  return in_place(Cleaner(std::move(part->labels), extent, rules).run(), extent, labels,
                  rules.cell_m);
}

}  // namespace inherit_fast
