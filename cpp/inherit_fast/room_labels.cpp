#include "inherit_fast/room_labels.hpp"

#include <algorithm>
#include <span>
#include <stdexcept>
#include <string>
#include <unordered_map>

namespace inherit_fast {

namespace {

/// Calls `visit(label, cells)` for the parts of first..end of a row; 0 outside its runs.
template <typename Visit>
void parts(std::span<const LabelRun> row, std::ptrdiff_t first, std::ptrdiff_t end,
           const Visit& visit) {
  const auto start = [](const LabelRun& run) { return static_cast<std::ptrdiff_t>(run.first); };
  const auto stop = [](const LabelRun& run) { return static_cast<std::ptrdiff_t>(run.end); };
  auto run = std::partition_point(row.begin(), row.end(),
                                  [&](const LabelRun& r) { return stop(r) <= first; });
  auto left = end - first;
  for (; run != row.end() && start(*run) < end; ++run) {
    const auto shared = std::min(end, stop(*run)) - std::max(first, start(*run));
    visit(run->label, shared);
    left -= shared;
  }
  visit(0, left);
}

}  // namespace

RoomLabels::RoomLabels(const ImageView<std::int32_t>& labels, GridCell origin)
    : runs_(label_runs(labels)), origin_(origin) {
  for (const auto& run : runs_.runs) {
    if (run.label < 0) throw std::invalid_argument("labels must not be negative");
    most_ = std::max(most_, run.label);
  }
}

template <typename Visit>
void RoomLabels::each_run(const Visit& visit) const {
  for (std::size_t row = 0; row < runs_.rows(); ++row) {
    for (const auto& run : runs_.row(row)) {
      if (run.label != 0) visit(run, row);
    }
  }
}

LabelTable RoomLabels::overlap(const RoomLabels& before) const {
  LabelTable table{
      {}, static_cast<std::size_t>(before.most_) + 1, static_cast<std::size_t>(most_) + 1};
  table.cells.assign(table.rows * table.cols, 0);
  const auto right = std::ptrdiff_t{origin_.x} - before.origin_.x;
  const auto down = std::ptrdiff_t{origin_.y} - before.origin_.y;
  each_run([&](const LabelRun& run, std::size_t row) {
    const auto there = static_cast<std::ptrdiff_t>(row) + down;
    const bool inside = there >= 0 && there < static_cast<std::ptrdiff_t>(before.runs_.rows());
    auto* column = table.cells.data() + run.label;
    parts(inside ? before.runs_.row(static_cast<std::size_t>(there)) : std::span<const LabelRun>{},
          static_cast<std::ptrdiff_t>(run.first) + right,
          static_cast<std::ptrdiff_t>(run.end) + right,
          [&](std::int32_t label, std::ptrdiff_t cells) {
            column[static_cast<std::size_t>(label) * table.cols] += cells;
          });
  });
  return table;
}

CellsByLabel RoomLabels::cells(const std::vector<std::int32_t>& labels) const {
  std::unordered_map<std::int32_t, std::size_t> place;
  for (const auto label : labels) {
    if (place.try_emplace(label, place.size()).second) continue;
    throw std::invalid_argument("labels: " + std::to_string(label) + " is asked for twice");
  }
  std::vector<std::vector<GridCell>> found(labels.size());
  each_run([&](const LabelRun& run, std::size_t row) {
    const auto known = place.find(run.label);
    if (known == place.end()) return;
    for (auto col = run.first; col < run.end; ++col) {
      found[known->second].push_back(
          {static_cast<std::int32_t>(col) + origin_.x, static_cast<std::int32_t>(row) + origin_.y});
    }
  });
  CellsByLabel result;
  for (const auto& part : found) {
    result.cells.insert(result.cells.end(), part.begin(), part.end());
    result.ends.push_back(result.cells.size());
  }
  return result;
}

}  // namespace inherit_fast
