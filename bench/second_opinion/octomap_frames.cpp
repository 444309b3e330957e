// Depth frames into an OctoMap, for bench_occupancy_grid.py. Built there, when octomap is installed.
#include <octomap/octomap.h>

#include <cmath>
#include <cstdint>
#include <set>
#include <utility>

extern "C" {

octomap::OcTree* octomap_new(double cell_m, double hit, double free, double low, double high) {
  auto* tree = new octomap::OcTree(cell_m);
  tree->setProbHit(octomap::probability(hit));
  tree->setProbMiss(octomap::probability(free));
  tree->setClampingThresMin(octomap::probability(low));
  tree->setClampingThresMax(octomap::probability(high));
  return tree;
}

void octomap_delete(octomap::OcTree* tree) { delete tree; }

/// The pixels with depth in range, lifted into the world, inserted as one scan. With `discretize`
/// one ray a voxel that was hit, the quicker of OctoMap's two ways.
void octomap_insert(octomap::OcTree* tree, const std::uint16_t* depth, int height, int width,
                    double depth_scale, const double* k, const double* T, double min_m,
                    double max_m, int stride, bool discretize) {
  octomap::Pointcloud cloud;
  for (int row = 0; row < height; row += stride) {
    for (int col = 0; col < width; col += stride) {
      const double z = depth[row * width + col] * depth_scale;
      if (!(z >= min_m && z <= max_m)) continue;
      const double x = (col - k[2]) / k[0] * z, y = (row - k[3]) / k[1] * z;
      cloud.push_back(static_cast<float>(T[0] * x + T[1] * y + T[2] * z + T[3]),
                      static_cast<float>(T[4] * x + T[5] * y + T[6] * z + T[7]),
                      static_cast<float>(T[8] * x + T[9] * y + T[10] * z + T[11]));
    }
  }
  const octomap::point3d eye(static_cast<float>(T[3]), static_cast<float>(T[7]),
                             static_cast<float>(T[11]));
  tree->insertPointCloud(cloud, eye, -1, false, discretize);
}

/// Columns ix, iy with an occupied voxel between two heights; how many, and up to `most` of them.
int octomap_columns(octomap::OcTree* tree, double low_m, double high_m, int* out, int most) {
  std::set<std::pair<int, int>> columns;
  tree->expand();
  for (auto leaf = tree->begin_leafs(); leaf != tree->end_leafs(); ++leaf) {
    if (!tree->isNodeOccupied(*leaf) || leaf.getZ() < low_m || leaf.getZ() > high_m) continue;
    const double cell_m = tree->getResolution();
    columns.emplace(static_cast<int>(std::floor(leaf.getX() / cell_m)),
                    static_cast<int>(std::floor(leaf.getY() / cell_m)));
  }
  int written = 0;
  for (const auto& [x, y] : columns) {
    if (written == most) break;
    out[2 * written] = x;
    out[2 * written + 1] = y;
    ++written;
  }
  return static_cast<int>(columns.size());
}
}
