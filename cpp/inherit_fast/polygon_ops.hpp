#pragma once

#include <cstddef>
#include <functional>
#include <vector>

#include "inherit_fast/contours.hpp"

namespace inherit_fast {

/// Without points that repeat the one before or lie within a straight edge.
Polygon without_repeats(const Polygon& polygon);

bool crosses_itself(const Polygon& polygon);

double perimeter(const Polygon& polygon);

using FillSpan = std::function<void(std::size_t row, std::size_t first, std::size_t end)>;

/// Calls `inside` for the cells of a grid whose centres lie inside the rings (even-odd rule).
void fill_rings(const std::vector<Polygon>& rings, std::size_t height, std::size_t width,
                const FillSpan& inside);

}  // namespace inherit_fast
