#pragma once

#include <optional>

#include "inherit_fast/relations.hpp"

namespace inherit_fast {

/// How a thing stands over, in or under another.
struct Standing {
  std::optional<Predicate> predicate;  // none where only the other direction has a name
  double confidence;                   // 0 to 1
};

/// One pair in both directions.
struct PairStanding {
  Standing first, second;  // of the first thing to the second, and the other way
  bool touching;           // one holds or contains the other
};

/// On, under, inside or above, or nothing of the kind. Of two readings that contradict each other
/// the more confident one stands, for both things; of equal ones, that with the first on top.
std::optional<PairStanding> standing(const OrientedBox& first, BoxKind first_kind,
                                     const OrientedBox& second, BoxKind second_kind,
                                     const RelationRules& rules);

}  // namespace inherit_fast
