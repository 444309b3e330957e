#include "inherit_fast/opening.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>

#include "inherit_fast/simd.hpp"

namespace inherit_fast {

namespace {

/// How far a disc reaches to both sides in the rows 0, 1, 2... away from its middle.
using Disc = std::vector<std::size_t>;

/// Cells this near to a zero cell are not in the core. Distances are told as floats.
Disc core_disc(double radius) {
  const auto near = [&](std::size_t dx, std::size_t dy) {
    return std::sqrt(static_cast<float>(dx * dx + dy * dy)) <= static_cast<float>(radius);
  };
  Disc disc;
  for (std::size_t dy = 0; near(0, dy); ++dy) {
    std::size_t half = 0;
    while (near(half + 1, dy)) ++half;
    disc.push_back(half);
  }
  return disc;
}

Disc reach_disc(double radius) {
  Disc disc;
  for (std::size_t row = 0; static_cast<double>(row) <= radius; ++row) {
    const auto dy = static_cast<double>(row);
    disc.push_back(static_cast<std::size_t>(std::sqrt(radius * radius - dy * dy)));
  }
  return disc;
}

INHERIT_FAST_CLONES void unite(std::uint8_t* to, const std::uint8_t* from, std::size_t count) {
  for (std::size_t i = 0; i < count; ++i) to[i] = static_cast<std::uint8_t>(to[i] | from[i]);
}

/// Grows the set cells of a mask by a disc, row after row, and keeps no more rows than that needs.
class Grower {
 public:
  Grower(const Disc& disc, std::size_t width)
      : disc_(disc), width_(width), pad_(disc.front()), rows_(2 * disc.size() - 1) {
    const std::vector<std::uint8_t> line(width + 2 * pad_, 0);
    for (auto& row : rows_) row.assign(pad_ + 1, line);
  }

  /// Rows that a row of the result lags behind.
  std::size_t lag() const { return disc_.size() - 1; }

  /// Takes in the next row of the mask.
  void push(const std::uint8_t* cells) {
    auto& lines = rows_[next_++ % rows_.size()];
    std::copy_n(cells, width_, lines[0].begin() + static_cast<std::ptrdiff_t>(pad_));
    for (std::size_t half = 1; half < lines.size(); ++half) {
      auto* line = lines[half].data() + pad_;
      std::copy_n(lines[half - 1].data() + pad_, width_, line);
      unite(line, lines[0].data() + pad_ - half, width_);
      unite(line, lines[0].data() + pad_ + half, width_);
    }
  }

  /// The row of the result that lies `lag` rows behind the last one pushed.
  void result(std::uint8_t* out) const {
    const auto middle = next_ + rows_.size() - 1 - lag();
    std::fill_n(out, width_, 0);
    for (std::size_t dy = 0; dy < disc_.size(); ++dy) {
      unite(out, rows_[(middle - dy) % rows_.size()][disc_[dy]].data() + pad_, width_);
      unite(out, rows_[(middle + dy) % rows_.size()][disc_[dy]].data() + pad_, width_);
    }
  }

 private:
  Disc disc_;
  std::size_t width_, pad_;
  std::vector<std::vector<std::vector<std::uint8_t>>> rows_;  // grown to both sides by 0, 1, 2...
  std::size_t next_ = 0;
};

}  // namespace

std::vector<std::uint8_t> opened(const Mask& mask, double radius_cells) {
  const auto height = mask.height;
  const auto width = mask.width;
  const double radius = std::clamp(radius_cells, 0.0, static_cast<double>(height + width));
  Grower zeros(core_disc(radius), width);
  Grower core(reach_disc(radius), width);
  std::vector<std::uint8_t> result(mask.pixels.size());
  std::vector<std::uint8_t> line(width);
  const auto invert = [&](const std::uint8_t* cells) {
    for (std::size_t col = 0; col < width; ++col) line[col] = cells[col] == 0 ? 1 : 0;
  };
  const std::vector<std::uint8_t> none(width, 0);
  for (std::size_t row = 0; row < height + zeros.lag() + core.lag(); ++row) {
    if (row < height) invert(mask.pixels.data() + row * width);
    zeros.push(row < height ? line.data() : none.data());
    if (row < zeros.lag()) continue;
    zeros.result(line.data());
    invert(line.data());
    core.push(row < height + zeros.lag() ? line.data() : none.data());
    if (row < zeros.lag() + core.lag()) continue;
    const auto start = (row - zeros.lag() - core.lag()) * width;
    auto* out = result.data() + start;
    core.result(out);
    for (std::size_t col = 0; col < width; ++col) {
      out[col] = static_cast<std::uint8_t>(mask.pixels[start + col] != 0 ? out[col] : 0);
    }
  }
  return result;
}

}  // namespace inherit_fast
