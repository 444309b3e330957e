#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "inherit_fast/boxes.hpp"
#include "inherit_fast/feature_bank.hpp"

namespace inherit_fast {

/// Thresholds of the two stages (paper, section III-B).
struct AssignRules {
  float high_cosine;      // stage 1: at least this similar
  double far_gap_m;       // stage 1: boxes no farther apart; infinity leaves it to the features
  double overlap_bonus;   // to sort pairs by: times the boxes' IoU is added to the cosine,
  double label_bonus;     // this where the labels agree,
  double penalty_per_m;   // and times the gap is taken off
  float moderate_cosine;  // stage 2: at least this similar,
  double near_gap_m;      // boxes no farther apart, and labels that agree
};

/// Observations and nodes side by side; spans are borrowed. A node's position is its slot in the
/// bank; a position without a node has label -1 and nothing in the bank.
struct AssignInput {
  std::span<const float> features;            // observations x dim, unit
  std::span<const OrientedBox> boxes;         // of observations
  std::span<const std::int32_t> labels;       // of observations: row of `agree`
  std::span<const std::int64_t> node_ids;     // break ties
  std::span<const double> node_boxes;         // nodes x 15, see make_box
  std::span<const std::int32_t> node_labels;  // column of `agree`
  std::span<const std::uint8_t> agree;        // row-major, non-zero: the labels agree
  std::size_t agree_columns;
};

struct Assigned {
  std::int32_t node = -1;  // position, or -1
  std::int32_t stage = 0;  // 1 or 2; 0 without a node
  float cosine = 0.0f;
};

/// One-to-one matching, greedy over the best pairs first; scores that are equal to a millionth go
/// by node id, then by the order of observations. The answer is that of sorting all pairs.
/// @throws std::invalid_argument if a node's box is impossible, a feature is no unit vector, or the
///         bank holds a slot without a node.
std::vector<Assigned> assign(const FeatureBank& bank, const AssignInput& input,
                             const AssignRules& rules);

}  // namespace inherit_fast
