#include "inherit_fast/depth_edges.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <utility>

#include "inherit_fast/depth_units.hpp"
#include "inherit_fast/simd.hpp"

namespace inherit_fast {
namespace {

constexpr float kNoReturn = std::numeric_limits<float>::quiet_NaN();

template <typename T>
INHERIT_FAST_CLONES void row_in_metres(const T* depth, std::size_t width, float scale,
                                       RawRange<T> range, float* metres) {
  for (std::size_t i = 0; i < width; ++i) {
    // Not &&, which would be a branch and keep the loop from vectorising.
    const bool valid = (depth[i] >= range.low) & (depth[i] <= range.high);
    const float z = static_cast<float>(depth[i]) * scale;
    metres[i] = valid ? z : kNoReturn;
  }
}

/// All rows may be read one pixel beyond both ends. No return makes a difference NaN, and a
/// comparison with that false.
INHERIT_FAST_CLONES
void mark_row(const float* above, const float* row, const float* below, std::size_t width,
              float jump_share, std::uint8_t* edge) {
  for (std::size_t i = 0; i < width; ++i) {
    const float twice = row[i] + row[i];
    const float jump = jump_share * row[i];
    const float across = std::fabs(row[i - 1] + row[i + 1] - twice);
    const float along = std::fabs(above[i] + below[i] - twice);
    edge[i] = static_cast<std::uint8_t>((across > jump) | (along > jump));
  }
}

/// Steps along the row to the nearest edge, at most `reach`; `edge` and `grown` may be read and
/// written one pixel beyond both ends, and are used up.
INHERIT_FAST_CLONES
void steps_along_row(std::uint8_t* edge, std::uint8_t* grown, std::size_t width, int reach,
                     std::uint8_t* steps) {
  for (std::size_t i = 0; i < width; ++i) steps[i] = static_cast<std::uint8_t>(1 - edge[i]);
  for (int step = 1; step < reach; ++step) {
    edge[-1] = edge[width] = 0;
    for (std::size_t i = 0; i < width; ++i) {
      grown[i] = static_cast<std::uint8_t>(edge[i - 1] | edge[i] | edge[i + 1]);
    }
    for (std::size_t i = 0; i < width; ++i) {
      steps[i] = static_cast<std::uint8_t>(steps[i] + 1 - grown[i]);
    }
    std::swap(edge, grown);
  }
}

/// distance = min(distance, max(rows, steps)): what a row `rows` away adds.
INHERIT_FAST_CLONES
void take_nearer(const std::uint8_t* steps, std::uint8_t rows, std::size_t width,
                 std::uint8_t* distance) {
  for (std::size_t i = 0; i < width; ++i) {
    const std::uint8_t away = steps[i] > rows ? steps[i] : rows;
    distance[i] = away < distance[i] ? away : distance[i];
  }
}

/// Depth rows in, steps along each row out; only the rows in use are in memory.
template <typename T>
class EdgeRows {
 public:
  EdgeRows(const ImageView<T>& depth, float scale, const DepthRange& range, float jump_share)
      : depth_(depth),
        scale_(scale),
        range_(raw_range<T>(range, scale)),
        jump_share_(jump_share),
        stride_(depth.width + 2),
        metres_(3 * stride_, kNoReturn),
        edge_(2 * stride_, 0) {
    load(0);
  }

  /// Rows must be asked for in order, from 0.
  void steps(std::size_t row, int reach, std::uint8_t* out) {
    load(row + 1);
    // Three rows in turn: the row above lies where row + 2 will.
    mark_row(metres(row + 2), metres(row), metres(row + 1), depth_.width, jump_share_,
             edge_.data() + 1);
    steps_along_row(edge_.data() + 1, edge_.data() + stride_ + 1, depth_.width, reach, out);
  }

 private:
  float* metres(std::size_t row) { return metres_.data() + (row % 3) * stride_ + 1; }

  void load(std::size_t row) {
    if (row < depth_.height) {
      row_in_metres(depth_.pixels.data() + row * depth_.width, depth_.width, scale_, range_,
                    metres(row));
    } else {
      std::fill_n(metres(row), depth_.width, kNoReturn);
    }
  }

  const ImageView<T>& depth_;
  float scale_;
  RawRange<T> range_;
  float jump_share_;
  std::size_t stride_;
  std::vector<float> metres_;
  std::vector<std::uint8_t> edge_;
};

}  // namespace

template <typename T>
std::vector<std::uint8_t> edge_distance(const ImageView<T>& depth, float depth_scale,
                                        const DepthRange& range, float jump_share, int reach_px) {
  const std::size_t width = depth.width;
  std::vector<std::uint8_t> distance(depth.height * width, static_cast<std::uint8_t>(reach_px));
  if (reach_px == 0 || distance.empty()) return distance;
  EdgeRows<T> rows(depth, depth_scale, range, jump_share);
  std::vector<std::uint8_t> steps(width);
  for (std::size_t row = 0; row < depth.height; ++row) {
    rows.steps(row, reach_px, steps.data());
    const auto reach = static_cast<std::size_t>(reach_px - 1);
    const std::size_t last = std::min(row + reach, depth.height - 1);
    for (std::size_t near = row - std::min(row, reach); near <= last; ++near) {
      const std::size_t away = near < row ? row - near : near - row;
      take_nearer(steps.data(), static_cast<std::uint8_t>(away), width,
                  distance.data() + near * width);
    }
  }
  return distance;
}

template std::vector<std::uint8_t> edge_distance(const ImageView<std::uint16_t>&, float,
                                                 const DepthRange&, float, int);
template std::vector<std::uint8_t> edge_distance(const ImageView<float>&, float, const DepthRange&,
                                                 float, int);

}  // namespace inherit_fast
