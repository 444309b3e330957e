#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "inherit_fast/types.hpp"

namespace inherit_fast {

/// Cells first..end of one row with the same label.
struct LabelRun {
  std::size_t first, end;
  std::int32_t label;
};

/// An image of labels as runs, row by row; neighbouring runs of a row differ.
struct LabelRuns {
  std::vector<LabelRun> runs;
  std::vector<std::size_t> row_start{0};  // in runs, of every row, and the end

  std::size_t rows() const { return row_start.size() - 1; }

  /// Adds a run to the row that is not ended yet; what does not differ from the one before joins
  /// it.
  void push(const LabelRun& run);
  void end_row() { row_start.push_back(runs.size()); }
};

/// A part of an image, half open.
struct Extent {
  std::size_t top, left, bottom, right;
};

LabelRuns label_runs(const ImageView<std::int32_t>& labels, const Extent& part);

/// The part that holds labels, with one cell around it inside the image; nothing without labels.
std::optional<Extent> labelled_part(const ImageView<std::int32_t>& labels);

}  // namespace inherit_fast
