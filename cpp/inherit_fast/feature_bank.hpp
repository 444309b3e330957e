#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <unordered_map>
#include <vector>

namespace inherit_fast {

/// Unit features in rows, a few to a slot; finds every slot that is similar enough to a query.
///
/// The search is exact. It reads the features in blocks of 128 dimensions as 16-bit integers; by
/// the inequality of Cauchy and Schwarz the blocks not yet read add no more than the product of
/// their norms, so most pairs are out after the first. Those that pass to the end get their cosine
/// from the stored float32 numbers, summed in double.
class FeatureBank {
 public:
  /// @throws std::invalid_argument unless dim and max_rows are >= 1.
  FeatureBank(std::size_t dim, std::size_t max_rows);

  /// Replaces the rows of a slot. Rows that do not fit under max_rows are left out and counted.
  /// @param rows  whole rows of dim numbers.
  /// @throws std::invalid_argument if a row is not finite or longer than a unit vector.
  void put(std::int64_t slot, std::span<const float> rows);
  /// Forgets a slot; unknown ones are no error.
  void remove(std::int64_t slot);

  std::size_t dim() const { return dim_; }
  std::size_t rows() const { return slot_of_row_.size(); }
  std::size_t bytes() const;
  std::uint64_t dropped_rows() const { return dropped_rows_; }

  /// The largest cosine of the query with the slot's rows; -2 for unknown slots.
  float cosine(std::span<const float> query, std::int64_t slot) const;

  /// Calls found(query, slot, cosine) for every query and row with cosine >= floors[query], in no
  /// promised order. `found` may raise the floors.
  /// @param queries  whole rows of dim numbers, as long as unit vectors at most.
  void search(std::span<const float> queries, std::span<const float> floors,
              const std::function<void(std::size_t, std::int64_t, float)>& found) const;

 private:
  /// One feature as the search reads it.
  struct Coded {
    std::vector<std::int16_t> codes;  // blocks of kBlock
    std::vector<float> tails;         // norm of what follows each block
  };
  Coded code(std::span<const float> row) const;
  void take_out(std::size_t row);
  struct Search;
  bool passes(const Coded& query, std::size_t row, std::int32_t sum, std::size_t block,
              float floor) const;
  float exact(std::span<const float> query, std::size_t row) const;

  std::size_t dim_, blocks_, max_rows_;
  std::uint64_t dropped_rows_ = 0;
  std::vector<float> values_;                     // rows x dim
  std::vector<std::vector<std::int16_t>> codes_;  // of each block: rows x 128
  std::vector<std::vector<float>> tails_;         // of each block: the rows' norms behind it
  std::vector<std::int64_t> slot_of_row_;
  std::unordered_map<std::int64_t, std::vector<std::size_t>> rows_of_slot_;
};

}  // namespace inherit_fast
