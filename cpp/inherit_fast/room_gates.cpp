#include "inherit_fast/room_gates.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

namespace inherit_fast {

namespace {

constexpr double kReflexTurn = -25 * std::numbers::pi / 180;
constexpr double kInLine = 0.978;         // cosine of 12 degrees
constexpr double kNearlyParallel = 0.94;  // cosine of 20 degrees
constexpr double kEndSlack = 2.4;         // cells near an end that may still be wall
constexpr double kRayHandicap = 3.0;      // a line between two corners beats a ray of its length

/// A corner of the walls that sticks out into free space.
struct Corner {
  Vec2 at;
  Vec2 in, out;  // unit directions of the boundary before and after it, free space on the right
  double in_length, out_length;

  /// Length of the straight wall that a line leaving along `direction` goes on from.
  double wall_behind(Vec2 direction) const {
    double wall = 0;
    if (dot(in, direction) > kInLine) wall = in_length;
    if (dot(-out, direction) > kInLine) wall = std::max(wall, out_length);
    return wall;
  }

  bool faces(Vec2 direction) const {
    constexpr double kSlack = -0.10;  // along the wall itself is allowed
    return cross(in, direction) > kSlack || cross(out, direction) > kSlack;
  }
};

class Finder {
 public:
  Finder(const Mask& open, const Mask& wall, const GateSearch& search)
      : open_(open), wall_(wall), search_(search) {}

  std::vector<Gate> run() {
    collect_corners();
    for (std::size_t i = 0; i < corners_.size(); ++i) {
      for (std::size_t j = i + 1; j < corners_.size(); ++j) join(corners_[i], corners_[j]);
      cast(corners_[i], corners_[i].in, corners_[i].in_length);
      cast(corners_[i], -corners_[i].out, corners_[i].out_length);
      cast(corners_[i], left_of(corners_[i].in), search_.width_max);
      cast(corners_[i], left_of(corners_[i].out), search_.width_max);
    }
    for (auto& gate : gates_) gate.support = support(gate);
    const auto cost = [](const Gate& g) { return g.width + (g.wall_b < 0 ? kRayHandicap : 0); };
    std::stable_sort(gates_.begin(), gates_.end(),
                     [&](const Gate& p, const Gate& q) { return cost(p) < cost(q); });
    for (auto& gate : gates_) gate.wall_b = std::max(gate.wall_b, 0.0);
    return std::move(gates_);
  }

 private:
  static bool in(const Mask& mask, Vec2 p) {
    if (p.x < 0 || p.y < 0) return false;
    const auto row = static_cast<std::size_t>(p.y);
    const auto col = static_cast<std::size_t>(p.x);
    return row < mask.height && col < mask.width && mask(row, col) != 0;
  }

  void collect_corners() {
    for (const auto& loop : contours(open_)) {
      if (loop.size() < 8) continue;
      const auto shape = simplified(loop, search_.contour_tolerance);
      const auto n = shape.size();
      for (std::size_t i = 0; n >= 3 && i < n; ++i) {
        const Vec2 in = shape[i] - shape[(i + n - 1) % n];
        const Vec2 out = shape[(i + 1) % n] - shape[i];
        if (std::atan2(cross(in, out), dot(in, out)) >= kReflexTurn) continue;
        corners_.push_back({shape[i], unit(in), unit(out), length(in), length(out)});
      }
    }
  }

  /// Free all along, and not along the face of a wall.
  bool clear(Vec2 a, Vec2 direction, double from, double to) const {
    constexpr double kBeside = 2;
    const Vec2 beside = left_of(direction) * kBeside;
    int steps = 0;
    int touching = 0;
    for (double t = from; t < to; t += 0.5) {
      const Vec2 p = a + direction * t;
      if (!in(open_, p)) return false;
      ++steps;
      if (!in(open_, p + beside) || !in(open_, p - beside)) ++touching;
    }
    return 4 * touching <= steps;
  }

  void join(const Corner& p, const Corner& q) {
    const Vec2 across = q.at - p.at;
    const double width = length(across);
    if (width > search_.width_max || width < 2) return;
    const Vec2 direction = across * (1 / width);
    if (!p.faces(direction) || !q.faces(-direction)) return;
    if (!clear(p.at, direction, kEndSlack, width - kEndSlack)) return;
    gates_.push_back({p.at, q.at, width, p.wall_behind(direction), q.wall_behind(-direction), 0});
  }

  void cast(const Corner& corner, Vec2 direction, double wall) {
    constexpr double kShortestWall = 3;
    if (wall < kShortestWall || !corner.faces(direction)) return;
    double t = kEndSlack;
    while (t < search_.width_max && in(open_, corner.at + direction * t)) t += 0.5;
    if (t >= search_.width_max || t < kEndSlack + 1) return;
    if (!clear(corner.at, direction, kEndSlack, t - kEndSlack)) return;
    gates_.push_back(
        {corner.at, corner.at + direction * t, t, corner.wall_behind(direction), -1, 0});
  }

  /// Wall that can be seen: with free space within `kDeep` cells beside the line.
  bool visible_wall(Vec2 p, Vec2 normal) const {
    constexpr double kDeep = 7;
    if (!in(wall_, p) && !in(wall_, p + normal) && !in(wall_, p - normal)) return false;
    for (double o = 2; o <= kDeep; o += 1) {
      if (in(open_, p + normal * o) || in(open_, p - normal * o)) return true;
    }
    return false;
  }

  double support(const Gate& gate) const {
    const Vec2 direction = unit(gate.b - gate.a);
    const Vec2 normal = left_of(direction);
    int cells = 0;
    for (double s = 1; s < search_.reach; s += 1) {
      cells += visible_wall(gate.a - direction * s, normal) ? 1 : 0;
      cells += visible_wall(gate.b + direction * s, normal) ? 1 : 0;
    }
    return cells;
  }

  const Mask& open_;
  const Mask& wall_;
  GateSearch search_;
  std::vector<Corner> corners_;
  std::vector<Gate> gates_;
};

bool properly_cross(const Gate& g, const Gate& k) {
  constexpr double kMargin = 1.5;
  const Vec2 r = g.b - g.a;
  const Vec2 s = k.b - k.a;
  const double c = cross(r, s);
  if (std::abs(c) < 1e-9 * g.width * k.width) return false;
  const double along_g = cross(k.a - g.a, s) / c * g.width;
  const double along_k = cross(k.a - g.a, r) / c * k.width;
  return along_g > kMargin && g.width - along_g > kMargin && along_k > kMargin &&
         k.width - along_k > kMargin;
}

bool say_the_same(const Gate& g, const Gate& k, double near) {
  constexpr double kSameEnd = 2;
  const double aa = length(g.a - k.a);
  const double bb = length(g.b - k.b);
  const double ab = length(g.a - k.b);
  const double ba = length(g.b - k.a);
  if ((aa < near && bb < near) || (ab < near && ba < near)) return true;
  const double cosine = dot(g.b - g.a, k.b - k.a) / (length(g.b - g.a) * length(k.b - k.a));
  return (std::min(aa, bb) < kSameEnd && cosine > kNearlyParallel) ||
         (std::min(ab, ba) < kSameEnd && cosine < -kNearlyParallel);
}

}  // namespace

std::vector<Gate> find_gates(const Mask& open, const Mask& wall, const GateSearch& search) {
  return Finder(open, wall, search).run();
}

bool conflict(const Gate& first, const Gate& second, double near) {
  return properly_cross(first, second) || say_the_same(first, second, near);
}

}  // namespace inherit_fast
