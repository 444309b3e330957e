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
  const auto begin = runs.begin() + static_cast<std::ptrdiff_t>(row_start[row]);
  const auto end = runs.begin() + static_cast<std::ptrdiff_t>(row_start[row + 1]);
  const auto x = static_cast<std::int32_t>(col);
  const auto run =
      std::partition_point(begin, end, [&](const ComponentRun& r) { return r.end <= x; });
  return run != end && run->begin <= x ? run->label : 0;
}

RunComponents run_components(const Mask& mask, bool set, Connectivity connectivity) {
  RunComponents result;
  auto& runs = result.runs;
  DisjointSets sets(1);
  const std::int32_t reach = connectivity == Connectivity::eight ? 1 : 0;
  std::size_t above = 0;  // first run of the row before
  for (std::size_t row = 0; row < mask.height; ++row) {
    const auto here = runs.size();
    result.row_start.push_back(here);
    find_runs(mask, row, set, runs);
    for (auto i = here; i < runs.size(); ++i) {
      auto& run = runs[i];
      while (above < here && runs[above].end + reach <= run.begin) ++above;
      for (auto j = above; j < here && runs[j].begin < run.end + reach; ++j) {
        run.label = run.label == 0 ? runs[j].label : sets.merge(run.label, runs[j].label);
      }
      if (run.label == 0) run.label = sets.add();
    }
    above = here;
  }
  result.row_start.push_back(runs.size());
  const auto compact = sets.compact();
  for (auto& run : runs) run.label = compact[static_cast<std::size_t>(run.label)];
  result.count = *std::max_element(compact.begin(), compact.end());
  return result;
}

}  // namespace inherit_fast
