#include "inherit_fast/assign.hpp"

#include <algorithm>
#include <cmath>
#include <memory>
#include <stdexcept>
#include <string>

#include "inherit_fast/boxes.hpp"
#include "inherit_fast/simd.hpp"

namespace inherit_fast {
namespace {

/// Axis-aligned boxes around the nodes, a coordinate at a time, rounded outwards.
struct Bounds {
  std::array<std::vector<float>, 3> low, high;
};

/// near[n] = 1 where the bounds of node n come within the limit; the exact gap is asked later.
INHERIT_FAST_CLONES void mark_near(const Bounds& nodes, const std::array<float, 3>& low,
                                   const std::array<float, 3>& high, float limit_m,
                                   std::uint8_t* near) {
  const float limit = limit_m * limit_m;
  const float *lx = nodes.low[0].data(), *ly = nodes.low[1].data(), *lz = nodes.low[2].data();
  const float *hx = nodes.high[0].data(), *hy = nodes.high[1].data(), *hz = nodes.high[2].data();
  for (std::size_t n = 0; n < nodes.low[0].size(); ++n) {
    const float x = std::max(std::max(lx[n] - high[0], low[0] - hx[n]), 0.0f);
    const float y = std::max(std::max(ly[n] - high[1], low[1] - hy[n]), 0.0f);
    const float z = std::max(std::max(lz[n] - high[2], low[2] - hz[n]), 0.0f);
    near[n] = x * x + y * y + z * z <= limit;
  }
}

constexpr double kMillion = 1e6;
// More than half a float's last digit, and quicker than std::nextafter.
float rounded_down(double v) { return static_cast<float>(v - std::abs(v) * 2e-7); }
float rounded_up(double v) { return static_cast<float>(v + std::abs(v) * 2e-7); }

struct Pair {
  std::int64_t score;  // in millionths, so that rounding errors never order a pair
  float cosine;
  std::int64_t node_id;
  std::int32_t node;
  std::int32_t observation;
};

bool before(const Pair& a, const Pair& b) {
  if (a.score != b.score) return a.score > b.score;
  if (a.node_id != b.node_id) return a.node_id < b.node_id;
  return a.observation < b.observation;
}

class Matcher {
 public:
  Matcher(const FeatureBank& bank, const AssignInput& input, const AssignRules& rules);
  void by_appearance();
  void by_place();
  std::vector<Assigned> take() { return std::move(result_); }

 private:
  void consider(std::size_t observation, std::int64_t slot, float cosine);
  void keep_best(std::size_t observation);
  void match(std::vector<Pair>& pairs, std::int32_t stage);
  std::vector<std::uint8_t> near(std::size_t observation, double limit_m) const;
  double gap(std::size_t observation, std::size_t node);
  Pair pair_of(std::size_t observation, std::size_t node, float cosine, double gap_m) const;
  bool agree(std::size_t observation, std::size_t node) const;
  std::span<const float> feature(std::size_t observation) const {
    return in_.features.subspan(observation * bank_.dim(), bank_.dim());
  }

  const FeatureBank& bank_;
  const AssignInput& in_;
  const AssignRules& rules_;
  Bounds bounds_;
  std::vector<std::unique_ptr<const OrientedBox>> node_boxes_;  // made when first asked for
  std::vector<float> floors_;
  std::vector<std::vector<Pair>> candidates_;  // of each observation
  std::vector<bool> taken_;
  std::vector<Assigned> result_;
};

template <typename T>
std::span<const double, 15> row_of(std::span<const double> packed, T row) {
  return std::span<const double, 15>(packed.data() + static_cast<std::size_t>(row) * 15, 15);
}

Matcher::Matcher(const FeatureBank& bank, const AssignInput& input, const AssignRules& rules)
    : bank_(bank),
      in_(input),
      rules_(rules),
      node_boxes_(input.node_ids.size()),
      floors_(input.labels.size(), rules.high_cosine),
      candidates_(input.labels.size()),
      taken_(input.node_ids.size(), false),
      result_(input.labels.size()) {
  for (std::size_t n = 0; n < node_boxes_.size(); ++n) {
    const auto [low, high] = bounds_of(row_of(in_.node_boxes, n));
    for (std::size_t i = 0; i < 3; ++i) {
      bounds_.low[i].push_back(rounded_down(low[i]));
      bounds_.high[i].push_back(rounded_up(high[i]));
    }
  }
}

std::vector<std::uint8_t> Matcher::near(std::size_t observation, double limit_m) const {
  std::vector<std::uint8_t> out(node_boxes_.size());
  std::array<float, 3> low{}, high{};
  for (std::size_t i = 0; i < 3; ++i) {
    low[i] = rounded_down(in_.boxes[observation].low[i]);
    high[i] = rounded_up(in_.boxes[observation].high[i]);
  }
  mark_near(bounds_, low, high, rounded_up(limit_m * (1 + 1e-6)), out.data());
  return out;
}

double Matcher::gap(std::size_t observation, std::size_t node) {
  auto& box = node_boxes_[node];
  if (!box) {
    try {
      box = std::make_unique<const OrientedBox>(make_box(row_of(in_.node_boxes, node)));
    } catch (const std::invalid_argument& error) {
      throw std::invalid_argument("node_boxes: box " + std::to_string(node) + " " + error.what());
    }
  }
  return box_gap(in_.boxes[observation], *box);
}

Pair Matcher::pair_of(std::size_t o, std::size_t node, float cosine, double gap_m) const {
  double score = cosine + (agree(o, node) ? rules_.label_bonus : 0.0);
  if (gap_m == 0) {
    score += rules_.overlap_bonus * box_iou(in_.boxes[o], *node_boxes_[node]);
  } else {
    score -= rules_.penalty_per_m * gap_m;
  }
  return {std::llround(score * kMillion), cosine, in_.node_ids[node],
          static_cast<std::int32_t>(node), static_cast<std::int32_t>(o)};
}

bool Matcher::agree(std::size_t observation, std::size_t node) const {
  if (in_.node_labels[node] < 0) return false;
  return in_.agree[static_cast<std::size_t>(in_.labels[observation]) * in_.agree_columns +
                   static_cast<std::size_t>(in_.node_labels[node])] != 0;
}

/// First stage: appearance alone makes the pair, distance may speak against it.
void Matcher::by_appearance() {
  bank_.search(in_.features, floors_, [this](std::size_t o, std::int64_t slot, float cosine) {
    consider(o, slot, cosine);
  });
  std::vector<Pair> pairs;
  for (std::size_t o = 0; o < candidates_.size(); ++o) {
    keep_best(o);
    pairs.insert(pairs.end(), candidates_[o].begin(), candidates_[o].end());
  }
  match(pairs, 1);
}

void Matcher::consider(std::size_t o, std::int64_t slot, float cosine) {
  const auto node = static_cast<std::size_t>(slot);
  if (node >= node_boxes_.size()) {
    throw std::invalid_argument("bank: slot " + std::to_string(slot) + " has no node");
  }
  const double gap_m = gap(o, node);
  if (gap_m > rules_.far_gap_m) return;
  candidates_[o].push_back(pair_of(o, node, cosine, gap_m));
  if (candidates_[o].size() >= 8 * candidates_.size() + 64) keep_best(o);
}

/// An observation loses at most one node to each other observation, so no more than as many nodes
/// as there are observations matter to it. What cannot reach them need not be searched for.
void Matcher::keep_best(std::size_t o) {
  auto& pairs = candidates_[o];
  std::sort(pairs.begin(), pairs.end(), before);
  std::vector<Pair> kept;
  std::vector<std::int32_t> nodes;  // the best row of a node stands for it
  for (const auto& pair : pairs) {
    if (kept.size() == candidates_.size()) break;
    if (std::find(nodes.begin(), nodes.end(), pair.node) != nodes.end()) continue;
    nodes.push_back(pair.node);
    kept.push_back(pair);
  }
  if (kept.size() == candidates_.size()) {
    // What equals the worst kept score must still come, and overlap and label may make up for
    // likeness.
    const double least = (static_cast<double>(kept.back().score) - 1) / kMillion;
    floors_[o] =
        std::max(floors_[o], rounded_down(least - rules_.overlap_bonus - rules_.label_bonus));
  }
  pairs = std::move(kept);
}

/// Second stage: what is near and called the same may look less alike.
void Matcher::by_place() {
  std::vector<Pair> pairs;
  for (std::size_t o = 0; o < result_.size(); ++o) {
    if (result_[o].node >= 0) continue;
    const auto is_near = near(o, rules_.near_gap_m);
    for (std::size_t n = 0; n < is_near.size(); ++n) {
      if (is_near[n] == 0 || taken_[n] || !agree(o, n)) continue;
      const double gap_m = gap(o, n);
      if (gap_m > rules_.near_gap_m) continue;
      const float cosine = bank_.cosine(feature(o), static_cast<std::int64_t>(n));
      if (cosine < rules_.moderate_cosine) continue;
      pairs.push_back(pair_of(o, n, cosine, gap_m));
    }
  }
  match(pairs, 2);
}

void Matcher::match(std::vector<Pair>& pairs, std::int32_t stage) {
  std::sort(pairs.begin(), pairs.end(), before);
  for (const auto& pair : pairs) {
    auto& assigned = result_[static_cast<std::size_t>(pair.observation)];
    if (assigned.node >= 0 || taken_[static_cast<std::size_t>(pair.node)]) continue;
    assigned = {pair.node, stage, pair.cosine};
    taken_[static_cast<std::size_t>(pair.node)] = true;
  }
}

}  // namespace

std::vector<Assigned> assign(const FeatureBank& bank, const AssignInput& input,
                             const AssignRules& rules) {
  Matcher matcher(bank, input, rules);
  matcher.by_appearance();
  matcher.by_place();
  return matcher.take();
}

}  // namespace inherit_fast
