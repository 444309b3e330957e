#include "inherit_fast/grid_ops.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>

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

  template <typename Height>
  void build(const Height* heights, std::int32_t width) {
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

  template <typename Height>
  void distances(const Height* heights, std::int32_t width, float* out) const {
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
  template <typename Height>
  static std::int64_t meeting(const Height* h, std::int32_t i, std::int32_t j) {
    const double hi = h[i];
    const double hj = h[j];
    const double above = (hj - hi) * (hj + hi) + static_cast<double>(j - i) * (i + j);
    return static_cast<std::int64_t>(std::ceil(above / (2.0 * (j - i))));
  }

  std::vector<std::int32_t> roots_;
  std::vector<std::int64_t> from_;
  std::size_t last_ = 0;
};

/// Height: holds the distances along columns; half the memory where it may be half the size.
template <typename Height>
std::vector<float> distances_of(const Mask& mask) {
  const auto width = static_cast<std::int32_t>(mask.width);
  const auto far = static_cast<Height>(mask.height + mask.width + 1);
  std::vector<Height> vertical(mask.height * mask.width);
  const auto at = [&](std::size_t row) { return vertical.data() + row * mask.width; };
  for (std::size_t row = 0; row < mask.height; ++row) {
    const auto* cells = mask.pixels.data() + row * mask.width;
    auto* here = at(row);
    const auto* above = row == 0 ? nullptr : at(row - 1);
    for (std::size_t col = 0; col < mask.width; ++col) {
      const auto next = static_cast<Height>(above == nullptr ? far : above[col] + 1);
      here[col] = cells[col] == 0 ? Height{0} : std::min(far, next);
    }
  }
  for (std::size_t row = mask.height; row-- > 1;) {
    auto* here = at(row - 1);
    const auto* below = at(row);
    for (std::size_t col = 0; col < mask.width; ++col) {
      here[col] = std::min(here[col], static_cast<Height>(below[col] + 1));
    }
  }
  std::vector<float> distance(vertical.size(), 0);
  Envelope envelope(mask.width);
  std::vector<Run> runs;
  for (std::size_t row = 0; row < mask.height && width > 0; ++row) {
    find_runs(mask, row, true, runs);
    for (const auto& run : runs) {
      // Nothing beyond the zero cells at the ends of a run is nearer than they are.
      const auto begin = std::max(run.begin - 1, 0);
      const auto end = std::min(run.end + 1, width);
      envelope.build(at(row) + begin, end - begin);
      envelope.distances(at(row) + begin, end - begin, distance.data() + row * mask.width + begin);
    }
  }
  return distance;
}

}  // namespace

RunComponents run_components(const Mask& mask, bool set, Connectivity connectivity) {
  RunComponents result;
  auto& runs = result.runs;
  DisjointSets sets(1);
  std::vector<Run> found;
  const std::int32_t reach = connectivity == Connectivity::eight ? 1 : 0;
  std::size_t above = 0;  // first run of the row before
  for (std::size_t row = 0; row < mask.height; ++row) {
    const auto here = runs.size();
    find_runs(mask, row, set, found);
    for (const auto& run : found) {
      std::int32_t label = 0;
      while (above < here && runs[above].end + reach <= run.begin) ++above;
      for (auto j = above; j < here && runs[j].begin < run.end + reach; ++j) {
        label = label == 0 ? runs[j].label : sets.merge(label, runs[j].label);
      }
      if (label == 0) label = sets.add();
      runs.push_back({static_cast<std::int32_t>(row), run.begin, run.end, label});
    }
    above = here;
  }
  const auto compact = sets.compact();
  for (auto& run : runs) run.label = compact[static_cast<std::size_t>(run.label)];
  result.count = *std::max_element(compact.begin(), compact.end());
  return result;
}

Components components(const Mask& mask, bool set, Connectivity connectivity) {
  const auto found = run_components(mask, set, connectivity);
  Components result;
  result.labels.assign(mask.height * mask.width, 0);
  result.count = found.count;
  for (const auto& run : found.runs) {
    auto* row = result.labels.data() + static_cast<std::size_t>(run.row) * mask.width;
    std::fill(row + run.begin, row + run.end, run.label);
  }
  return result;
}

std::vector<float> distance_to_zero(const Mask& mask) {
  const auto far = mask.height + mask.width + 1;
  if (far < std::numeric_limits<std::uint16_t>::max()) return distances_of<std::uint16_t>(mask);
  return distances_of<std::int32_t>(mask);
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

}  // namespace inherit_fast
