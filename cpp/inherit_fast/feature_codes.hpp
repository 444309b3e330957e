#pragma once

#include <cstddef>
#include <span>

/// How the bank codes features, for the files that keep and that search them.
namespace inherit_fast::feature_codes {

constexpr std::size_t kBlock = 128;  // dimensions
constexpr float kScale = 32766.0f;   // the sum of all products then fits into 32 bits

/// @throws std::invalid_argument unless every row is finite and no longer than a unit vector.
void require_unit(std::span<const float> rows, std::size_t dim);

}  // namespace inherit_fast::feature_codes
