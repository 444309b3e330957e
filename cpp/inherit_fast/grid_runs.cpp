#include "inherit_fast/grid_runs.hpp"

#include <algorithm>

#include "inherit_fast/disjoint_sets.hpp"

namespace inherit_fast {

namespace {

/// Appends the runs of one row.
void find_runs(const Mask& mask, std::size_t row, bool set, std::vector<ComponentRun>& runs) {
  const auto line = mask.pixels.subspan(row * mask.width, mask.width);
  for (auto begin = run_end(line, 0, !set); begin < line.size();) {
    const auto end = run_end(line, begin, set);
    runs.push_back({static_cast<std::int32_t>(row), static_cast<std::int32_t>(begin),
                    static_cast<std::int32_t>(end), 0});
    begin = run_end(line, end, !set);
  }
}

}  // namespace

std::int32_t RunComponents::at(std::size_t row, std::size_t col) const {
  const auto x = static_cast<std::int32_t>(col);
  const auto here = this->row(row);
  const auto run = std::partition_point(here.begin(), here.end(),
                                        [&](const ComponentRun& r) { return r.end <= x; });
  return run != here.end() && run->begin <= x ? run->label : 0;
}

RunComponents runs_of(const Mask& mask, bool set) {
  RunComponents result;
  for (std::size_t row = 0; row < mask.height; ++row) {
    result.row_start.push_back(result.runs.size());
    find_runs(mask, row, set, result.runs);
  }
  result.row_start.push_back(result.runs.size());
  return result;
}

RunComponents without(const RunComponents& runs, const std::vector<std::size_t>& cells,
                      std::size_t width) {
  RunComponents result;
  auto cell = cells.begin();
  for (std::size_t row = 0; row < runs.height(); ++row) {
    result.row_start.push_back(result.runs.size());
    for (auto run : runs.row(row)) {
      const auto start = row * width;
      cell = std::lower_bound(cell, cells.end(), start + static_cast<std::size_t>(run.begin));
      for (; cell != cells.end() && *cell < start + static_cast<std::size_t>(run.end); ++cell) {
        const auto at = static_cast<std::int32_t>(*cell - start);
        if (run.begin < at) result.runs.push_back({run.row, run.begin, at, 0});
        run.begin = std::max(run.begin, at + 1);
      }
      if (run.begin < run.end) result.runs.push_back(run);
    }
  }
  result.row_start.push_back(result.runs.size());
  return result;
}

void connect(RunComponents& components, Connectivity connectivity) {
  auto& runs = components.runs;
  DisjointSets sets(1);
  const std::int32_t reach = connectivity == Connectivity::eight ? 1 : 0;
  std::size_t above = 0;  // first run of the row before
  for (std::size_t row = 0; row + 1 < components.row_start.size(); ++row) {
    const auto here = components.row_start[row];
    for (auto i = here; i < components.row_start[row + 1]; ++i) {
      std::int32_t label = 0;
      while (above < here && runs[above].end + reach <= runs[i].begin) ++above;
      for (auto j = above; j < here && runs[j].begin < runs[i].end + reach; ++j) {
        label = label == 0 ? runs[j].label : sets.merge(label, runs[j].label);
      }
      runs[i].label = label == 0 ? sets.add() : label;
    }
    above = here;
  }
  const auto compact = sets.compact();
  for (auto& run : runs) run.label = compact[static_cast<std::size_t>(run.label)];
  components.count = *std::max_element(compact.begin(), compact.end());
}

RunComponents run_components(const Mask& mask, bool set, Connectivity connectivity) {
  auto result = runs_of(mask, set);
  connect(result, connectivity);
  return result;
}

}  // namespace inherit_fast
