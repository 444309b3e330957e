#pragma once

#include <cstddef>
#include <cstdint>

namespace inherit_fast {

// Sums and extremes run in eight lanes whatever the machine's registers hold, so that every machine
// adds in the same order. g++ and clang turn these types into SSE, AVX or NEON code.
inline constexpr std::size_t kLanes = 8;
using FloatLanes = float __attribute__((vector_size(4 * kLanes)));
using DoubleLanes = double __attribute__((vector_size(8 * kLanes)));
using IntLanes = std::int32_t __attribute__((vector_size(4 * kLanes)));

}  // namespace inherit_fast
