#include "inherit_fast/squaring.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <utility>

#include "inherit_fast/polygon_ops.hpp"

namespace inherit_fast {

namespace {

enum class Kind : std::uint8_t { along, across, oblique };

/// A stretch of the boundary that becomes one edge.
struct Edge {
  Kind kind;
  std::size_t first, last;  // points of the boundary; last may run past its end, once around
  double place;             // its y if along, its x if across
};

Polygon rotated(const Polygon& polygon, double angle) {
  const double c = std::cos(angle);
  const double s = std::sin(angle);
  Polygon result;
  result.reserve(polygon.size());
  for (const Vec2 p : polygon) result.push_back({c * p.x - s * p.y, s * p.x + c * p.y});
  return result;
}

class Squarer {
 public:
  Squarer(Polygon boundary, const SquaringRules& rules)
      : boundary_(std::move(boundary)), rules_(rules) {}

  Polygon run() {
    classify();
    while (flatten_one()) {
    }
    return corners();
  }

 private:
  Vec2 at(std::size_t i) const { return boundary_[i % boundary_.size()]; }

  void classify() {
    const auto kept = corner_indices(boundary_, rules_.tolerance);
    for (std::size_t k = 0; k < kept.size(); ++k) {
      const auto last = k + 1 < kept.size() ? kept[k + 1] : kept[0] + boundary_.size();
      append(kind_of(at(last) - at(kept[k])), kept[k], last);
    }
    // Around the seam the last edge may go on into the first.
    while (edges_.size() > 1 && same_axis(edges_.back(), edges_.front())) {
      edges_.front() = merged(edges_.back(), edges_.front());
      edges_.pop_back();
    }
  }

  /// Turning an edge about its middle moves two triangles.
  Kind kind_of(Vec2 edge) const {
    const double moved = std::abs(edge.x * edge.y) / 4;
    if (moved > rules_.oblique_cost) return Kind::oblique;
    return std::abs(edge.x) >= std::abs(edge.y) ? Kind::along : Kind::across;
  }

  static bool same_axis(const Edge& a, const Edge& b) {
    return a.kind == b.kind && a.kind != Kind::oblique;
  }

  void append(Kind kind, std::size_t first, std::size_t last) {
    const Edge edge{kind, first, last, place_of(kind, first, last)};
    if (edges_.empty() || !same_axis(edges_.back(), edge)) {
      edges_.push_back(edge);
      return;
    }
    if (std::abs(edges_.back().place - edge.place) < rules_.step_min) {
      edges_.back() = merged(edges_.back(), edge);
      return;
    }
    const auto step = kind == Kind::along ? Kind::across : Kind::along;
    edges_.push_back({step, first, first, kind == Kind::along ? at(first).x : at(first).y});
    edges_.push_back(edge);
  }

  Edge merged(const Edge& a, const Edge& b) const {
    const auto last = b.last > a.first ? b.last : b.last + boundary_.size();
    return {a.kind, a.first, last, place_of(a.kind, a.first, last)};
  }

  /// Where the edge leaves the area inside unchanged: the mean of y over dx, or of x over dy.
  double place_of(Kind kind, std::size_t first, std::size_t last) const {
    if (kind == Kind::oblique) return 0;
    double weighted = 0;
    double total = 0;
    double plain = 0;
    for (auto i = first; i < last; ++i) {
      const Vec2 step = at(i + 1) - at(i);
      const Vec2 middle = (at(i) + at(i + 1)) * 0.5;
      const double run = kind == Kind::along ? step.x : step.y;
      const double offset = kind == Kind::along ? middle.y : middle.x;
      weighted += run * offset;
      total += run;
      plain += offset;
    }
    constexpr double kTurnsBack = 0.5;  // an edge that ends where it began has no mean over run
    if (std::abs(total) > kTurnsBack) return weighted / total;
    return plain / static_cast<double>(std::max<std::size_t>(1, last - first));
  }

  double length_of(std::size_t i) const {
    const auto& before = edges_[(i + edges_.size() - 1) % edges_.size()];
    const auto& after = edges_[(i + 1) % edges_.size()];
    if (!same_axis(before, after)) return rules_.step_min;
    return std::abs(before.place - after.place);
  }

  /// Takes out the shortest step between two parallel edges; false when none is too short.
  bool flatten_one() {
    if (edges_.size() <= 4) return false;
    std::size_t shortest = edges_.size();
    double least = rules_.step_min;
    for (std::size_t i = 0; i < edges_.size(); ++i) {
      if (edges_[i].kind == Kind::oblique || length_of(i) >= least) continue;
      least = length_of(i);
      shortest = i;
    }
    if (shortest == edges_.size()) return false;
    std::rotate(edges_.begin(),
                edges_.begin() +
                    static_cast<std::ptrdiff_t>((shortest + edges_.size() - 1) % edges_.size()),
                edges_.end());
    edges_[0] = merged(edges_[0], edges_[2]);
    edges_.erase(edges_.begin() + 1, edges_.begin() + 3);
    return true;
  }

  Polygon corners() const {
    Polygon result;
    for (std::size_t i = 0; i < edges_.size(); ++i) {
      add_corner(edges_[i], edges_[(i + 1) % edges_.size()], result);
    }
    return result;
  }

  void add_corner(const Edge& edge, const Edge& next, Polygon& out) const {
    const Vec2 shared = at(edge.last);
    if (edge.kind == Kind::oblique || next.kind == Kind::oblique) {
      // A right-angled jog joins an oblique edge to the axis edge beside it.
      if (edge.kind != Kind::oblique) out.push_back(onto(edge, shared));
      out.push_back(shared);
      if (next.kind != Kind::oblique) out.push_back(onto(next, shared));
    } else if (edge.kind == next.kind) {
      out.push_back(onto(edge, shared));
      out.push_back(onto(next, shared));
    } else {
      out.push_back(edge.kind == Kind::along ? Vec2{next.place, edge.place}
                                             : Vec2{edge.place, next.place});
    }
  }

  static Vec2 onto(const Edge& edge, Vec2 p) {
    return edge.kind == Kind::along ? Vec2{p.x, edge.place} : Vec2{edge.place, p.y};
  }

  Polygon boundary_;
  SquaringRules rules_;
  std::vector<Edge> edges_;
};

}  // namespace

Polygon squared(const Polygon& boundary, double direction, const SquaringRules& rules) {
  auto result = without_repeats(Squarer(rotated(boundary, -direction), rules).run());
  if (result.size() < 4 || crosses_itself(result)) return {};
  return rotated(result, direction);
}

}  // namespace inherit_fast
