#include "inherit_fast/depth_pieces.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace inherit_fast {
namespace {

constexpr std::size_t kSamples = 1024;  // depths of a piece that its quantiles are taken from

/// Chosen pixels side by side without a jump: columns first <= x < last of one row.
struct Run {
  std::size_t row, first, last;
  std::size_t parent;  // union-find; roots are the earliest run of their piece
};

class RunUnion {
 public:
  explicit RunUnion(std::vector<Run>& runs) : runs_(runs) {}

  std::size_t root(std::size_t i) {
    while (runs_[i].parent != i) i = runs_[i].parent = runs_[runs_[i].parent].parent;
    return i;
  }

  void join(std::size_t a, std::size_t b) {
    a = root(a), b = root(b);
    runs_[std::max(a, b)].parent = std::min(a, b);
  }

 private:
  std::vector<Run>& runs_;
};

class Pieces {
 public:
  Pieces(const ImageView<float>& depth_m, const BoxPixels& pixels,
         const std::vector<std::uint8_t>& chosen, const DepthJump& jump)
      : depth_m_(depth_m), pixels_(pixels), chosen_(chosen), jump_(jump), joined_(runs_) {}

  DepthPieces find() {
    const std::size_t height = pixels_.box.height();
    std::size_t above = 0;
    for (std::size_t row = 0; row < height; ++row) {
      const std::size_t here = runs_.size();
      add_runs(row);
      join_rows(above, here);
      above = here;
    }
    number();
    describe();
    return std::move(out_);
  }

 private:
  const float* depth_row(std::size_t row) const {
    return depth_m_.pixels.data() + (pixels_.box.y0 + row) * depth_m_.width + pixels_.box.x0;
  }

  bool apart(float a, float b) const {
    return std::abs(static_cast<double>(a) - static_cast<double>(b)) > jump_.at(std::min(a, b));
  }

  void add_runs(std::size_t row) {
    const std::size_t width = pixels_.box.width();
    const float* z = depth_row(row);
    const std::uint8_t* chosen = chosen_.data() + row * width;
    for (std::size_t x = 0; x < width; ++x) {
      if (chosen[x] == 0) continue;
      const std::size_t first = x;
      while (x + 1 < width && chosen[x + 1] != 0 && !apart(z[x], z[x + 1])) ++x;
      runs_.push_back({row, first, x + 1, runs_.size()});
    }
  }

  /// Joins runs from `above` on (one row) with runs from `here` on (the next row).
  void join_rows(std::size_t above, std::size_t here) {
    for (std::size_t a = above, b = here; a < here && b < runs_.size();) {
      const std::size_t low = std::max(runs_[a].first, runs_[b].first);
      const std::size_t high = std::min(runs_[a].last, runs_[b].last);
      if (low < high && joined_.root(a) != joined_.root(b)) {
        const float* up = depth_row(runs_[a].row);
        const float* down = depth_row(runs_[b].row);
        for (std::size_t x = low; x < high; ++x) {
          if (apart(up[x], down[x])) continue;
          joined_.join(a, b);
          break;
        }
      }
      runs_[a].last < runs_[b].last ? ++a : ++b;
    }
  }

  /// Numbers the pieces by their first run and marks their pixels.
  void number() {
    piece_of_run_.resize(runs_.size());
    out_.of_pixel.assign(chosen_.size(), -1);
    std::size_t pieces = 0;
    for (std::size_t i = 0; i < runs_.size(); ++i) {
      const std::size_t root = joined_.root(i);
      piece_of_run_[i] = root == i ? pieces++ : piece_of_run_[root];
      const auto line =
          out_.of_pixel.begin() + static_cast<std::ptrdiff_t>(runs_[i].row * pixels_.box.width());
      std::fill(line + static_cast<std::ptrdiff_t>(runs_[i].first),
                line + static_cast<std::ptrdiff_t>(runs_[i].last),
                static_cast<std::int32_t>(piece_of_run_[i]));
    }
    const PixelBox& box = pixels_.box;
    out_.pieces.assign(pieces, DepthPiece{});
    for (DepthPiece& piece : out_.pieces) piece.box = {box.x1, box.y1, box.x0, box.y0};
  }

  void describe() {
    for (std::size_t i = 0; i < runs_.size(); ++i) add(runs_[i], out_.pieces[piece_of_run_[i]]);
    std::vector<std::vector<float>> samples(out_.pieces.size());
    std::vector<std::size_t> seen(out_.pieces.size(), 0);
    for (std::size_t i = 0; i < runs_.size(); ++i) {
      const std::size_t piece = piece_of_run_[i];
      const std::size_t stride = out_.pieces[piece].pixels / kSamples + 1;
      const float* z = depth_row(runs_[i].row);
      const std::size_t length = runs_[i].last - runs_[i].first;
      // Every stride-th pixel of the piece, counted over all its runs.
      for (std::size_t k = (stride - seen[piece] % stride) % stride; k < length; k += stride) {
        samples[piece].push_back(z[runs_[i].first + k]);
      }
      seen[piece] += length;
    }
    for (std::size_t k = 0; k < samples.size(); ++k) {
      out_.pieces[k].low_m = quantile(samples[k], 0.02);
      out_.pieces[k].middle_m = quantile(samples[k], 0.5);
      out_.pieces[k].high_m = quantile(samples[k], 0.98);
    }
  }

  void add(const Run& run, DepthPiece& piece) const {
    const std::size_t line = run.row * pixels_.box.width();
    const auto weights = pixels_.weight.begin() + static_cast<std::ptrdiff_t>(line);
    const auto leaving = pixels_.leaving.begin() + static_cast<std::ptrdiff_t>(line);
    const auto first = static_cast<std::ptrdiff_t>(run.first);
    const auto last = static_cast<std::ptrdiff_t>(run.last);
    piece.pixels += run.last - run.first;
    piece.weight = std::accumulate(weights + first, weights + last, piece.weight);
    piece.leaving = std::accumulate(leaving + first, leaving + last, piece.leaving);
    piece.box.x0 = std::min(piece.box.x0, pixels_.box.x0 + run.first);
    piece.box.x1 = std::max(piece.box.x1, pixels_.box.x0 + run.last);
    piece.box.y0 = std::min(piece.box.y0, pixels_.box.y0 + run.row);
    piece.box.y1 = std::max(piece.box.y1, pixels_.box.y0 + run.row + 1);
  }

  static float quantile(std::vector<float>& depths, double share) {
    const auto rank = static_cast<std::ptrdiff_t>(share * static_cast<double>(depths.size() - 1));
    std::nth_element(depths.begin(), depths.begin() + rank, depths.end());
    return depths[static_cast<std::size_t>(rank)];
  }

  const ImageView<float>& depth_m_;
  const BoxPixels& pixels_;
  const std::vector<std::uint8_t>& chosen_;
  const DepthJump& jump_;
  std::vector<Run> runs_;
  RunUnion joined_;
  std::vector<std::size_t> piece_of_run_;
  DepthPieces out_;
};

}  // namespace

DepthPieces depth_pieces(const ImageView<float>& depth_m, const BoxPixels& pixels,
                         const std::vector<std::uint8_t>& chosen, const DepthJump& jump) {
  return Pieces(depth_m, pixels, chosen, jump).find();
}

}  // namespace inherit_fast
