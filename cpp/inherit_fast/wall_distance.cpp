#include "inherit_fast/wall_distance.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>

#include "inherit_fast/simd.hpp"

namespace inherit_fast {

namespace {

/// Lower envelope of the parabolas (x - i)^2 + height[i]^2 (Felzenszwalb and Huttenlocher 2012).
class Envelope {
 public:
  explicit Envelope(std::size_t width) : roots_(width), from_(width + 1) {}

  template <typename Height>
  [[gnu::always_inline]] void build(const Height* heights, std::int32_t width) {
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

  /// At first, first + step...
  template <typename Height>
  [[gnu::always_inline]] void distances(const Height* heights, std::int32_t width,
                                        std::int32_t first, std::int32_t step, float* out) const {
    std::size_t k = 0;
    for (auto x = first; x < width; x += step) {
      while (k < last_ && from_[k + 1] <= x) ++k;
      const std::int64_t dx = x - roots_[k];
      const std::int64_t dy = heights[roots_[k]];
      *out++ = std::sqrt(static_cast<float>(dx * dx + dy * dy));
    }
  }

 private:
  /// First whole x from which the parabola of j lies below that of i < j. Exact: the numbers are
  /// far below 2^53, and a double division is several times faster than one of whole numbers.
  template <typename Height>
  [[gnu::always_inline]] static std::int64_t meeting(const Height* h, std::int32_t i,
                                                     std::int32_t j) {
    const double hi = h[i];
    const double hj = h[j];
    const double above = (hj - hi) * (hj + hi) + static_cast<double>(j - i) * (i + j);
    return static_cast<std::int64_t>(std::ceil(above / (2.0 * (j - i))));
  }

  std::vector<std::int32_t> roots_;
  std::vector<std::int64_t> from_;
  std::size_t last_ = 0;
};

/// One row on along columns: the distance to the nearest zero cell above.
template <typename Height>
[[gnu::always_inline]] inline void step_on(std::span<const std::uint8_t> cells, Height far,
                                           Height* last) {
  for (std::size_t col = 0; col < cells.size(); ++col) {
    const auto next = static_cast<Height>(last[col] + 1);
    last[col] = cells[col] == 0 ? Height{0} : std::min(far, next);
  }
}

template <typename Height>
[[gnu::always_inline]] inline void distances_in(const Height* heights, std::size_t from,
                                                std::size_t end, std::size_t step,
                                                Envelope& envelope, float* out) {
  const auto count = static_cast<std::int32_t>(end - from);
  const auto first = (from + step - 1) / step;
  envelope.build(heights + from, count);
  envelope.distances(heights + from, count, static_cast<std::int32_t>(first * step - from),
                     static_cast<std::int32_t>(step), out + first);
}

// Templates have no clones.
INHERIT_FAST_CLONES void go_on(std::span<const std::uint8_t> cells, std::uint16_t far,
                               std::uint16_t* last) {
  step_on(cells, far, last);
}

INHERIT_FAST_CLONES void go_on(std::span<const std::uint8_t> cells, std::int32_t far,
                               std::int32_t* last) {
  step_on(cells, far, last);
}

INHERIT_FAST_CLONES void part_of_row(const std::uint16_t* heights, std::size_t from,
                                     std::size_t end, std::size_t step, Envelope& envelope,
                                     float* out) {
  distances_in(heights, from, end, step, envelope, out);
}

INHERIT_FAST_CLONES void part_of_row(const std::int32_t* heights, std::size_t from, std::size_t end,
                                     std::size_t step, Envelope& envelope, float* out) {
  distances_in(heights, from, end, step, envelope, out);
}

/// Distances along columns to the nearest zero cell, of every `step`-th row.
/// Height: holds them; half the memory where it may be half the size.
template <typename Height>
std::vector<Height> along_columns(const Mask& mask, std::size_t step) {
  const auto width = mask.width;
  const auto far = static_cast<Height>(mask.height + width + 1);
  std::vector<Height> result((mask.height + step - 1) / step * width);
  std::vector<Height> last(width, far);
  const auto cells = [&](std::size_t row) { return mask.pixels.subspan(row * width, width); };
  for (std::size_t row = 0; row < mask.height; ++row) {
    go_on(cells(row), far, last.data());
    if (row % step == 0) std::copy_n(last.data(), width, result.data() + row / step * width);
  }
  std::fill(last.begin(), last.end(), far);
  for (std::size_t row = mask.height; row-- > 0;) {
    go_on(cells(row), far, last.data());
    if (row % step != 0) continue;
    auto* known = result.data() + row / step * width;
    for (std::size_t col = 0; col < width; ++col) known[col] = std::min(known[col], last[col]);
  }
  return result;
}

template <typename Height>
std::vector<float> distances_of(const Mask& mask, std::size_t step) {
  const auto heights = along_columns<Height>(mask, step);
  const auto cols = (mask.width + step - 1) / step;
  std::vector<float> distance((mask.height + step - 1) / step * cols, 0);
  Envelope envelope(mask.width);
  for (std::size_t row = 0; row < mask.height; row += step) {
    const auto* line = heights.data() + row / step * mask.width;
    const auto cells = mask.pixels.subspan(row * mask.width, mask.width);
    for (auto begin = run_end(cells, 0, false); begin < cells.size();) {
      const auto end = run_end(cells, begin, true);
      // Nothing beyond the zero cells at the ends of a run is nearer than they are.
      part_of_row(line, begin == 0 ? 0 : begin - 1, std::min(end + 1, cells.size()), step, envelope,
                  distance.data() + row / step * cols);
      begin = run_end(cells, end, false);
    }
  }
  return distance;
}

}  // namespace

std::vector<float> distance_to_zero(const Mask& mask, std::size_t step) {
  const auto far = mask.height + mask.width + 1;
  if (far < std::numeric_limits<std::uint16_t>::max()) {
    return distances_of<std::uint16_t>(mask, step);
  }
  return distances_of<std::int32_t>(mask, step);
}

}  // namespace inherit_fast
