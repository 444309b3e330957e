#include "inherit_fast/back_project.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>

#include "inherit_fast/mask_sweep.hpp"
#include "inherit_fast/simd.hpp"
#include "inherit_fast/voxel_table.hpp"

namespace inherit_fast {
namespace {

/// One run's pixels in the world, and the voxels that hold them.
struct RunPoints {
  std::array<std::vector<float>, 3> at;
  std::array<std::vector<std::int32_t>, 3> voxel;

  void resize(std::size_t count) {
    for (auto& axis : at) axis.resize(count);
    for (auto& axis : voxel) axis.resize(count);
  }
};

INHERIT_FAST_CLONES
void place_axis(const float* metres, std::size_t count, std::int32_t col, float start, float step,
                float camera, float per_m, float* at, std::int32_t* voxel) {
  for (std::size_t i = 0; i < count; ++i) {
    const float x = static_cast<float>(col + static_cast<std::int32_t>(i));
    const float world = metres[i] * (start + x * step) + camera;
    const float cell = world * per_m;
    const auto towards_zero = static_cast<std::int32_t>(cell);
    at[i] = world;
    voxel[i] = towards_zero - (static_cast<float>(towards_zero) > cell ? 1 : 0);
  }
}

/// Pixels merged by voxel, voxels in order of their first pixel.
class VoxelMeans {
 public:
  void clear() {
    table_.clear();
    sums_.clear();
  }

  void add(const float* metres, const RunPoints& run, std::size_t count) {
    std::size_t i = 0;
    while (i < count) {
      if (!(metres[i] > 0.0f)) {
        ++i;
        continue;
      }
      i = add_streak(metres, run, i, count);
    }
  }

  void append_to(std::vector<Point3>& points, std::vector<std::int32_t>& weights) const {
    for (const Sum& sum : sums_) {
      points.push_back({static_cast<float>(sum.x / sum.count),
                        static_cast<float>(sum.y / sum.count),
                        static_cast<float>(sum.z / sum.count)});
      weights.push_back(sum.count);
    }
  }

 private:
  struct Sum {
    double x, y, z;
    std::int32_t count;
  };

  /// Neighbouring pixels mostly share a voxel: one look-up serves them all.
  std::size_t add_streak(const float* metres, const RunPoints& run, std::size_t first,
                         std::size_t count) {
    const Voxel voxel{run.voxel[0][first], run.voxel[1][first], run.voxel[2][first]};
    Sum streak{0.0, 0.0, 0.0, 0};
    std::size_t i = first;
    for (; i < count && metres[i] > 0.0f && run.voxel[0][i] == voxel.x &&
           run.voxel[1][i] == voxel.y && run.voxel[2][i] == voxel.z;
         ++i) {
      streak.x += static_cast<double>(run.at[0][i]);
      streak.y += static_cast<double>(run.at[1][i]);
      streak.z += static_cast<double>(run.at[2][i]);
      ++streak.count;
    }
    const std::uint32_t index = table_.insert(key_of(voxel));
    if (index == sums_.size()) {
      sums_.push_back(streak);
    } else {
      Sum& sum = sums_[index];
      sum.x += streak.x, sum.y += streak.y, sum.z += streak.z, sum.count += streak.count;
    }
    return i;
  }

  VoxelTable table_;
  std::vector<Sum> sums_;
};

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
  VoxelMeans means;
  RunPoints at;
  at.resize(view.depth.width);
  for (std::size_t mask = 0; mask < masks.size(); ++mask) {
    const MaskStatistics statistics = sweep.lift(mask);
    require_reach(statistics, per_m);
    means.clear();
    sweep.for_each_run(statistics, [&](const Run& run, const RowRays& rays) {
      const auto count = static_cast<std::size_t>(run.end - run.begin);
      for (std::size_t k = 0; k < 3; ++k) {
        place_axis(sweep.metres(), count, run.begin, rays.start[k], rays.step[k],
                   static_cast<float>(view.T_world_camera.m[4 * k + 3]), per_m, at.at[k].data(),
                   at.voxel[k].data());
      }
      means.add(sweep.metres(), at, count);
    });
    means.append_to(out.points, out.weights);
    out.statistics.push_back(statistics);
    out.offsets.push_back(static_cast<std::int64_t>(out.points.size()));
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
