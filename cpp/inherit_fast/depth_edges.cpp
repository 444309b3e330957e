#include "inherit_fast/depth_edges.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>

#include "inherit_fast/simd.hpp"

namespace inherit_fast {
namespace {

/// Metres, 0 for "no return".
template <typename T>
INHERIT_FAST_CLONES void row_in_metres(const T* depth, std::size_t width, float scale,
                                       DepthRange range, float* metres) {
  for (std::size_t i = 0; i < width; ++i) {
    const float z = static_cast<float>(depth[i]) * scale;
    metres[i] = z >= range.min_m && z <= range.max_m ? z : 0.0f;
  }
}

/// `above`, `row`, `below` may be read one pixel beyond both ends, where they hold 0.
INHERIT_FAST_CLONES
void mark_row(const float* above, const float* row, const float* below, std::size_t width,
              float jump_share, std::uint8_t* edge) {
  for (std::size_t i = 0; i < width; ++i) {
    const float z = row[i];
    const float left = row[i - 1] > 0.0f ? row[i - 1] : z;
    const float right = row[i + 1] > 0.0f ? row[i + 1] : z;
    const float up = above[i] > 0.0f ? above[i] : z;
    const float down = below[i] > 0.0f ? below[i] : z;
    const float across = std::fabs((left - z) + (right - z));
    const float along = std::fabs((up - z) + (down - z));
    const float bend = across > along ? across : along;
    edge[i] = z > 0.0f && bend > jump_share * z ? 1 : 0;
  }
}

/// out = 1 where any of the 3 x 3 pixels around is set.
INHERIT_FAST_CLONES
void grow(const std::vector<std::uint8_t>& in, std::size_t height, std::size_t width,
          std::vector<std::uint8_t>& out) {
  std::vector<std::uint8_t> column(width + 2, 0);
  for (std::size_t row = 0; row < height; ++row) {
    const std::uint8_t* here = in.data() + row * width;
    const std::uint8_t* above = row > 0 ? here - width : here;
    const std::uint8_t* below = row + 1 < height ? here + width : here;
    std::uint8_t* middle = column.data() + 1;
    for (std::size_t i = 0; i < width; ++i) {
      middle[i] = static_cast<std::uint8_t>(above[i] | here[i] | below[i]);
    }
    std::uint8_t* grown = out.data() + row * width;
    for (std::size_t i = 0; i < width; ++i) {
      grown[i] = static_cast<std::uint8_t>(middle[i - 1] | middle[i] | middle[i + 1]);
    }
  }
}

template <typename T>
std::vector<std::uint8_t> edges(const ImageView<T>& depth, float scale, const DepthRange& range,
                                float jump_share) {
  const std::size_t stride = depth.width + 2;
  std::vector<float> rows(3 * stride, 0.0f);  // a ring of three rows, framed by zeros
  const auto metres = [&](std::size_t row) { return rows.data() + (row % 3) * stride + 1; };
  std::vector<std::uint8_t> edge(depth.height * depth.width, 0);
  for (std::size_t row = 0; row <= depth.height; ++row) {
    if (row < depth.height) {
      row_in_metres(depth.pixels.data() + row * depth.width, depth.width, scale, range,
                    metres(row));
    } else {
      std::fill_n(metres(row), depth.width, 0.0f);
    }
    if (row == 0) continue;
    const float* above = metres(row + 1);  // the same slot as row - 2; zeros before the first
    mark_row(above, metres(row - 1), metres(row), depth.width, jump_share,
             edge.data() + (row - 1) * depth.width);
  }
  return edge;
}

}  // namespace

template <typename T>
std::vector<std::uint8_t> edge_distance(const ImageView<T>& depth, float depth_scale,
                                        const DepthRange& range, float jump_share, int reach_px) {
  const std::size_t size = depth.height * depth.width;
  std::vector<std::uint8_t> distance(size, 0);
  if (reach_px <= 0) return distance;
  auto edge = edges(depth, depth_scale, range, jump_share);
  std::vector<std::uint8_t> grown(size);
  for (int step = 0; step < reach_px; ++step) {
    for (std::size_t i = 0; i < size; ++i)
      distance[i] = static_cast<std::uint8_t>(distance[i] + 1 - edge[i]);
    if (step + 1 == reach_px) break;
    grow(edge, depth.height, depth.width, grown);
    edge.swap(grown);
  }
  return distance;
}

template std::vector<std::uint8_t> edge_distance(const ImageView<std::uint16_t>&, float,
                                                 const DepthRange&, float, int);
template std::vector<std::uint8_t> edge_distance(const ImageView<float>&, float, const DepthRange&,
                                                 float, int);

}  // namespace inherit_fast
