#include "inherit_fast/room_merge.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <queue>

#include "inherit_fast/disjoint_sets.hpp"
#include "inherit_fast/space_widths.hpp"

namespace inherit_fast {

namespace {

constexpr double kTooSmall = 3;  // openness that comes before every other
constexpr double kWindow = 1.5;  // widths of a gate: how far beside it a space's width is looked up

/// A gate that is to be opened, the most open first, then in the order of gates.
struct Entry {
  double open;
  std::size_t gate;
  int version;

  bool operator<(const Entry& other) const {
    return open != other.open ? open < other.open : gate > other.gate;
  }
};

std::vector<Summit> near(const SpaceWidths& widths, const Gate& gate) {
  return widths.around((gate.a + gate.b) * 0.5, kWindow * gate.width);
}

class Merger {
 public:
  Merger(const RunComponents& open, std::size_t width, const std::vector<float>& distance,
         const std::vector<Gate>& gates, const MergeRules& rules)
      : open_(open), width_(width), distance_(distance), gates_(gates), rules_(rules), spaces_(1) {}

  Partition run() {
    cut();
    find_sides();
    join_all();
    return finish();
  }

 private:
  void cut() {
    parts_ = without(open_, lines(), width_);
    connect(parts_, Connectivity::four);
    spaces_ = DisjointSets(static_cast<std::size_t>(parts_.count) + 1);
    area_.assign(spaces_.size(), 0);
    for (const auto& run : parts_.runs) {
      area_[static_cast<std::size_t>(run.label)] += run.end - run.begin;
    }
  }

  /// The cells on the lines of all gates, in row-major order; some of them twice.
  std::vector<std::size_t> lines() const {
    constexpr double kOverlap = 1.5;
    std::vector<std::size_t> cells;
    for (const auto& gate : gates_) {
      const Vec2 direction = unit(gate.b - gate.a);
      for (double t = -kOverlap; t <= gate.width + kOverlap; t += 0.25) {
        const auto at = index(gate.a + direction * t);
        if (at < open_.height() * width_) cells.push_back(at);
      }
    }
    std::sort(cells.begin(), cells.end());
    return cells;
  }

  /// Row-major index of the cell at p, or the number of cells outside the grid.
  std::size_t index(Vec2 p) const {
    const auto outside = open_.height() * width_;
    if (p.x < 0 || p.y < 0) return outside;
    const auto row = static_cast<std::size_t>(p.y);
    const auto col = static_cast<std::size_t>(p.x);
    return row < open_.height() && col < width_ ? row * width_ + col : outside;
  }

  std::int32_t label_beside(const Gate& gate, double side) const {
    const Vec2 across = gate.b - gate.a;
    const Vec2 normal = left_of(across) * (side / gate.width);
    for (const double along : {0.5, 0.35, 0.65, 0.2, 0.8}) {
      for (const double offset : {1.6, 2.5, 4.0}) {
        const auto at = index(gate.a + across * along + normal * offset);
        if (at >= open_.height() * width_) continue;
        const auto label = parts_.at(at / width_, at % width_);
        if (label != 0) return label;
      }
    }
    return 0;
  }

  void find_sides() {
    const SpaceWidths widths(parts_, distance_, samples_in(width_));
    for (const auto& gate : gates_) {
      sides_.push_back({label_beside(gate, 1), label_beside(gate, -1)});
      around_.push_back(parts(sides_.back()) ? near(widths, gate) : std::vector<Summit>{});
    }
    seen_from_.assign(spaces_.size(), {});
    double widest = 0;
    for (std::size_t i = 0; i < gates_.size(); ++i) {
      if (!parts(sides_[i])) continue;
      widest = std::max(widest, gates_[i].width);
      for (const auto side : sides_[i]) seen_from_[static_cast<std::size_t>(side)].push_back(i);
      for (const auto& summit : around_[i]) {
        if (summit.space == sides_[i][0] || summit.space == sides_[i][1]) continue;
        seen_from_[static_cast<std::size_t>(summit.space)].push_back(i);
      }
    }
    area_that_matters_ = std::max(rules_.area_min, rules_.mouth_elongation * widest * widest);
    version_.assign(gates_.size(), 0);
    open_now_.assign(gates_.size(), 0);
  }

  static bool parts(const std::array<std::int32_t, 2>& sides) {
    return sides[0] != 0 && sides[1] != 0 && sides[0] != sides[1];
  }

  double width_beside(std::size_t gate, std::int32_t space) {
    float widest = 0;
    for (const auto& summit : around_[gate]) {
      if (spaces_.find(summit.space) == space) widest = std::max(widest, summit.distance);
    }
    return 2.0 * std::max(widest, 1e-3F);
  }

  /// 0 for a gate with a reason to stay closed; else the larger the more open.
  double openness(std::size_t i) {
    const auto& gate = gates_[i];
    const auto a = spaces_.find(sides_[i][0]);
    const auto b = spaces_.find(sides_[i][1]);
    if (!parts(sides_[i]) || a == b) return 0;
    const double ratio_a = gate.width / width_beside(i, a);
    const double ratio_b = gate.width / width_beside(i, b);
    const auto [least, most] = std::minmax(ratio_a, ratio_b);
    const double area_a = area_[static_cast<std::size_t>(a)];
    const double area_b = area_[static_cast<std::size_t>(b)];
    if (std::min(area_a, area_b) < rules_.area_min) return kTooSmall + least;
    if (gate.gap && least <= rules_.gap_ratio) return 0;
    const double narrow = ratio_a > ratio_b ? area_a : area_b;
    const bool long_enough = narrow >= rules_.mouth_elongation * gate.width * gate.width;
    return least <= rules_.mouth_ratio && long_enough ? 0 : least;
  }

  void queue(std::size_t gate) {
    const double open = openness(gate);
    if (open == open_now_[gate]) return;
    open_now_[gate] = open;
    ++version_[gate];
    if (open > 0) queue_.push({open, gate, version_[gate]});
  }

  void join_all() {
    for (std::size_t i = 0; i < gates_.size(); ++i) queue(i);
    while (!queue_.empty()) {
      const auto next = queue_.top();
      queue_.pop();
      if (next.version == version_[next.gate]) join(next.gate);
    }
  }

  void join(std::size_t gate) {
    const auto a = spaces_.find(sides_[gate][0]);
    const auto b = spaces_.find(sides_[gate][1]);
    if (a == b) return;
    const auto kept = static_cast<std::size_t>(spaces_.merge(a, b));
    const auto gone = static_cast<std::size_t>(a) + static_cast<std::size_t>(b) - kept;
    if (seen_from_[kept].size() < seen_from_[gone].size()) {
      std::swap(seen_from_[kept], seen_from_[gone]);
      std::swap(area_[kept], area_[gone]);
    }
    // Gates that see only the space of more gates see no change, unless its area still matters.
    auto changed = seen_from_[gone];
    if (area_[kept] < area_that_matters_) {
      changed.insert(changed.end(), seen_from_[kept].begin(), seen_from_[kept].end());
    }
    area_[kept] += area_[gone];
    seen_from_[kept].insert(seen_from_[kept].end(), seen_from_[gone].begin(),
                            seen_from_[gone].end());
    seen_from_[gone] = {};
    for (const auto i : changed) queue(i);
  }

  Partition finish() {
    Partition result;
    for (auto& run : parts_.runs) run.label = spaces_.find(run.label);
    result.parts = std::move(parts_);
    result.area = std::move(area_);
    for (std::size_t i = 0; i < gates_.size(); ++i) {
      const auto a = spaces_.find(sides_[i][0]);
      const auto b = spaces_.find(sides_[i][1]);
      if (!parts({a, b})) continue;
      result.kept.push_back(i);
      result.sides.push_back({a, b});
    }
    return result;
  }

  const RunComponents& open_;
  std::size_t width_;
  const std::vector<float>& distance_;
  const std::vector<Gate>& gates_;
  MergeRules rules_;
  RunComponents parts_;
  DisjointSets spaces_;
  std::vector<double> area_;
  std::vector<std::array<std::int32_t, 2>> sides_;
  std::vector<std::vector<Summit>> around_;
  std::vector<std::vector<std::size_t>> seen_from_;  // gates with a side or a view of every space
  double area_that_matters_ = 0;                     // no rule asks for more
  std::vector<double> open_now_;
  std::vector<int> version_;  // the latest entry in the queue of every gate
  std::priority_queue<Entry> queue_;
};

}  // namespace

std::vector<Gate> worth_closing(const std::vector<Gate>& gates, const std::vector<float>& distance,
                                std::size_t width, const MergeRules& rules) {
  const WidePlaces places(distance, samples_in(width));
  std::vector<Gate> result;
  for (const auto& gate : gates) {
    const double space = gate.width / (gate.gap ? rules.gap_ratio : rules.mouth_ratio);
    if (places.any((gate.a + gate.b) * 0.5, kWindow * gate.width, space / 2)) {
      result.push_back(gate);
    }
  }
  return result;
}

Partition partition(const RunComponents& open, std::size_t width,
                    const std::vector<float>& distance, const std::vector<Gate>& gates,
                    const MergeRules& rules) {
  return Merger(open, width, distance, gates, rules).run();
}

}  // namespace inherit_fast
