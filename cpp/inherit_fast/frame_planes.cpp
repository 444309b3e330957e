#include "inherit_fast/frame_planes.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <stdexcept>

#include "inherit_fast/plane_votes.hpp"

namespace inherit_fast {
namespace {

constexpr std::size_t kMinBlocks = 6;

/// Finds the planes of one kind, one after another, each from the blocks that are left.
class Search {
 public:
  Search(const DepthBlocks& blocks, const PlaneSearch& search, bool level, FramePlanes& found)
      : blocks_(blocks),
        search_(search),
        level_(level),
        found_(found),
        cos_tilt_(std::cos(search.max_tilt_rad)) {
    const double sin_tilt = std::sin(search.max_tilt_rad);
    for (std::size_t i = 0; i < blocks.area_m2.size(); ++i) {
      const double up = std::abs(blocks.normals[i][2]);
      if (blocks.area_m2[i] > 0.0 && (level ? up >= cos_tilt_ : up <= sin_tilt)) free_.push_back(i);
    }
  }

  void run() {
    std::size_t planes = 0;
    // A peak that is no plane takes its blocks out, so three tries a plane bound the search.
    for (std::size_t tries = 0; tries < 3 * search_.max_planes; ++tries) {
      if (planes == search_.max_planes || free_.size() < kMinBlocks) return;
      const auto guess = level_ ? level_peak(blocks_, free_) : upright_peak(blocks_, free_);
      if (guess.votes_m2 < search_.min_area_m2) return;
      if (take(guess)) ++planes;
    }
  }

 private:
  /// Free blocks near the guess whose normals agree.
  std::vector<std::size_t> members(const PlaneGuess& guess, double fixed_m, double ratio) const {
    std::vector<std::size_t> out;
    for (const std::size_t i : free_) {
      const double turn = dot(blocks_.normals[i], guess.normal);
      if ((level_ ? std::abs(turn) : turn) < cos_tilt_) continue;
      const double distance = std::abs(dot(blocks_.points[i], guess.normal) - guess.offset_m);
      if (distance <= fixed_m + ratio * blocks_.depth_m[i]) out.push_back(i);
    }
    return out;
  }

  /// Refines a guess and makes it a plane; in any case its blocks are free no longer.
  bool take(const PlaneGuess& guess) {
    auto on = members(guess, 0.04, 0.01);
    std::vector<std::size_t> near;
    for (const std::size_t i : free_) {
      const double distance = std::abs(dot(blocks_.points[i], guess.normal) - guess.offset_m);
      if (distance <= 0.03) near.push_back(i);
    }
    PlaneGuess refined = guess;
    bool good = on.size() >= kMinBlocks;
    for (int pass = 0; good && pass < 2; ++pass) {
      refined = fit_plane(blocks_, on, guess.normal, level_);
      good = dot(refined.normal, guess.normal) > 0.985;  // within 10 degrees
      on = members(refined, 2.0 * search_.thickness_m, 2.0 * search_.thickness_ratio);
      good = good && on.size() >= kMinBlocks;
    }
    double area = 0.0, height = 0.0;
    for (const std::size_t i : on) {
      area += blocks_.area_m2[i];
      height += blocks_.area_m2[i] * blocks_.points[i][2];
    }
    good = good && area >= search_.min_area_m2;
    if (good) {
      for (const std::size_t i : on) {
        found_.block_plane[i] = static_cast<std::int8_t>(found_.planes.size());
      }
      found_.planes.push_back({refined.normal, refined.offset_m, height / area, area, level_});
    } else {
      on.insert(on.end(), near.begin(), near.end());
    }
    std::sort(on.begin(), on.end());
    std::erase_if(free_,
                  [&](std::size_t i) { return std::binary_search(on.begin(), on.end(), i); });
    return good;
  }

  const DepthBlocks& blocks_;
  const PlaneSearch& search_;
  bool level_;
  FramePlanes& found_;
  double cos_tilt_;
  std::vector<std::size_t> free_;
};

/// Planes of each block and those around it, a bit each. A block beside an edge has no normal, nor
/// has the next one: only two blocks away is a plane known again.
std::vector<std::uint64_t> planes_around(const DepthBlocks& blocks, const FramePlanes& planes) {
  constexpr std::size_t kReach = 2;
  std::vector<std::uint64_t> around(blocks.rows * blocks.cols, 0);
  for (std::size_t row = 0; row < blocks.rows; ++row) {
    for (std::size_t col = 0; col < blocks.cols; ++col) {
      const std::int8_t plane = planes.block_plane[row * blocks.cols + col];
      if (plane < 0) continue;
      for (std::size_t y = row - std::min(row, kReach); y < std::min(row + kReach + 1, blocks.rows);
           ++y) {
        for (std::size_t x = col - std::min(col, kReach);
             x < std::min(col + kReach + 1, blocks.cols); ++x) {
          around[y * blocks.cols + x] |= std::uint64_t{1} << plane;
        }
      }
    }
  }
  return around;
}

Vector3 to_camera(const Pose& T_world_camera, const Vector3& v) {
  const auto& m = T_world_camera.m;
  return {m[0] * v[0] + m[4] * v[1] + m[8] * v[2], m[1] * v[0] + m[5] * v[1] + m[9] * v[2],
          m[2] * v[0] + m[6] * v[1] + m[10] * v[2]};
}

}  // namespace

FramePlanes find_planes(const DepthBlocks& blocks, const PlaneSearch& search) {
  if (search.max_planes > 32) throw std::invalid_argument("max_planes must be at most 32");
  FramePlanes found;
  found.block_plane.assign(blocks.rows * blocks.cols, -1);
  Search(blocks, search, true, found).run();
  Search(blocks, search, false, found).run();
  return found;
}

std::vector<std::int8_t> label_pixels(const ImageView<float>& depth_m, const Intrinsics& camera,
                                      const Pose& T_world_camera, const DepthBlocks& blocks,
                                      const FramePlanes& planes, const PlaneSearch& search) {
  std::vector<std::int8_t> labels(depth_m.height * depth_m.width, -1);
  if (planes.planes.empty()) return labels;
  const auto around = planes_around(blocks, planes);
  std::vector<Vector3> normals;  // camera axes
  normals.reserve(planes.planes.size());
  for (const FramePlane& plane : planes.planes) {
    normals.push_back(to_camera(T_world_camera, plane.normal));
  }
  for (std::size_t row = 0; row < depth_m.height; ++row) {
    const std::size_t block_row = std::min(row / blocks.side_px, blocks.rows - 1);
    const double y = (static_cast<double>(row) - camera.cy) / camera.fy;
    for (std::size_t block_col = 0; block_col < blocks.cols; ++block_col) {
      const std::uint64_t candidates = around[block_row * blocks.cols + block_col];
      if (candidates == 0) continue;
      const std::size_t first = block_col * blocks.side_px;
      const bool last = block_col + 1 == blocks.cols;
      const std::size_t end = last ? depth_m.width : first + blocks.side_px;
      for (std::size_t col = first; col < end; ++col) {
        const double z = depth_m(row, col);
        if (z <= 0.0) continue;
        const double x = (static_cast<double>(col) - camera.cx) / camera.fx;
        double nearest = search.thickness_at(z);
        for (std::uint64_t left = candidates; left != 0; left &= left - 1) {
          const auto k = static_cast<std::size_t>(std::countr_zero(left));
          const Vector3& n = normals[k];
          const double distance =
              std::abs(z * (n[0] * x + n[1] * y + n[2]) - planes.planes[k].offset_m);
          if (distance > nearest) continue;
          nearest = distance;
          labels[row * depth_m.width + col] = static_cast<std::int8_t>(k);
        }
      }
    }
  }
  return labels;
}

}  // namespace inherit_fast
