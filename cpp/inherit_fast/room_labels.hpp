#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "inherit_fast/label_runs.hpp"

namespace inherit_fast {

/// Column and row of a cell.
struct GridCell {
  std::int32_t x, y;
};

/// How many cells have every pair of labels.
struct LabelTable {
  std::vector<std::int64_t> cells;  // rows x cols
  std::size_t rows, cols;           // labels before, labels now; 0 included
};

/// Label by label as asked for, row by row within one.
struct CellsByLabel {
  std::vector<GridCell> cells;
  std::vector<std::size_t> ends;  // of every label's cells
};

/// Room labels of a rectangle of cells, read once.
class RoomLabels {
 public:
  /// @param labels  H x W, 0 for no room.
  /// @param origin  of the first cell.
  /// @throws std::invalid_argument for a negative label.
  RoomLabels(const ImageView<std::int32_t>& labels, GridCell origin);

  /// Counts the cells that had label a before and have label b here. Cells without a label here are
  /// not counted; what had none before, or lay outside, counts as 0.
  LabelTable overlap(const RoomLabels& before) const;

  /// @throws std::invalid_argument for a label that is asked for twice.
  CellsByLabel cells(const std::vector<std::int32_t>& labels) const;

 private:
  /// Calls `visit(run, row)` for all runs that have a label.
  template <typename Visit>
  void each_run(const Visit& visit) const;

  LabelRuns runs_;
  GridCell origin_;
  std::int32_t most_ = 0;  // the highest label
};

}  // namespace inherit_fast
