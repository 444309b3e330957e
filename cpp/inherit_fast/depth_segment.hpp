#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "inherit_fast/depth_blocks.hpp"
#include "inherit_fast/frame_planes.hpp"
#include "inherit_fast/types.hpp"

namespace inherit_fast {

/// What belongs to the object of a box.
struct SegmentRules {
  float outside_ratio;       ///< a plane with this many times its surface outside is background
  float below_m;             ///< so far under the core, the lowest level plane is background
  float leak_reach;          ///< a surface that goes on for this share of the box's longer side
                             ///< beyond the box is not the object's
  float second_choice;       ///< advantage in fit that it takes to keep the core's own plane
  float deep_share;          ///< pieces join within this share of the box's longer side, in depth
  std::size_t min_piece_px;  ///< smaller pieces are dropped
};

/// Turns boxes around objects into masks, by depth alone.
///
/// Planes that go on outside the box (table top under a cup, floor under a chair, wall behind a
/// lamp) are taken away; what is left falls into pieces at depth jumps. The piece is chosen that
/// lies at the box's centre, whose extent fills the box and that ends where the box ends; further
/// pieces at its depth join it (a back behind slats). Where nothing fits, as for a book on a table,
/// the plane under the core is the object. Pixels without return that are enclosed are filled.
///
/// @param depth_m  H x W metres; 0 means no return.
/// @param boxes    N x 4: x0, y0, x1, y1; cut at the image's border.
/// @param masks    N x H x W, all written: 1 on the object.
/// @throws std::invalid_argument if sizes do not fit.
void depth_segment(const ImageView<float>& depth_m, const Intrinsics& camera,
                   const Pose& T_world_camera, std::span<const std::int32_t> boxes,
                   std::size_t block_px, const DepthJump& jump, const PlaneSearch& search,
                   const SegmentRules& rules, std::span<std::uint8_t> masks);

}  // namespace inherit_fast
