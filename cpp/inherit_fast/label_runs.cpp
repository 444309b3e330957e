#include "inherit_fast/label_runs.hpp"

#include <algorithm>

#include "inherit_fast/grid_runs.hpp"

namespace inherit_fast {

void LabelRuns::push(const LabelRun& run) {
  if (runs.size() > row_start.back() && runs.back().label == run.label) {
    runs.back().end = run.end;
  } else {
    runs.push_back(run);
  }
}

LabelRuns label_runs(const ImageView<std::int32_t>& labels) {
  LabelRuns result;
  for (std::size_t row = 0; row < labels.height; ++row) {
    const auto line = labels.pixels.subspan(row * labels.width, labels.width);
    for (std::size_t first = 0; first < line.size();) {
      const auto label = line[first];
      const auto end = run_end(line, first, [&](std::int32_t other) { return other == label; });
      result.push({first, end, label});
      first = end;
    }
    result.end_row();
  }
  return result;
}

std::optional<Extent> labelled_part(const LabelRuns& labels) {
  if (labels.runs.empty()) return std::nullopt;
  const auto height = labels.rows();
  const auto width = labels.runs.back().end;
  Extent part{height, width, 0, 0};
  for (std::size_t row = 0; row < height; ++row) {
    for (const auto& run : labels.row(row)) {
      if (run.label == 0) continue;
      part = {std::min(part.top, row), std::min(part.left, run.first), row + 1,
              std::max(part.right, run.end)};
    }
  }
  if (part.bottom == 0) return std::nullopt;
  return Extent{part.top - std::min<std::size_t>(1, part.top),
                part.left - std::min<std::size_t>(1, part.left), std::min(height, part.bottom + 1),
                std::min(width, part.right + 1)};
}

LabelRuns cropped(const LabelRuns& labels, const Extent& part) {
  LabelRuns result;
  for (auto row = part.top; row < part.bottom; ++row) {
    for (const auto& run : labels.row(row)) {
      const auto first = std::max(run.first, part.left);
      const auto end = std::min(run.end, part.right);
      if (first < end) result.push({first - part.left, end - part.left, run.label});
    }
    result.end_row();
  }
  return result;
}

}  // namespace inherit_fast
