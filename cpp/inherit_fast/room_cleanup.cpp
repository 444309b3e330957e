#include "inherit_fast/room_cleanup.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <stdexcept>
#include <utility>

#include "inherit_fast/label_pieces.hpp"
#include "inherit_fast/polygon_ops.hpp"
#include "inherit_fast/room_cells.hpp"
#include "inherit_fast/squaring.hpp"

namespace inherit_fast {

namespace {

/// All boundaries of one room, in cells.
struct Outline {
  std::vector<Polygon> rings;
  bool squared = true;
};

using Outlines = std::map<std::int32_t, Outline>;

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

/// Works inside a part of the grid; cells and outlines count from its corner.
class Cleaner {
 public:
  Cleaner(std::size_t height, std::size_t width, const Extent& part, const CleanupRules& rules)
      : height_(height), width_(width), part_(part), rules_(rules) {}

  CleanRooms run(const LabelRuns& labels) const {
    const double cell_m2 = rules_.cell_m * rules_.cell_m;
    const auto fragment = static_cast<std::size_t>(std::ceil(rules_.fragment_min_m2 / cell_m2));
    const auto hole = static_cast<std::size_t>(rules_.hole_max_m2 / cell_m2);
    const auto rooms = rooms_of(fill_holes(join_fragments(cropped(labels, part_), fragment), hole));
    Outlines rough;
    for (const auto& [room, cells] : rooms) rough[room] = {cells.boundaries(), false};
    CleanRooms result;
    result.direction_rad = direction(rough);
    auto smooth = square(rough, result.direction_rad);
    result.labels = painted(smooth, rooms);
    keep_agreement(smooth, result.labels);
    hand_over(std::move(smooth), result);
    return result;
  }

 private:
  double direction(const Outlines& rough) const {
    std::vector<Polygon> all;
    for (const auto& [room, outline] : rough) {
      all.insert(all.end(), outline.rings.begin(), outline.rings.end());
    }
    return dominant_direction(all, rules_.tolerance_m / rules_.cell_m);
  }

  Outlines square(const Outlines& rough, double direction) const {
    const double cell_m = rules_.cell_m;
    const SquaringRules rules{rules_.tolerance_m / cell_m, rules_.step_min_m / cell_m,
                              rules_.oblique_cost_m2 / (cell_m * cell_m)};
    Outlines result;
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

  /// Labels of the whole grid. Where two rooms claim a cell, it goes to the one that had it, else
  /// to the lower label.
  std::vector<std::int32_t> painted(const Outlines& outlines,
                                    const std::map<std::int32_t, RoomCells>& rooms) const {
    std::vector<std::int32_t> labels(height_ * width_, 0);
    for (const auto& [label, outline] : outlines) {
      const auto room = label;
      const auto& had = rooms.at(room);
      fill_rings(outline.rings, part_.bottom - part_.top, part_.right - part_.left,
                 [&](std::size_t row, std::size_t first, std::size_t end) {
                   auto* line = labels.data() + (part_.top + row) * width_ + part_.left;
                   for (auto col = first; col < end; ++col) {
                     line[col] = line[col] == 0 ? room : line[col];
                   }
                   for (const auto& span : had.row(row)) {
                     const auto from = std::max(first, span.first);
                     const auto to = std::min(end, span.end);
                     if (from < to) std::fill(line + from, line + to, room);
                   }
                 });
    }
    return labels;
  }

  void keep_agreement(Outlines& smooth, const std::vector<std::int32_t>& labels) const {
    const auto found = rooms_of(cropped(label_runs({labels, height_, width_}), part_));
    for (auto& [room, outline] : smooth) {
      const auto known = found.find(room);
      if (known == found.end()) {
        outline.rings.clear();
        continue;
      }
      const double off = std::abs(area_of(outline) - static_cast<double>(known->second.count));
      if (off > perimeter_of(outline)) outline = {known->second.boundaries(), false};
    }
  }

  void hand_over(Outlines&& outlines, CleanRooms& result) const {
    constexpr double kStraight = 0.5;  // cells: takes out points within straight edges only
    const Vec2 corner_m =
        Vec2{static_cast<double>(part_.left), static_cast<double>(part_.top)} * rules_.cell_m;
    for (auto& [room, outline] : outlines) {
      for (auto& ring : outline.rings) {
        Polygon ring_m = outline.squared ? std::move(ring) : simplified(ring, kStraight);
        for (auto& p : ring_m) p = p * rules_.cell_m + corner_m;
        result.rings.push_back({room, outline.squared, std::move(ring_m)});
      }
    }
  }

  std::size_t height_, width_;
  Extent part_;
  CleanupRules rules_;
};

}  // namespace

CleanRooms regularise_rooms(const ImageView<std::int32_t>& labels, const CleanupRules& rules) {
  if (!(rules.cell_m > 0) || !std::isfinite(rules.cell_m)) {
    throw std::invalid_argument("cell_m must be a positive number");
  }
  const auto runs = label_runs(labels);
  if (std::any_of(runs.runs.begin(), runs.runs.end(), [](const auto& r) { return r.label < 0; })) {
    throw std::invalid_argument("labels must not be negative");
  }
  const auto part = labelled_part(runs);
  if (!part) return {std::vector<std::int32_t>(labels.height * labels.width, 0), {}, 0};
  return Cleaner(labels.height, labels.width, *part, rules).run(runs);
}

}  // namespace inherit_fast
