#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "inherit_fast/box_pixels.hpp"
#include "inherit_fast/depth_pieces.hpp"

namespace inherit_fast {

/// Pieces taken for the object, and how well they fill the box and end with it, 0 to 1.
struct PieceChoice {
  double fit = -1.0;                ///< -1: nothing can be taken
  std::vector<std::uint8_t> taken;  ///< per piece
};

/// Which pieces belong together: those whose depths lie within a jump of each other, and a share of
/// the box's longer side more, for things are about as deep as they are wide.
struct JoinRule {
  DepthJump jump;
  double deep_per_m;         ///< that share of the box's longer side, per metre of depth
  std::size_t min_piece_px;  ///< smaller pieces are never taken

  double slack_at(double z) const { return jump.at(z) + deep_per_m * z; }
};

/// Tries the pieces with most weight as the object, each with all that it joins.
PieceChoice choose_pieces(const BoxPixels& pixels, const std::vector<DepthPiece>& pieces,
                          const JoinRule& join);

}  // namespace inherit_fast
