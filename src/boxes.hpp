#pragma once

#include <vector>

#include "arrays.hpp"
#include "inherit_fast/boxes.hpp"

namespace inherit_fast::python {

/// Rows of 15 numbers as boxes; an error names the argument and the row.
std::vector<OrientedBox> boxes_of(const Array<double>& packed, const char* name);

}  // namespace inherit_fast::python
