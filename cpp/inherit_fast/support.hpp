#pragma once

#include <optional>

#include "inherit_fast/relations.hpp"

namespace inherit_fast {

/// How two things stand one over, in or under the other.
struct Standing {
  std::optional<Predicate> predicate;  // of the subject; none where only the inverse has a name
  double confidence;                   // 0 to 1
  bool touching;                       // one holds or contains the other
};

/// On, under, inside or above, or nothing of the kind. The two directions agree: of two readings
/// that contradict each other the more confident one stands, for both things.
///
/// @param subject_first  breaks a tie; must differ between the two directions.
std::optional<Standing> standing(const OrientedBox& subject, BoxKind subject_kind,
                                 const OrientedBox& object, BoxKind object_kind, bool subject_first,
                                 const RelationRules& rules);

}  // namespace inherit_fast
