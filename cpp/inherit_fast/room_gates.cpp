#include "inherit_fast/room_gates.hpp"

#include <algorithm>
#include <utility>

#include "inherit_fast/room_corners.hpp"

namespace inherit_fast {

namespace {

constexpr double kEndSlack = 2.4;  // cells near an end that may still be wall

class Finder {
 public:
  Finder(const Mask& open, const Mask& wall, const GateSearch& search)
      : open_(open), wall_(wall), search_(search) {}

  GateList run() {
    auto found = find_corners(open_, wall_, search_);
    dropped_ += found.dropped;
    corners_ = std::move(found.corners);
    for (std::size_t i = 0; i < corners_.size(); ++i) {
      const double reach = corners_[i].at.x + search_.width_max;
      for (auto j = i + 1; j < corners_.size() && corners_[j].at.x <= reach; ++j) {
        join(corners_[i], corners_[j]);
      }
      cast(corners_[i], corners_[i].in, corners_[i].in_length);
      cast(corners_[i], -corners_[i].out, corners_[i].out_length);
      cast(corners_[i], left_of(corners_[i].in), search_.width_max);
      cast(corners_[i], left_of(corners_[i].out), search_.width_max);
    }
    keep_cheapest(search_.gates_max);
    GateList result{{}, dropped_};
    for (const auto& priced : gates_) result.gates.push_back(priced.gate);
    return result;
  }

 private:
  struct Priced {
    Gate gate;
    double cost;
  };

  bool in(Vec2 p) const { return is_set(open_, p); }

  /// Free all along, and not along the face of a wall.
  bool clear(Vec2 a, Vec2 direction, double from, double to) const {
    constexpr double kBeside = 2;
    const Vec2 beside = left_of(direction) * kBeside;
    int steps = 0;
    int touching = 0;
    for (double t = from; t < to; t += 0.5) {
      const Vec2 p = a + direction * t;
      if (!in(p)) return false;
      ++steps;
      if (!in(p + beside) || !in(p - beside)) ++touching;
    }
    return 4 * touching <= steps;
  }

  void join(const Corner& p, const Corner& q) {
    const Vec2 across = q.at - p.at;
    const double width = length(across);
    if (width > search_.width_max || width < search_.width_min) return;
    const Vec2 direction = across * (1 / width);
    if (!p.faces(direction) || !q.faces(-direction)) return;
    if (!clear(p.at, direction, kEndSlack, width - kEndSlack)) return;
    const double wall = p.wall_behind(direction) + q.wall_behind(-direction);
    const bool starts = ends_wall(p.at, direction);
    const bool stops = ends_wall(q.at, -direction);
    const bool tip = (starts && near_wall(q.at)) || (stops && near_wall(p.at));
    add({p.at, q.at, width, false}, wall, tip, 0);
  }

  void cast(const Corner& corner, Vec2 direction, double wall) {
    constexpr double kShortestWall = 3;
    constexpr double kHandicap = 3;  // a line between two corners beats one of its length
    if (wall < kShortestWall || !corner.faces(direction)) return;
    double t = kEndSlack;
    while (t < search_.width_max && in(corner.at + direction * t)) t += 0.5;
    if (t >= search_.width_max || t < kEndSlack + 1) return;
    if (!clear(corner.at, direction, kEndSlack, t - kEndSlack)) return;
    const bool tip = t <= search_.abutting_max && ends_wall(corner.at, direction);
    add({corner.at, corner.at + direction * t, t, false}, corner.wall_behind(direction), tip,
        kHandicap);
  }

  void add(Gate gate, double wall, bool tip, double handicap) {
    gate.gap = tip && wall >= std::max(search_.wall_min, search_.wall_share * gate.width) &&
               !flush(gate, 1) && !flush(gate, -1);
    gates_.push_back({gate, gate.width + handicap});
    constexpr std::size_t kSlack = 4;  // seldom sorted, never large
    if (gates_.size() >= kSlack * search_.gates_max) keep_cheapest(search_.gates_max);
  }

  bool near_wall(Vec2 p) const {
    for (double dy = -1.5; dy <= 1.5; dy += 1) {
      for (double dx = -1.5; dx <= 1.5; dx += 1) {
        if (is_set(wall_, p + Vec2{dx, dy})) return true;
      }
    }
    return false;
  }

  /// Both faces of the wall behind the end of a gate are free: a wall ends here.
  bool ends_wall(Vec2 end, Vec2 direction) const {
    constexpr double kBehind = 3;
    constexpr double kDeeper = 2;
    const Vec2 normal = left_of(direction);
    if (!near_wall(end)) return false;
    for (const double depth : {search_.wall_depth, search_.wall_depth + kDeeper}) {
      const Vec2 behind = end - direction * kBehind;
      if (!in(behind + normal * depth) || !in(behind - normal * depth)) return false;
    }
    return true;
  }

  /// Whether the space on one side ends where the gate ends, so that nothing narrows there.
  bool flush(const Gate& gate, double side) const {
    const Vec2 direction = unit(gate.b - gate.a);
    const Vec2 start = (gate.a + gate.b) * 0.5 + left_of(direction) * (side * search_.flush_offset);
    const double enough = gate.width / search_.flush_ratio;
    double extent = 0;
    for (const double sign : {-1.0, 1.0}) {
      for (double t = 0; t < 2 * gate.width && in(start + direction * (sign * t)); t += 0.5) {
        extent += 0.5;
      }
    }
    return extent < enough;
  }

  void keep_cheapest(std::size_t most) {
    std::stable_sort(gates_.begin(), gates_.end(),
                     [](const Priced& p, const Priced& q) { return p.cost < q.cost; });
    if (gates_.size() <= most) return;
    dropped_ += gates_.size() - most;
    gates_.resize(most, gates_.front());
  }

  const Mask& open_;
  const Mask& wall_;
  GateSearch search_;
  std::vector<Corner> corners_;
  std::vector<Priced> gates_;
  std::size_t dropped_ = 0;  // corners and gates beyond the caps
};

}  // namespace

GateList find_gates(const Mask& open, const Mask& wall, const GateSearch& search) {
  return Finder(open, wall, search).run();
}

}  // namespace inherit_fast
