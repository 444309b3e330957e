#include "inherit_fast/voxel_points.hpp"

#include <algorithm>
#include <limits>
#include <stdexcept>

#include "inherit_fast/voxel_table.hpp"

namespace inherit_fast {
namespace {

struct Mean {
  double x, y, z;  // sums, weighted by count
  std::int64_t count;
  std::uint64_t rank;
};

/// Scrambles a key without collisions (the finaliser of splitmix64): a fixed random order of space.
std::uint64_t rank_of(std::uint64_t key) {
  key = (key ^ (key >> 30)) * 0xBF58476D1CE4E5B9u;
  key = (key ^ (key >> 27)) * 0x94D049BB133111EBu;
  return key ^ (key >> 31);
}

std::vector<Mean> means_of(std::span<const Point3> points, std::span<const std::int32_t> counts,
                           float voxel_m) {
  const float per_m = voxels_per_m(voxel_m, "voxel_m");
  VoxelTable table(points.size());
  std::vector<Mean> means;
  for (std::size_t i = 0; i < points.size(); ++i) {
    if (counts[i] < 1) throw std::invalid_argument("counts: expected at least 1 for each point");
    const std::uint64_t key = key_of(voxel_of(points[i], per_m));
    const std::uint32_t index = table.insert(key);
    if (index == means.size()) means.push_back({0.0, 0.0, 0.0, 0, rank_of(key)});
    Mean& mean = means[index];
    const auto count = static_cast<double>(counts[i]);
    mean.x += count * static_cast<double>(points[i].x);
    mean.y += count * static_cast<double>(points[i].y);
    mean.z += count * static_cast<double>(points[i].z);
    mean.count += counts[i];
  }
  return means;
}

/// Keeps the `max_points` lowest ranks, in their old order; returns how many went.
std::size_t cap(std::vector<Mean>& means, std::size_t max_points) {
  if (means.size() <= max_points) return 0;
  const std::size_t dropped = means.size() - max_points;
  std::vector<std::uint64_t> ranks;
  ranks.reserve(means.size());
  for (const Mean& mean : means) ranks.push_back(mean.rank);
  const auto limit = ranks.begin() + static_cast<std::ptrdiff_t>(max_points);
  std::nth_element(ranks.begin(), limit, ranks.end());
  std::erase_if(means, [first_out = *limit](const Mean& mean) { return mean.rank >= first_out; });
  return dropped;
}

}  // namespace

VoxelPoints merge_voxel_points(std::span<const Point3> points, std::span<const std::int32_t> counts,
                               float voxel_m, std::size_t max_points) {
  if (points.size() != counts.size()) {
    throw std::invalid_argument("counts: expected one for each point");
  }
  auto means = means_of(points, counts, voxel_m);
  VoxelPoints out;
  out.dropped = cap(means, max_points);
  constexpr std::int64_t kMost = std::numeric_limits<std::int32_t>::max();
  for (const Mean& mean : means) {
    const auto count = static_cast<double>(mean.count);
    out.points.push_back({static_cast<float>(mean.x / count), static_cast<float>(mean.y / count),
                          static_cast<float>(mean.z / count)});
    out.counts.push_back(static_cast<std::int32_t>(std::min(mean.count, kMost)));
  }
  return out;
}

}  // namespace inherit_fast
