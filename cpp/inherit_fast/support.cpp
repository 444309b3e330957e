#include "inherit_fast/support.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace inherit_fast {
namespace {

constexpr double kSeatConfidence = 0.9;  // no faces meet to confirm it

struct Verdict {
  Predicate predicate;
  double confidence;
};

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
    contact_m_ = upper.kind == BoxKind::stemmed ? rules.stem_m : rules.raised_m;
    sink_m_ = small_ && lower.kind != BoxKind::container && lower.kind != BoxKind::ground
                  ? rules.sunk_share * lower.height()
                  : 0.0;
  }

  std::optional<Verdict> operator()() const {
    if (upper_.kind == BoxKind::ground) return std::nullopt;
    if (able() && rests()) return Verdict{Predicate::on, held_ * (1.0 - closeness_loss())};
    if (lower_.kind == BoxKind::ground) return std::nullopt;
    if (able() && (sits() || drapes())) {
      return Verdict{Predicate::on, overlap_ * kSeatConfidence};
    }
    if (auto found = contained()) return found;
    if (overlap_ < rules_.support_overlap || rise_m_ <= contact_m_ ||
        rise_m_ > rules_.above_gap_m) {
      return std::nullopt;
    }
    return Verdict{Predicate::above, overlap_ * (1.0 - 0.5 * rise_m_ / rules_.above_gap_m)};
  }

 private:
  bool able() const {
    return upper_.kind != BoxKind::fixed && lower_.kind != BoxKind::fixed &&
           lower_.kind != BoxKind::bare && lower_.kind != BoxKind::stemmed &&
           // What looks like a chair on a table is its backrest, seen over the edge.
           !(upper_.kind == BoxKind::raised && lower_.kind == BoxKind::raised);
  }

  double closeness_loss() const {
    const double limit = rise_m_ > 0 ? contact_m_ : std::max(rules_.sunk_m, sink_m_);
    return limit > 0 ? 0.5 * std::abs(rise_m_) / limit : 0.0;
  }

  /// Underside at the top face; boxes from depth are a few centimetres off.
  bool rests() const {
    return held_ >= rules_.support_overlap && rise_m_ <= contact_m_ &&
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

  std::optional<Verdict> contained() const {
    if (rise_m_ >= 0 || upper_.box.volume() >= lower_.box.volume()) return std::nullopt;
    const double share = box_containment(upper_.box, lower_.box);
    if (share < rules_.inside_share) return std::nullopt;
    if (lower_.kind != BoxKind::raised) {
      if (!able() || upper_.kind == BoxKind::raised) return std::nullopt;
      return Verdict{Predicate::inside, share};
    }
    const bool beneath = low() && cover_ < rules_.cover_share;
    if (!beneath && !able()) return std::nullopt;
    return Verdict{beneath ? Predicate::under : Predicate::on, share * kSeatConfidence};
  }

  const Thing& upper_;
  const Thing& lower_;
  double overlap_;
  const RelationRules& rules_;
  bool small_;
  double cover_, own_, held_, rise_m_, contact_m_, sink_m_;
};

/// A reading as both things see it.
PairStanding both_ways(const Verdict& verdict, BoxKind lower_kind) {
  const auto predicate = verdict.predicate;
  const bool holds = predicate == Predicate::on || predicate == Predicate::above;
  Standing lower{std::nullopt, verdict.confidence};
  if (holds && lower_kind != BoxKind::ground) lower.predicate = Predicate::under;
  return {{predicate, verdict.confidence}, lower, predicate != Predicate::above};
}

}  // namespace

std::optional<PairStanding> standing(const OrientedBox& first, BoxKind first_kind,
                                     const OrientedBox& second, BoxKind second_kind,
                                     const RelationRules& rules) {
  const double overlap = footprint_overlap(first, second);
  if (overlap <= 0) return std::nullopt;
  const Thing a{first, first_kind}, b{second, second_kind};
  const auto forth = Reading(a, b, overlap, rules)();
  const auto back = Reading(b, a, overlap, rules)();
  if (forth && (!back || forth->confidence >= back->confidence)) {
    return both_ways(*forth, second_kind);
  }
  if (!back) return std::nullopt;
  auto turned = both_ways(*back, first_kind);
  std::swap(turned.first, turned.second);
  return turned;
}

}  // namespace inherit_fast
