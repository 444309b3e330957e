#include "inherit_fast/relations.hpp"

#include <algorithm>
#include <cmath>
#include <optional>
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
};

double distance2(const OrientedBox& a, const OrientedBox& b) {
  double sum = 0.0;
  for (std::size_t i = 0; i < 3; ++i)
    sum += (a.center[i] - b.center[i]) * (a.center[i] - b.center[i]);
  return sum;
}

class Relating {
 public:
  Relating(std::span<const OrientedBox> boxes, std::span<const BoxKind> kinds,
           std::span<const std::int32_t> groups, const RelationRules& rules)
      : boxes_(boxes),
        kinds_(kinds),
        groups_(groups),
        rules_(rules),
        reach_m_(
            std::max({rules.near_gap_m, rules.beside_gap_m, rules.above_gap_m, rules.raised_m})) {}

  void relate(std::uint32_t subject, std::vector<BoxRelation>& out) {
    const auto first = static_cast<std::ptrdiff_t>(out.size());
    near_.clear();
    for (std::uint32_t object = 0; object < boxes_.size(); ++object) {
      if (object != subject) pair(subject, object, out);
    }
    keep_nearest();
    for (const auto& n : near_) {
      out.push_back({subject, n.row, Predicate::near, fading(n.gap_m, rules_.near_gap_m)});
    }
    std::sort(out.begin() + first, out.end(), [](const BoxRelation& a, const BoxRelation& b) {
      return std::tie(a.object, a.predicate) < std::tie(b.object, b.predicate);
    });
  }

 private:
  static float fading(double gap_m, double limit_m) {
    return static_cast<float>(limit_m > 0 ? 1.0 - 0.5 * gap_m / limit_m : 1.0);
  }

  void pair(std::uint32_t subject, std::uint32_t object, std::vector<BoxRelation>& out) {
    const auto &s = boxes_[subject], &o = boxes_[object];
    if (box_gap_bound(s, o) > reach_m_) return;
    const bool same_group =
        groups_[subject] < 0 || groups_[object] < 0 || groups_[subject] == groups_[object];
    const auto found = standing(s, kinds_[subject], o, kinds_[object], subject < object, rules_);
    const bool holds = found && found->predicate && (found->touching || same_group);
    if (holds) {
      out.push_back({subject, object, *found->predicate, static_cast<float>(found->confidence)});
    }
    if (same_group && !(found && found->touching)) aside(subject, object, holds, out);
  }

  /// Near and beside, for a pair without contact.
  void aside(std::uint32_t subject, std::uint32_t object, bool stacked,
             std::vector<BoxRelation>& out) {
    if (kinds_[subject] == BoxKind::ground || kinds_[object] == BoxKind::ground) return;
    const auto &s = boxes_[subject], &o = boxes_[object];
    const double gap_m = box_gap(s, o);
    if (gap_m <= rules_.near_gap_m) near_.push_back({gap_m, distance2(s, o), object});
    if (!stacked && gap_m <= rules_.beside_gap_m && level(s, o, rules_)) {
      out.push_back({subject, object, Predicate::beside, fading(gap_m, rules_.beside_gap_m)});
    }
  }

  void keep_nearest() {
    std::sort(near_.begin(), near_.end(), [](const Neighbour& a, const Neighbour& b) {
      return std::tie(a.gap_m, a.distance2, a.row) < std::tie(b.gap_m, b.distance2, b.row);
    });
    near_.resize(std::min(near_.size(), rules_.near_count));
  }

  std::span<const OrientedBox> boxes_;
  std::span<const BoxKind> kinds_;
  std::span<const std::int32_t> groups_;
  const RelationRules& rules_;
  double reach_m_;
  std::vector<Neighbour> near_;
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
  std::vector<BoxRelation> out;
  Relating relating(boxes, kinds, groups, rules);
  for (const auto subject : subjects) {
    if (subject < 0 || static_cast<std::size_t>(subject) >= boxes.size()) {
      throw std::invalid_argument("subjects: " + std::to_string(subject) + " is no row of boxes");
    }
    relating.relate(static_cast<std::uint32_t>(subject), out);
  }
  return out;
}

}  // namespace inherit_fast
