#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace inherit_fast {

/// Gives pieces of rooms under an area, and every piece but the largest of a room, to the
/// neighbouring room with the longest shared border; without a neighbour they become 0.
void join_fragments(std::vector<std::int32_t>& labels, std::size_t width, std::size_t area_min);

/// Fills 0-cells that one single room encloses, up to an area.
void fill_holes(std::vector<std::int32_t>& labels, std::size_t width, std::size_t area_max);

}  // namespace inherit_fast
