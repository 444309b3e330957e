#include <algorithm>
#include <array>
#include <cmath>

#include "inherit_fast/feature_bank.hpp"
#include "inherit_fast/feature_codes.hpp"
#include "inherit_fast/simd.hpp"

namespace inherit_fast {

using feature_codes::kBlock;
using feature_codes::kScale;

namespace {

constexpr std::size_t kQueries = 4;  // taken together, so that a row is read once for them
constexpr std::size_t kRows = 64;    // taken together, so that they stay in the nearest cache
constexpr float kUnit = 1.0f / (kScale * kScale);

/// Adds the dot products of each row's block with four queries' blocks.
INHERIT_FAST_CLONES void add_dots(const std::int16_t* rows, std::size_t count,
                                  const std::int16_t* queries, std::int32_t* out) {
  const std::int16_t *q0 = queries, *q1 = q0 + kBlock, *q2 = q1 + kBlock, *q3 = q2 + kBlock;
  for (std::size_t r = 0; r < count; ++r, rows += kBlock, out += kQueries) {
    std::int32_t s0 = 0, s1 = 0, s2 = 0, s3 = 0;
    for (std::size_t i = 0; i < kBlock; ++i) {
      s0 += rows[i] * q0[i];
      s1 += rows[i] * q1[i];
      s2 += rows[i] * q2[i];
      s3 += rows[i] * q3[i];
    }
    out[0] += s0, out[1] += s1, out[2] += s2, out[3] += s3;
  }
}

INHERIT_FAST_CLONES std::int32_t block_dot(const std::int16_t* a, const std::int16_t* b) {
  std::int32_t sum = 0;
  for (std::size_t i = 0; i < kBlock; ++i) sum += a[i] * b[i];
  return sum;
}

/// Which of the products could still grow to the queries' limits; returns how many.
INHERIT_FAST_CLONES std::size_t may_reach(const std::int32_t* dots, const float* row_tails,
                                          std::size_t count, const float* query_tails,
                                          const float* limits, std::uint8_t* may) {
  std::uint32_t total = 0;
  for (std::size_t r = 0; r < count; ++r) {
    for (std::size_t j = 0; j < kQueries; ++j) {
      const std::size_t i = r * kQueries + j;
      const float most = static_cast<float>(dots[i]) * kUnit + row_tails[r] * query_tails[j];
      may[i] = most >= limits[j];
      total += may[i];
    }
  }
  return total;
}

/// A code is off by at most half a unit, so a product of unit vectors by sqrt(n) / kScale.
float slack_of(std::size_t codes) {
  return std::sqrt(static_cast<float>(codes)) / kScale * 1.01f + 1e-5f;
}

}  // namespace

/// Whether the cosine may reach the floor, given the sum over all blocks up to `block`.
bool FeatureBank::passes(const Coded& query, std::size_t row, std::int32_t sum, std::size_t block,
                         float floor) const {
  while (++block < blocks_) {
    sum += block_dot(&query.codes[block * kBlock], &codes_[block][row * kBlock]);
    const float rest = query.tails[block] * tails_[block][row];
    if (static_cast<float>(sum) * kUnit + rest < floor - slack_of(blocks_ * kBlock)) return false;
  }
  return true;
}

/// Four queries against a tile of rows at a time.
struct FeatureBank::Search {
  const FeatureBank& bank;
  std::span<const float> queries, floors;
  const std::function<void(std::size_t, std::int64_t, float)>& found;
  std::vector<Coded> coded = {};
  std::vector<std::int16_t> codes = {};  // queries by four: blocks x 4 x 128
  std::array<std::int32_t, kRows * kQueries> dots = {};
  std::array<std::uint8_t, kRows * kQueries> may = {};

  void prepare() {
    const std::size_t count = floors.size(), groups = (count + kQueries - 1) / kQueries;
    codes.resize(groups * bank.blocks_ * kQueries * kBlock);
    for (std::size_t q = 0; q < count; ++q) {
      coded.push_back(bank.code(queries.subspan(q * bank.dim_, bank.dim_)));
      for (std::size_t b = 0; b < bank.blocks_; ++b) {
        std::copy_n(&coded[q].codes[b * kBlock], kBlock, codes_at(q, b) + q % kQueries * kBlock);
      }
    }
  }

  std::int16_t* codes_at(std::size_t q, std::size_t b) {
    return &codes[(q / kQueries * bank.blocks_ + b) * kQueries * kBlock];
  }

  void tile(std::size_t row0, std::size_t n, std::size_t q0) {
    dots.fill(0);
    for (std::size_t b = 0;; ++b) {
      std::array<float, kQueries> tails{}, limits{};
      limits.fill(2.0f);
      for (std::size_t j = 0; j < std::min(kQueries, floors.size() - q0); ++j) {
        tails[j] = coded[q0 + j].tails[b];
        limits[j] = floors[q0 + j] - slack_of(bank.blocks_ * kBlock);
      }
      add_dots(&bank.codes_[b][row0 * kBlock], n, codes_at(q0, b), dots.data());
      const std::size_t left =
          may_reach(dots.data(), &bank.tails_[b][row0], n, tails.data(), limits.data(), may.data());
      if (left == 0) return;
      // A few are soon looked at one by one; many are faster together.
      if (b + 1 == bank.blocks_ || left * 8 < n * kQueries) return finish(row0, n, q0, b);
    }
  }

  void finish(std::size_t row0, std::size_t n, std::size_t q0, std::size_t block) {
    for (std::size_t i = 0; i < n * kQueries; ++i) {
      if (may[i] == 0) continue;
      const std::size_t q = q0 + i % kQueries, row = row0 + i / kQueries;
      if (!bank.passes(coded[q], row, dots[i], block, floors[q])) continue;
      const float cosine = bank.exact(queries.subspan(q * bank.dim_, bank.dim_), row);
      if (cosine >= floors[q]) found(q, bank.slot_of_row_[row], cosine);
    }
  }
};

void FeatureBank::search(std::span<const float> queries, std::span<const float> floors,
                         const std::function<void(std::size_t, std::int64_t, float)>& found) const {
  feature_codes::require_unit(queries, dim_);
  Search search{*this, queries, floors, found};
  search.prepare();
  for (std::size_t row0 = 0; row0 < rows(); row0 += kRows) {
    for (std::size_t q0 = 0; q0 < floors.size(); q0 += kQueries) {
      search.tile(row0, std::min(kRows, rows() - row0), q0);
    }
  }
}

}  // namespace inherit_fast
