#include "inherit_fast/grid_ops.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>

#include "inherit_fast/disjoint_sets.hpp"

namespace inherit_fast {

namespace {

struct Run {
  std::int32_t begin, end;  // columns, half open
};

/// The runs of one row.
void find_runs(const Mask& mask, std::size_t row, bool set, std::vector<Run>& runs) {
  runs.clear();
  const std::uint8_t* cells = mask.pixels.data() + row * mask.width;
  const auto width = static_cast<std::int32_t>(mask.width);
  for (std::int32_t col = 0; col < width; ++col) {
    if ((cells[col] != 0) != set) continue;
    const auto begin = col;
    while (col < width && (cells[col] != 0) == set) ++col;
    runs.push_back({begin, col});
  }
}

/// Lower envelope of the parabolas (x - i)^2 + height[i]^2 (Felzenszwalb and Huttenlocher 2012).
class Envelope {
 public:
  explicit Envelope(std::size_t width) : roots_(width), from_(width + 1) {}

  void build(const std::int32_t* heights, std::int32_t width) {
    last_ = 0;
    roots_[0] = 0;
    from_[0] = 0;
    for (std::int32_t x = 1; x < width; ++x) {
      auto start = meeting(heights, roots_[last_], x);
      while (last_ > 0 && start <= from_[last_]) start = meeting(heights, roots_[--last_], x);
      if (last_ == 0 && start <= 0) {
        roots_[0] = x;
      } else if (start < width) {
        roots_[++last_] = x;
        from_[last_] = start;
      }
    }
  }

  void distances(const std::int32_t* heights, std::int32_t width, float* out) const {
    std::size_t k = 0;
    for (std::int32_t x = 0; x < width; ++x) {
      while (k < last_ && from_[k + 1] <= x) ++k;
      const std::int64_t dx = x - roots_[k];
      const std::int64_t dy = heights[roots_[k]];
      out[x] = std::sqrt(static_cast<float>(dx * dx + dy * dy));
    }
  }

 private:
  /// First whole x from which the parabola of j lies below that of i < j. Exact: the numbers are
  /// far below 2^53, and a double division is several times faster than one of whole numbers.
  static std::int64_t meeting(const std::int32_t* h, std::int32_t i, std::int32_t j) {
    const double hi = h[i];
    const double hj = h[j];
    const double above = (hj - hi) * (hj + hi) + static_cast<double>(j - i) * (i + j);
    return static_cast<std::int64_t>(std::ceil(above / (2.0 * (j - i))));
  }

  std::vector<std::int32_t> roots_;
  std::vector<std::int64_t> from_;
  std::size_t last_ = 0;
};

}  // namespace

Components components(const Mask& mask, bool set, Connectivity connectivity) {
  Components result;
  result.labels.assign(mask.height * mask.width, 0);
  DisjointSets sets(1);
  std::vector<Run> above;
  std::vector<Run> runs;
  std::vector<std::int32_t> above_ids;
  std::vector<std::int32_t> ids;
  const std::int32_t reach = connectivity == Connectivity::eight ? 1 : 0;
  for (std::size_t row = 0; row < mask.height; ++row) {
    find_runs(mask, row, set, runs);
    ids.assign(runs.size(), 0);
    std::size_t first = 0;
    for (std::size_t i = 0; i < runs.size(); ++i) {
      while (first < above.size() && above[first].end + reach <= runs[i].begin) ++first;
      for (auto j = first; j < above.size() && above[j].begin < runs[i].end + reach; ++j) {
        ids[i] = ids[i] == 0 ? above_ids[j] : sets.merge(ids[i], above_ids[j]);
      }
      if (ids[i] == 0) ids[i] = sets.add();
      std::fill(
          result.labels.begin() + static_cast<std::ptrdiff_t>(row * mask.width) + runs[i].begin,
          result.labels.begin() + static_cast<std::ptrdiff_t>(row * mask.width) + runs[i].end,
          ids[i]);
    }
    above.swap(runs);
    above_ids.swap(ids);
  }
  const auto compact = sets.compact();
  for (auto& label : result.labels) label = compact[static_cast<std::size_t>(label)];
  result.count = *std::max_element(compact.begin(), compact.end());
  return result;
}

std::vector<float> distance_to_zero(const Mask& mask) {
  const auto width = static_cast<std::int32_t>(mask.width);
  const auto far = static_cast<std::int32_t>(mask.height + mask.width + 1);
  std::vector<std::int32_t> vertical(mask.height * mask.width);
  const auto at = [&](std::size_t row) { return vertical.data() + row * mask.width; };
  for (std::size_t row = 0; row < mask.height; ++row) {
    for (std::size_t col = 0; col < mask.width; ++col) {
      const auto above = row == 0 ? far : at(row - 1)[col];
      at(row)[col] = mask(row, col) == 0 ? 0 : std::min(far, above + 1);
    }
  }
  for (std::size_t row = mask.height; row-- > 1;) {
    for (std::size_t col = 0; col < mask.width; ++col) {
      at(row - 1)[col] = std::min(at(row - 1)[col], at(row)[col] + 1);
    }
  }
  std::vector<float> distance(vertical.size());
  Envelope envelope(mask.width);
  for (std::size_t row = 0; row < mask.height && width > 0; ++row) {
    envelope.build(at(row), width);
    envelope.distances(at(row), width, distance.data() + row * mask.width);
  }
  return distance;
}

std::vector<std::uint8_t> opened(const Mask& mask, const std::vector<float>& distance,
                                 double radius_cells) {
  const auto radius = static_cast<float>(radius_cells);
  const auto reach = static_cast<std::ptrdiff_t>(radius_cells);
  const auto height = static_cast<std::ptrdiff_t>(mask.height);
  const auto width = static_cast<std::ptrdiff_t>(mask.width);
  std::vector<std::uint8_t> result(distance.size(), 0);
  const auto near_core = [&](std::ptrdiff_t row, std::ptrdiff_t col) {
    for (auto dy = std::max(-reach, -row); dy <= std::min(reach, height - 1 - row); ++dy) {
      const auto half = static_cast<std::ptrdiff_t>(
          std::sqrt(radius_cells * radius_cells - static_cast<double>(dy * dy)));
      const auto* line = distance.data() + (row + dy) * width;
      for (auto x = std::max<std::ptrdiff_t>(0, col - half); x <= std::min(width - 1, col + half);
           ++x) {
        if (line[x] > radius) return true;
      }
    }
    return false;
  };
  for (std::ptrdiff_t row = 0, i = 0; row < height; ++row) {
    for (std::ptrdiff_t col = 0; col < width; ++col, ++i) {
      const auto at = static_cast<std::size_t>(i);
      if (mask.pixels[at] != 0) result[at] = distance[at] > radius || near_core(row, col) ? 1 : 0;
    }
  }
  return result;
}

std::vector<std::size_t> component_sizes(const Components& components) {
  std::vector<std::size_t> sizes(static_cast<std::size_t>(components.count) + 1, 0);
  for (const auto label : components.labels) ++sizes[static_cast<std::size_t>(label)];
  return sizes;
}

}  // namespace inherit_fast
