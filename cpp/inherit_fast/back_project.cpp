#include "inherit_fast/back_project.hpp"

#include <array>

#include "inherit_fast/mask_sweep.hpp"
#include "inherit_fast/voxel_means.hpp"
#include "inherit_fast/voxel_table.hpp"

namespace inherit_fast {
namespace {

void require_reach(const MaskStatistics& mask, float per_m) {
  for (std::size_t k = 0; k < 3; ++k) {
    voxel_of({mask.aabb_min_m[k], mask.aabb_max_m[k], 0.0f}, per_m);
  }
}

}  // namespace

template <typename T>
std::vector<MaskStatistics> back_project(const DepthView<T>& view, const MaskRuns& masks,
                                         const LiftRules& rules) {
  MaskSweep<T> sweep(view, masks, rules);
  std::vector<MaskStatistics> out;
  out.reserve(masks.size());
  for (std::size_t mask = 0; mask < masks.size(); ++mask) out.push_back(sweep.lift(mask));
  return out;
}

template <typename T>
MaskPoints back_project_points(const DepthView<T>& view, const MaskRuns& masks,
                               const LiftRules& rules, float voxel_m) {
  const float per_m = voxels_per_m(voxel_m, "voxel_m");
  MaskSweep<T> sweep(view, masks, rules);
  MaskPoints out;
  out.offsets.push_back(0);
  out.link_offsets.push_back(0);
  VoxelMeans means(per_m, view.depth.width);
  const auto& m = view.T_world_camera.m;
  const std::array<float, 3> camera_m{static_cast<float>(m[3]), static_cast<float>(m[7]),
                                      static_cast<float>(m[11])};
  for (std::size_t mask = 0; mask < masks.size(); ++mask) {
    const MaskStatistics statistics = sweep.lift(mask);
    if (statistics.count > 0) {
      require_reach(statistics, per_m);
      means.clear();
      sweep.for_each_run(statistics, [&](const Run& run, const RowRays& rays) {
        means.add({run, rays, camera_m, sweep.metres(), sweep.edge_distance(run)});
      });
      means.append_to(out.points, out.weights, out.links);
    }
    out.statistics.push_back(statistics);
    out.offsets.push_back(static_cast<std::int64_t>(out.points.size()));
    out.link_offsets.push_back(static_cast<std::int64_t>(out.links.size()));
  }
  return out;
}

template std::vector<MaskStatistics> back_project(const DepthView<std::uint16_t>&, const MaskRuns&,
                                                  const LiftRules&);
template std::vector<MaskStatistics> back_project(const DepthView<float>&, const MaskRuns&,
                                                  const LiftRules&);
template MaskPoints back_project_points(const DepthView<std::uint16_t>&, const MaskRuns&,
                                        const LiftRules&, float);
template MaskPoints back_project_points(const DepthView<float>&, const MaskRuns&, const LiftRules&,
                                        float);

}  // namespace inherit_fast
