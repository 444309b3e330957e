#include "inherit_fast/feature_bank.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <stdexcept>

#include "inherit_fast/feature_codes.hpp"

namespace inherit_fast {

using feature_codes::kBlock;
using feature_codes::kScale;

void feature_codes::require_unit(std::span<const float> rows, std::size_t dim) {
  for (std::size_t at = 0; at < rows.size(); at += dim) {
    double sum = 0.0;
    for (const float v : rows.subspan(at, dim)) sum += static_cast<double>(v) * v;
    // Written so that NaN fails the test.
    if (!(sum <= 1.001)) {
      throw std::invalid_argument("features: a row is not finite, or longer than a unit vector");
    }
  }
}

FeatureBank::FeatureBank(std::size_t dim, std::size_t max_rows)
    : dim_(dim),
      blocks_((dim + kBlock - 1) / kBlock),
      max_rows_(max_rows),
      codes_(blocks_),
      tails_(blocks_) {
  if (dim == 0) throw std::invalid_argument("dim: expected >= 1, got 0");
  if (max_rows == 0) throw std::invalid_argument("max_rows: expected >= 1, got 0");
}

FeatureBank::Coded FeatureBank::code(std::span<const float> row) const {
  Coded coded{std::vector<std::int16_t>(blocks_ * kBlock), std::vector<float>(blocks_)};
  double beyond = 0.0;
  for (std::size_t b = blocks_; b-- > 0;) {
    // Rounded up, so that the bound stays one.
    coded.tails[b] = static_cast<float>(std::sqrt(beyond) * (1.0 + 1e-6));
    for (std::size_t i = b * kBlock; i < std::min((b + 1) * kBlock, dim_); ++i) {
      beyond += static_cast<double>(row[i]) * row[i];
      coded.codes[i] = static_cast<std::int16_t>(std::lrint(row[i] * kScale));
    }
  }
  return coded;
}

void FeatureBank::put(std::int64_t slot, std::span<const float> rows) {
  feature_codes::require_unit(rows, dim_);
  remove(slot);
  for (std::size_t at = 0; at < rows.size(); at += dim_) {
    if (slot_of_row_.size() == max_rows_) {
      ++dropped_rows_;
      continue;
    }
    const auto row = rows.subspan(at, dim_);
    const Coded coded = code(row);
    rows_of_slot_[slot].push_back(slot_of_row_.size());
    slot_of_row_.push_back(slot);
    values_.insert(values_.end(), row.begin(), row.end());
    for (std::size_t b = 0; b < blocks_; ++b) {
      const auto* block = &coded.codes[b * kBlock];
      codes_[b].insert(codes_[b].end(), block, block + kBlock);
      tails_[b].push_back(coded.tails[b]);
    }
  }
}

void FeatureBank::remove(std::int64_t slot) {
  const auto found = rows_of_slot_.find(slot);
  if (found == rows_of_slot_.end()) return;
  std::vector<std::size_t> rows = std::move(found->second);
  rows_of_slot_.erase(found);
  // From the back, so that the row moved into a gap is never one that goes as well.
  std::sort(rows.begin(), rows.end(), std::greater<>());
  for (const auto row : rows) take_out(row);
}

void FeatureBank::take_out(std::size_t row) {
  const std::size_t last = slot_of_row_.size() - 1;
  const auto move_last = [&](auto& data, std::size_t width) {
    const auto from = data.begin() + static_cast<std::ptrdiff_t>(last * width);
    if (row != last) {
      std::copy_n(from, width, data.begin() + static_cast<std::ptrdiff_t>(row * width));
    }
    data.erase(from, data.end());
  };
  if (row != last) {
    auto& moved = rows_of_slot_.at(slot_of_row_[last]);
    *std::find(moved.begin(), moved.end(), last) = row;
  }
  move_last(values_, dim_);
  for (auto& block : codes_) move_last(block, kBlock);
  for (auto& block : tails_) move_last(block, 1);
  move_last(slot_of_row_, 1);
}

std::size_t FeatureBank::bytes() const {
  std::size_t sum =
      values_.capacity() * sizeof(float) + slot_of_row_.capacity() * sizeof(slot_of_row_[0]);
  for (const auto& block : codes_) sum += block.capacity() * sizeof(std::int16_t);
  for (const auto& block : tails_) sum += block.capacity() * sizeof(float);
  return sum;
}

float FeatureBank::exact(std::span<const float> query, std::size_t row) const {
  const float* values = &values_[row * dim_];
  double sum = 0.0;
  for (std::size_t i = 0; i < dim_; ++i) sum += static_cast<double>(values[i]) * query[i];
  return static_cast<float>(sum);
}

float FeatureBank::cosine(std::span<const float> query, std::int64_t slot) const {
  float best = -2.0f;
  const auto found = rows_of_slot_.find(slot);
  if (found == rows_of_slot_.end()) return best;
  for (const auto row : found->second) best = std::max(best, exact(query, row));
  return best;
}

}  // namespace inherit_fast
