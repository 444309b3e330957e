#include "inherit_fast/relations.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <stdexcept>
#include <string>
#include <tuple>

#include "inherit_fast/support.hpp"

namespace inherit_fast {
namespace {

bool level(const OrientedBox& a, const OrientedBox& b, const RelationRules& rules) {
  const double undersides = std::abs(a.low[2] - b.low[2]);
  const double middles = std::abs(a.low[2] + a.high[2] - b.low[2] - b.high[2]) / 2;
  const double own = a.high[2] - a.low[2], other = b.high[2] - b.low[2];
  return std::min(undersides, middles) <= rules.beside_offset_m &&
         std::min(own, other) >= rules.beside_height * std::max(own, other);
}

struct Neighbour {
  double gap_m, distance2;
  std::uint32_t row;

  bool operator<(const Neighbour& o) const {
    return std::tie(gap_m, distance2, row) < std::tie(o.gap_m, o.distance2, o.row);
  }
};

/// What was found for one box that was asked for.
struct Findings {
  std::vector<BoxRelation> relations;
  std::vector<Neighbour> near;
};

double distance2(const OrientedBox& a, const OrientedBox& b) {
  const Vector3 d = minus(a.center, b.center);
  return dot(d, d);
}

float fading(double gap_m, double limit_m) {
  return static_cast<float>(limit_m > 0 ? 1.0 - 0.5 * gap_m / limit_m : 1.0);
}

/// Measures every pair once, for both of its ends.
class Relating {
 public:
  Relating(std::span<const OrientedBox> boxes, std::span<const BoxKind> kinds,
           std::span<const std::int32_t> groups, const RelationRules& rules)
      : boxes_(boxes),
        kinds_(kinds),
        groups_(groups),
        rules_(rules),
        reach_m_(std::max({rules.near_gap_m, rules.beside_gap_m, rules.above_gap_m, rules.raised_m,
                           rules.stem_m})),
        asked_(boxes.size(), 0),
        found_(boxes.size()) {}

  void ask(std::uint32_t row) { asked_[row] = 1; }

  /// Sweeps along x, so that most pairs of a storey are never looked at.
  void measure() {
    std::vector<std::uint32_t> order(boxes_.size());
    std::iota(order.begin(), order.end(), 0U);
    std::sort(order.begin(), order.end(), [this](std::uint32_t a, std::uint32_t b) {
      return std::tie(boxes_[a].low[0], a) < std::tie(boxes_[b].low[0], b);
    });
    for (auto at = order.begin(); at != order.end(); ++at) {
      const double end_x = boxes_[*at].high[0] + reach_m_;
      for (auto next = at + 1; next != order.end() && boxes_[*next].low[0] <= end_x; ++next) {
        const bool wanted = (asked_[*at] | asked_[*next]) != 0;
        if (wanted && !apart(boxes_[*at], boxes_[*next])) {
          pair(std::min(*at, *next), std::max(*at, *next));
        }
      }
    }
  }

  /// In the order of objects, then of predicates.
  std::vector<BoxRelation> of(std::uint32_t row) const {
    auto out = found_[row].relations;
    auto near = found_[row].near;
    std::sort(near.begin(), near.end());
    near.resize(std::min(near.size(), rules_.near_count));
    for (const auto& n : near) {
      out.push_back({row, n.row, Predicate::near, fading(n.gap_m, rules_.near_gap_m)});
    }
    std::sort(out.begin(), out.end(), [](const BoxRelation& a, const BoxRelation& b) {
      return std::tie(a.object, a.predicate) < std::tie(b.object, b.predicate);
    });
    return out;
  }

 private:
  bool apart(const OrientedBox& a, const OrientedBox& b) const {
    return a.low[1] - b.high[1] > reach_m_ || b.low[1] - a.high[1] > reach_m_ ||
           a.low[2] - b.high[2] > reach_m_ || b.low[2] - a.high[2] > reach_m_;
  }

  void pair(std::uint32_t i, std::uint32_t j) {
    const bool same_group = groups_[i] < 0 || groups_[j] < 0 || groups_[i] == groups_[j];
    const auto found = standing(boxes_[i], kinds_[i], boxes_[j], kinds_[j], rules_);
    const bool touching = found && found->touching;
    const bool stacked = found && (touching || same_group);
    if (stacked) {
      stand(i, j, found->first);
      stand(j, i, found->second);
    }
    if (same_group && !touching) aside(i, j, stacked);
  }

  void stand(std::uint32_t subject, std::uint32_t object, const Standing& how) {
    if (asked_[subject] == 0 || !how.predicate) return;
    found_[subject].relations.push_back(
        {subject, object, *how.predicate, static_cast<float>(how.confidence)});
  }

  /// Near and beside, for a pair without contact.
  void aside(std::uint32_t i, std::uint32_t j, bool stacked) {
    if (kinds_[i] == BoxKind::ground || kinds_[j] == BoxKind::ground) return;
    const auto &a = boxes_[i], &b = boxes_[j];
    if (box_gap_bound(a, b) > std::max(rules_.near_gap_m, rules_.beside_gap_m)) return;
    const double gap_m = box_gap(a, b);
    if (gap_m <= rules_.near_gap_m) {
      const double apart2 = distance2(a, b);
      if (asked_[i] != 0) found_[i].near.push_back({gap_m, apart2, j});
      if (asked_[j] != 0) found_[j].near.push_back({gap_m, apart2, i});
    }
    if (!stacked && gap_m <= rules_.beside_gap_m && level(a, b, rules_)) {
      const Standing beside{Predicate::beside, fading(gap_m, rules_.beside_gap_m)};
      stand(i, j, beside);
      stand(j, i, beside);
    }
  }

  std::span<const OrientedBox> boxes_;
  std::span<const BoxKind> kinds_;
  std::span<const std::int32_t> groups_;
  const RelationRules& rules_;
  double reach_m_;
  std::vector<std::uint8_t> asked_;
  std::vector<Findings> found_;
};

}  // namespace

std::vector<BoxRelation> relate_boxes(std::span<const OrientedBox> boxes,
                                      std::span<const BoxKind> kinds,
                                      std::span<const std::int32_t> groups,
                                      std::span<const std::int32_t> subjects,
                                      const RelationRules& rules) {
  if (kinds.size() != boxes.size() || groups.size() != boxes.size()) {
    throw std::invalid_argument("kinds and groups must have one entry for each box");
  }
  Relating relating(boxes, kinds, groups, rules);
  for (const auto subject : subjects) {
    if (subject < 0 || static_cast<std::size_t>(subject) >= boxes.size()) {
      throw std::invalid_argument("subjects: " + std::to_string(subject) + " is no row of boxes");
    }
    relating.ask(static_cast<std::uint32_t>(subject));
  }
  relating.measure();
  std::vector<BoxRelation> out;
  for (const auto subject : subjects) {
    const auto own = relating.of(static_cast<std::uint32_t>(subject));
    out.insert(out.end(), own.begin(), own.end());
  }
  return out;
}

}  // namespace inherit_fast
