#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "inherit_fast/boxes.hpp"

namespace inherit_fast {

enum class Predicate : std::uint8_t { near, on, under, inside, above, beside };
inline constexpr const char* kPredicateNames[] = {"near",   "on",    "under",
                                                  "inside", "above", "beside"};

/// What a thing can be to others; decides between on, inside and under where a thing lies within
/// the bounding box of another.
enum class BoxKind : std::uint8_t {
  plain,      // by shape alone
  container,  // closed around what it holds: shelf, cabinet, basket
  raised,     // stands on legs and holds things up, nothing is inside: table, sofa, bed
  ground,     // carries, and has no other relation: floor, rug
  fixed,      // part of the building; carries nothing and rests on nothing: window, door
  bare,       // carries and holds nothing: picture
  stemmed,    // bare, on a thin foot that depth may miss: lamp, screen
};

/// Lengths in metres, shares of 1.
struct RelationRules {
  double near_gap_m;       // near: largest gap, ...
  std::size_t near_count;  // ... and only so many nearest
  double support_overlap;  // on, above, under: shared part of the smaller footprint
  double sunk_m;           // on: the underside lies at most so far below the top face, ...
  double raised_m;         // ... or so far above it
  double stem_m;           // ... or so far, if it is stemmed
  double sunk_share;       // on, much smaller things: or this share of the supporter's height below
  double small_share;      // much smaller: footprint at most this share of the other's
  double seat_share;       // on a seat: underside this share of the supporter's height up
  double seat_height_m;    // what is taller has no seat
  double cover_share;      // what covers so much of something raised lies on it, not under it
  double inside_share;     // inside: share of the volume
  double above_gap_m;      // above: largest gap between the faces
  double beside_gap_m;     // beside: largest gap, ...
  double beside_offset_m;  // ... undersides or centres differ by no more in height, ...
  double beside_height;    // ... the lower one's height over the higher one's
};

struct BoxRelation {
  std::uint32_t subject;  // rows of boxes
  std::uint32_t object;
  Predicate predicate;
  float confidence;  // 0 to 1
};

/// Relations of some boxes to all others.
///
/// A pair has at most one of on, under, inside, above; beside only without one of them; near only
/// without contact by one of them. The table is under the mug that is on it.
///
/// @param kinds     one for each box.
/// @param groups    one for each box: near, beside, above and under across a gap hold only within
///                  a group (a room); negative goes with every group.
/// @param subjects  rows of boxes whose relations are wanted.
/// @return in the order of subjects, then of objects, then of predicates.
/// @throws std::invalid_argument if sizes differ or a subject is no row of boxes.
std::vector<BoxRelation> relate_boxes(std::span<const OrientedBox> boxes,
                                      std::span<const BoxKind> kinds,
                                      std::span<const std::int32_t> groups,
                                      std::span<const std::int32_t> subjects,
                                      const RelationRules& rules);

}  // namespace inherit_fast
