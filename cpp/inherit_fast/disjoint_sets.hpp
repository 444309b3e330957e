#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <vector>

namespace inherit_fast {

/// Union-find over 0..n-1. The representative of a set is its smallest member, so that results do
/// not depend on the order of merges.
class DisjointSets {
 public:
  explicit DisjointSets(std::size_t n) : parent_(n) {
    std::iota(parent_.begin(), parent_.end(), 0);
  }

  std::int32_t add() {
    const auto id = static_cast<std::int32_t>(parent_.size());
    parent_.push_back(id);
    return id;
  }

  std::int32_t find(std::int32_t i) {
    while (at(i) != i) i = at(i) = at(at(i));
    return i;
  }

  std::int32_t merge(std::int32_t a, std::int32_t b) {
    a = find(a);
    b = find(b);
    return at(std::max(a, b)) = std::min(a, b);
  }

  /// For every member the number of its set, counted from 0 in the order of representatives.
  std::vector<std::int32_t> compact() {
    std::vector<std::int32_t> number(parent_.size());
    std::int32_t next = 0;
    for (std::size_t i = 0; i < parent_.size(); ++i) {
      const auto root = find(static_cast<std::int32_t>(i));
      number[i] =
          root == static_cast<std::int32_t>(i) ? next++ : number[static_cast<std::size_t>(root)];
    }
    return number;
  }

  std::size_t size() const { return parent_.size(); }

 private:
  std::int32_t& at(std::int32_t i) { return parent_[static_cast<std::size_t>(i)]; }
  std::vector<std::int32_t> parent_;
};

}  // namespace inherit_fast
