#pragma once

#include <cstddef>

#include "inherit_fast/label_runs.hpp"

namespace inherit_fast {

/// Gives pieces of rooms under an area, and every piece but the largest of a room, to the
/// neighbouring room with the longest shared border; without a neighbour they become 0.
LabelRuns join_fragments(const LabelRuns& labels, std::size_t area_min);

/// Fills 0-cells that one single room encloses, up to an area.
LabelRuns fill_holes(const LabelRuns& labels, std::size_t area_max);

}  // namespace inherit_fast
