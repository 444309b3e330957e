#include "inherit_fast/piece_choice.hpp"

#include <algorithm>
#include <cmath>

namespace inherit_fast {
namespace {

constexpr std::size_t kSeeds = 8;  // pieces tried as the object

double iou(const PixelBox& a, const PixelBox& b) {
  const auto side = [](std::size_t low_a, std::size_t high_a, std::size_t low_b,
                       std::size_t high_b) {
    const auto low = std::max(low_a, low_b), high = std::min(high_a, high_b);
    return high > low ? static_cast<double>(high - low) : 0.0;
  };
  const double shared = side(a.x0, a.x1, b.x0, b.x1) * side(a.y0, a.y1, b.y0, b.y1);
  const double both = static_cast<double>(a.width() * a.height() + b.width() * b.height());
  return shared / (both - shared);
}

/// The heaviest pieces, heaviest first.
std::vector<std::size_t> seeds(const std::vector<DepthPiece>& pieces, std::size_t min_piece_px) {
  std::vector<std::size_t> order;
  for (std::size_t k = 0; k < pieces.size(); ++k) {
    if (pieces[k].pixels >= min_piece_px) order.push_back(k);
  }
  std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
    return pieces[a].weight != pieces[b].weight ? pieces[a].weight > pieces[b].weight : a < b;
  });
  if (order.size() > kSeeds) order.resize(kSeeds);
  return order;
}

/// The seed and all pieces whose middle depth lies within its own, with slack.
std::vector<std::uint8_t> joined(const std::vector<DepthPiece>& pieces, std::size_t seed,
                                 const JoinRule& join) {
  const DepthPiece& from = pieces[seed];
  const double slack = join.slack_at(from.middle_m);
  std::vector<std::uint8_t> taken(pieces.size(), 0);
  for (std::size_t k = 0; k < pieces.size(); ++k) {
    const double z = pieces[k].middle_m;
    taken[k] = pieces[k].pixels >= join.min_piece_px && z >= from.low_m - slack &&
               z <= from.high_m + slack;
  }
  return taken;
}

double fit_of(const BoxPixels& pixels, const std::vector<DepthPiece>& pieces,
              const std::vector<std::uint8_t>& taken) {
  PixelBox around{pixels.box.x1, pixels.box.y1, pixels.box.x0, pixels.box.y0};
  double leaving = 0.0;
  for (std::size_t k = 0; k < pieces.size(); ++k) {
    if (taken[k] == 0) continue;
    around = {std::min(around.x0, pieces[k].box.x0), std::min(around.y0, pieces[k].box.y0),
              std::max(around.x1, pieces[k].box.x1), std::max(around.y1, pieces[k].box.y1)};
    leaving += pieces[k].leaving;
  }
  const double ends = 1.0 - (pixels.edge > 0 ? leaving / static_cast<double>(pixels.edge) : 0.0);
  return iou(around, pixels.box) * ends * ends;
}

}  // namespace

PieceChoice choose_pieces(const BoxPixels& pixels, const std::vector<DepthPiece>& pieces,
                          const JoinRule& join) {
  PieceChoice best;
  double best_value = -1.0;
  for (const std::size_t seed : seeds(pieces, join.min_piece_px)) {
    auto taken = joined(pieces, seed, join);
    const double fit = fit_of(pixels, pieces, taken);
    const double value = std::sqrt(pieces[seed].weight) * fit;
    if (value <= best_value) continue;
    best_value = value;
    best = {fit, std::move(taken)};
  }
  return best;
}

}  // namespace inherit_fast
