#include "inherit_fast/types.hpp"

#include <type_traits>

namespace inherit_fast {

// Vectors of points are handed to NumPy as (N, 3) float32 arrays without a copy.
static_assert(sizeof(Point3) == 3 * sizeof(float) && std::is_trivially_copyable_v<Point3>);

}  // namespace inherit_fast
