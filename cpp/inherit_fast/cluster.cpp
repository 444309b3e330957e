#include "inherit_fast/cluster.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>
#include <stdexcept>

#include "inherit_fast/voxel_table.hpp"

namespace inherit_fast {
namespace {

struct Cell {
  Voxel at;
  std::int32_t points = 0;
  std::int64_t weight = 0;
};

struct CellGrid {
  std::vector<Cell> cells;
  std::vector<std::uint32_t> cell_of;  // for each point
  VoxelTable table;
};

using CellLink = std::array<std::uint32_t, 2>;

CellGrid grid_of(std::span<const Point3> points, std::span<const std::int32_t> weights,
                 float cell_m) {
  const float per_m = voxels_per_m(cell_m, "cell_m");
  CellGrid grid;
  grid.cell_of.reserve(points.size());
  for (std::size_t i = 0; i < points.size(); ++i) {
    const Voxel at = voxel_of(points[i], per_m);
    const std::uint32_t cell = grid.table.insert(key_of(at));
    if (cell == grid.cells.size()) grid.cells.push_back({at});
    ++grid.cells[cell].points;
    grid.cells[cell].weight += weights[i];
    grid.cell_of.push_back(cell);
  }
  return grid;
}

/// Every pair of occupied cells that touch, once.
std::vector<CellLink> links_of(const CellGrid& grid) {
  std::vector<CellLink> links;
  links.reserve(4 * grid.cells.size());
  for (std::uint32_t c = 0; c < grid.cells.size(); ++c) {
    const Voxel& at = grid.cells[c].at;
    for (int n = 14; n < 27; ++n) {  // the half of the 3 x 3 x 3 block after its middle
      const Voxel other{at.x + n / 9 - 1, at.y + n / 3 % 3 - 1, at.z + n % 3 - 1};
      const std::uint32_t neighbour = grid.table.find(key_of(other));
      if (neighbour != VoxelTable::kAbsent) links.push_back({c, neighbour});
    }
  }
  return links;
}

std::vector<CellLink> cells_of(const CellGrid& grid, std::span<const PointLink> linked) {
  std::vector<CellLink> cells;
  cells.reserve(linked.size());
  for (const auto& [a, b] : linked) {
    if (std::max(a, b) >= grid.cell_of.size()) {
      throw std::invalid_argument("links: expected indices of points");
    }
    cells.push_back({grid.cell_of[a], grid.cell_of[b]});
  }
  return cells;
}

std::vector<std::uint8_t> dense_cells(const CellGrid& grid, const std::vector<CellLink>& links,
                                      std::int32_t min_points) {
  std::vector<std::int32_t> around;
  around.reserve(grid.cells.size());
  for (const Cell& cell : grid.cells) around.push_back(cell.points);
  for (const auto& [a, b] : links) {
    around[a] += grid.cells[b].points;
    around[b] += grid.cells[a].points;
  }
  std::vector<std::uint8_t> dense;
  dense.reserve(around.size());
  for (const std::int32_t count : around) dense.push_back(count >= min_points ? 1 : 0);
  return dense;
}

std::uint32_t root(std::vector<std::uint32_t>& parent, std::uint32_t cell) {
  while (parent[cell] != cell) cell = parent[cell] = parent[parent[cell]];
  return cell;
}

/// For each cell the first cell (in order of its points) of its cluster; itself if not dense.
std::vector<std::uint32_t> clusters_of(const std::vector<CellLink>& links,
                                       const std::vector<CellLink>& linked,
                                       const std::vector<std::uint8_t>& dense) {
  std::vector<std::uint32_t> parent(dense.size());
  std::iota(parent.begin(), parent.end(), 0u);
  for (const auto* pairs : {&links, &linked}) {
    for (const auto& [a, b] : *pairs) {
      if (dense[a] == 0 || dense[b] == 0) continue;
      const std::uint32_t first = root(parent, a);
      const std::uint32_t second = root(parent, b);
      parent[std::max(first, second)] = std::min(first, second);
    }
  }
  for (std::uint32_t c = 0; c < parent.size(); ++c) parent[c] = root(parent, c);
  return parent;
}

std::uint32_t heaviest(const CellGrid& grid, const std::vector<std::uint32_t>& cluster,
                       const std::vector<std::uint8_t>& dense) {
  std::vector<std::int64_t> weight(cluster.size(), -1);
  for (std::size_t c = 0; c < cluster.size(); ++c) {
    if (dense[c] == 0) continue;
    auto& total = weight[cluster[c]];
    total = std::max<std::int64_t>(total, 0) + grid.cells[c].weight;
  }
  const auto best = std::max_element(weight.begin(), weight.end());
  if (best == weight.end() || *best < 0) return VoxelTable::kAbsent;
  return static_cast<std::uint32_t>(best - weight.begin());
}

}  // namespace

std::vector<std::uint8_t> largest_cluster(std::span<const Point3> points,
                                          std::span<const std::int32_t> weights,
                                          std::span<const PointLink> linked,
                                          const ClusterRules& rules) {
  if (points.size() != weights.size()) {
    throw std::invalid_argument("weights: expected one for each point");
  }
  const CellGrid grid = grid_of(points, weights, rules.cell_m);
  const auto links = links_of(grid);
  const auto dense = dense_cells(grid, links, rules.min_points);
  const auto cluster = clusters_of(links, cells_of(grid, linked), dense);
  std::vector<std::uint8_t> keep(points.size(), 0);
  const std::uint32_t best = heaviest(grid, cluster, dense);
  if (best == VoxelTable::kAbsent) return keep;
  const auto inside = [&](std::uint32_t c) { return dense[c] != 0 && cluster[c] == best; };
  std::vector<std::uint8_t> cell_kept(grid.cells.size(), 0);
  for (std::uint32_t c = 0; c < grid.cells.size(); ++c) cell_kept[c] = inside(c) ? 1 : 0;
  for (const auto& [a, b] : links) {
    if (inside(a)) cell_kept[b] = 1;
    if (inside(b)) cell_kept[a] = 1;
  }
  for (std::size_t i = 0; i < points.size(); ++i) keep[i] = cell_kept[grid.cell_of[i]];
  return keep;
}

}  // namespace inherit_fast
