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

LabelRuns label_runs(const ImageView<std::int32_t>& labels, const Extent& part) {
  LabelRuns result;
  for (auto row = part.top; row < part.bottom; ++row) {
    const auto line = labels.pixels.subspan(row * labels.width + part.left, part.right - part.left);
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

std::optional<Extent> labelled_part(const ImageView<std::int32_t>& labels) {
  const auto none = [](std::int32_t label) { return label == 0; };
  Extent part{labels.height, labels.width, 0, 0};
  for (std::size_t row = 0; row < labels.height; ++row) {
    const auto line = labels.pixels.subspan(row * labels.width, labels.width);
    const auto first = run_end(line, 0, none);
    if (first == line.size()) continue;
    const auto last = std::find_if_not(line.rbegin(), line.rend(), none).base() - line.begin();
    part = {std::min(part.top, row), std::min(part.left, first), row + 1,
            std::max(part.right, static_cast<std::size_t>(last))};
  }
  if (part.bottom == 0) return std::nullopt;
  return Extent{part.top - std::min<std::size_t>(1, part.top),
                part.left - std::min<std::size_t>(1, part.left),
                std::min(labels.height, part.bottom + 1), std::min(labels.width, part.right + 1)};
}

}  // namespace inherit_fast
