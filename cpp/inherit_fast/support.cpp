#include "inherit_fast/support.hpp"

#include <algorithm>
#include <cmath>

namespace inherit_fast {
namespace {

constexpr double kSeatConfidence = 0.9;  // no faces meet to confirm it

struct Thing {
  const OrientedBox& box;
  BoxKind kind;

  double bottom() const { return box.low[2]; }
  double top() const { return box.high[2]; }
  double height() const { return top() - bottom(); }
  double middle() const { return (top() + bottom()) / 2; }
};

/// One reading of a pair: `upper` is over, in or (beneath something raised) under `lower`.
class Reading {
 public:
  Reading(const Thing& upper, const Thing& lower, double overlap, const RelationRules& rules)
      : upper_(upper), lower_(lower), overlap_(overlap), rules_(rules) {
    const double own = area(upper.box.footprint), other = area(lower.box.footprint);
    const double common = overlap * std::min(own, other);
    small_ = own <= rules.small_share * other;
    cover_ = common / other;
    // What stands on its own legs is not held up by a stool that happens to be below it.
    own_ = common / own;
    held_ = upper.kind == BoxKind::raised ? own_ : overlap;
    rise_m_ = upper.bottom() - lower.top();
    sink_m_ = small_ && lower.kind != BoxKind::container && lower.kind != BoxKind::ground
                  ? rules.sunk_share * lower.height()
                  : 0.0;
  }

  std::optional<Standing> operator()() const {
    if (upper_.kind == BoxKind::ground) return std::nullopt;
    if (able() && rests()) return Standing{Predicate::on, held_ * (1.0 - closeness_loss()), true};
    if (lower_.kind == BoxKind::ground) return std::nullopt;
    if (able() && (sits() || drapes())) {
      return Standing{Predicate::on, overlap_ * kSeatConfidence, true};
    }
    if (auto found = contained()) return found;
    if (overlap_ < rules_.support_overlap || rise_m_ <= rules_.raised_m ||
        rise_m_ > rules_.above_gap_m) {
      return std::nullopt;
    }
    return Standing{Predicate::above, overlap_ * (1.0 - 0.5 * rise_m_ / rules_.above_gap_m), false};
  }

 private:
  bool able() const {
    return upper_.kind != BoxKind::fixed && lower_.kind != BoxKind::fixed &&
           lower_.kind != BoxKind::bare;
  }

  double closeness_loss() const {
    const double limit = rise_m_ > 0 ? rules_.raised_m : std::max(rules_.sunk_m, sink_m_);
    return limit > 0 ? 0.5 * std::abs(rise_m_) / limit : 0.0;
  }

  /// Underside at the top face; boxes from depth are a few centimetres off.
  bool rests() const {
    return held_ >= rules_.support_overlap && rise_m_ <= rules_.raised_m &&
           rise_m_ >= -std::max(rules_.sunk_m, sink_m_) && rises();
  }

  /// An apple low in a bowl does not, though its underside is hardly below the rim.
  bool rises() const {
    if (lower_.kind == BoxKind::container) return upper_.middle() >= lower_.top();
    return upper_.top() >= lower_.top() - sink_m_ && upper_.middle() >= lower_.middle();
  }

  /// As a cushion on a sofa, whose box reaches up to the backrest.
  bool sits() const {
    if (low() || rise_m_ >= 0 || lower_.height() > rules_.seat_height_m) return false;
    if (lower_.kind == BoxKind::raised && upper_.kind != BoxKind::raised) {
      return overlap_ >= rules_.support_overlap && upper_.box.volume() < lower_.box.volume();
    }
    return small_ && lower_.kind != BoxKind::container && overlap_ >= rules_.inside_share;
  }

  /// As a blanket over a bed.
  bool drapes() const {
    return lower_.kind == BoxKind::raised && upper_.kind != BoxKind::raised && rise_m_ < 0 &&
           cover_ >= rules_.cover_share && own_ >= rules_.support_overlap &&
           upper_.top() >= lower_.top() - rules_.sunk_m;
  }

  bool low() const {
    return upper_.bottom() < lower_.bottom() + rules_.seat_share * lower_.height();
  }

  std::optional<Standing> contained() const {
    if (rise_m_ >= 0 || upper_.box.volume() >= lower_.box.volume()) return std::nullopt;
    const double share = box_containment(upper_.box, lower_.box);
    if (share < rules_.inside_share) return std::nullopt;
    if (lower_.kind != BoxKind::raised) {
      if (!able() || upper_.kind == BoxKind::raised) return std::nullopt;
      return Standing{Predicate::inside, share, true};
    }
    const bool beneath = low() && cover_ < rules_.cover_share;
    return Standing{beneath ? Predicate::under : Predicate::on, share * kSeatConfidence, true};
  }

  const Thing& upper_;
  const Thing& lower_;
  double overlap_;
  const RelationRules& rules_;
  bool small_;
  double cover_, own_, held_, rise_m_, sink_m_;
};

Standing inverse(const Standing& of_other, BoxKind subject_kind) {
  const bool holds = of_other.predicate == Predicate::on || of_other.predicate == Predicate::above;
  if (holds && subject_kind != BoxKind::ground) {
    return {Predicate::under, of_other.confidence, of_other.touching};
  }
  return {std::nullopt, of_other.confidence, of_other.touching};
}

}  // namespace

std::optional<Standing> standing(const OrientedBox& subject, BoxKind subject_kind,
                                 const OrientedBox& object, BoxKind object_kind, bool subject_first,
                                 const RelationRules& rules) {
  const Thing s{subject, subject_kind}, o{object, object_kind};
  if (s.bottom() - o.top() > rules.above_gap_m && s.bottom() - o.top() > rules.raised_m) return {};
  if (o.bottom() - s.top() > rules.above_gap_m && o.bottom() - s.top() > rules.raised_m) return {};
  const double overlap = footprint_overlap(subject, object);
  if (overlap <= 0) return std::nullopt;
  const auto forth = Reading(s, o, overlap, rules)();
  const auto back = Reading(o, s, overlap, rules)();
  if (!back) return forth;
  const bool forth_wins = forth && (forth->confidence > back->confidence ||
                                    (forth->confidence == back->confidence && subject_first));
  return forth_wins ? forth : inverse(*back, subject_kind);
}

}  // namespace inherit_fast
