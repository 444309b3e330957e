#include <algorithm>
#include <cmath>
#include <cstddef>

#include "inherit_fast/grid_ops.hpp"
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
  for (double dy = 0; dy <= radius; dy += 1) {
    disc.push_back(static_cast<std::size_t>(std::sqrt(radius * radius - dy * dy)));
  }
  return disc;
}

INHERIT_FAST_CLONES void unite(std::uint8_t* to, const std::uint8_t* from, std::size_t count) {
  for (std::size_t i = 0; i < count; ++i) to[i] = static_cast<std::uint8_t>(to[i] | from[i]);
}

/// Grows the set cells of a mask by discs, a row at a time.
class Grower {
 public:
  Grower(const Disc& disc, std::size_t height, std::size_t width)
      : disc_(disc), height_(height), width_(width), pad_(disc.front()) {
    lines_.assign(disc.front() + 1, std::vector<std::uint8_t>(width + 2 * pad_, 0));
  }

  /// Adds what the set cells of one row reach. `row(r)` points to row r of the result.
  template <typename Row>
  void grow(const std::uint8_t* cells, std::size_t at, const Row& row) {
    std::copy_n(cells, width_, lines_[0].begin() + static_cast<std::ptrdiff_t>(pad_));
    for (std::size_t half = 1; half < lines_.size(); ++half) {
      auto& line = lines_[half];
      line = lines_[half - 1];
      const auto* narrow = lines_[0].data();
      unite(line.data() + pad_, narrow + pad_ - half, width_);
      unite(line.data() + pad_, narrow + pad_ + half, width_);
    }
    for (std::size_t dy = 0; dy < disc_.size(); ++dy) {
      const auto* line = lines_[disc_[dy]].data() + pad_;
      if (dy <= at) unite(row(at - dy), line, width_);
      if (dy > 0 && at + dy < height_) unite(row(at + dy), line, width_);
    }
  }

 private:
  const Disc& disc_;
  std::size_t height_, width_, pad_;
  std::vector<std::vector<std::uint8_t>> lines_;  // one row grown to both sides by 0, 1, 2...
};

}  // namespace

std::vector<std::uint8_t> opened(const Mask& mask, double radius_cells) {
  const auto most = static_cast<double>(mask.height + mask.width);
  const double radius = std::clamp(radius_cells, 0.0, most);
  const auto grown = [&](const std::vector<std::uint8_t>& from, const Disc& disc) {
    std::vector<std::uint8_t> to(from.size(), 0);
    Grower grower(disc, mask.height, mask.width);
    const auto row = [&](std::size_t r) { return to.data() + r * mask.width; };
    for (std::size_t r = 0; r < mask.height; ++r) {
      grower.grow(from.data() + r * mask.width, r, row);
    }
    return to;
  };
  std::vector<std::uint8_t> cells(mask.pixels.size());
  std::transform(mask.pixels.begin(), mask.pixels.end(), cells.begin(),
                 [](std::uint8_t cell) { return static_cast<std::uint8_t>(cell == 0); });
  cells = grown(cells, core_disc(radius));
  for (auto& cell : cells) cell ^= 1U;
  cells = grown(cells, reach_disc(radius));
  for (std::size_t i = 0; i < cells.size(); ++i) {
    cells[i] = static_cast<std::uint8_t>(mask.pixels[i] != 0 ? cells[i] : 0);
  }
  return cells;
}

}  // namespace inherit_fast
