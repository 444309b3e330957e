#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
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
  std::span<const LabelRun> row(std::size_t row) const {
    return std::span(runs).subspan(row_start[row], row_start[row + 1] - row_start[row]);
  }

  /// Adds a run to the row that is not ended yet; what does not differ from the one before joins
  /// it.
  void push(const LabelRun& run);
  void end_row() { row_start.push_back(runs.size()); }
};

LabelRuns label_runs(const ImageView<std::int32_t>& labels);

/// A part of an image, half open.
struct Extent {
  std::size_t top, left, bottom, right;
};

/// The part that holds labels, with one cell around it inside the image; nothing without labels.
std::optional<Extent> labelled_part(const LabelRuns& labels);

/// The runs of a part; cells count from its corner.
LabelRuns cropped(const LabelRuns& labels, const Extent& part);

}  // namespace inherit_fast
