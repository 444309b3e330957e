#include "inherit_fast/depth_segment.hpp"

#include <algorithm>
#include <limits>
#include <stdexcept>
#include <utility>

#include "inherit_fast/depth_pieces.hpp"
#include "inherit_fast/fill_holes.hpp"
#include "inherit_fast/piece_choice.hpp"
#include "inherit_fast/plane_patches.hpp"

namespace inherit_fast {
namespace {

constexpr double kFloor_m2 = 0.2;     // a smaller level plane does not pass for the floor
constexpr double kCoreOnPlane = 0.3;  // of the core, for its plane to be the object
constexpr std::size_t kNone = std::numeric_limits<std::size_t>::max();

/// One way to cut the object out of a box.
struct Cut {
  DepthPieces parts;
  PieceChoice choice;
};

class FrameSegmenter {
 public:
  FrameSegmenter(const ImageView<float>& depth_m, const Intrinsics& camera, const Pose& pose,
                 std::size_t block_px, const DepthJump& jump, const PlaneSearch& search,
                 const SegmentRules& rules)
      : depth_m_(depth_m),
        camera_(camera),
        pose_(pose),
        jump_(jump),
        rules_(rules),
        blocks_(depth_blocks(depth_m, camera, pose, block_px, jump)),
        planes_(find_planes(blocks_, search)),
        labels_(label_pixels(depth_m, camera, pose, blocks_, planes_, search)),
        patches_(blocks_, planes_) {}

  void segment(const PixelBox& box, std::span<std::uint8_t> mask) {
    pixels_ = box_pixels(depth_m_, labels_, box, jump_, rules_.leak_reach);
    if (pixels_.core.empty()) return;
    const std::uint64_t background = background_planes();
    Cut best = cut(background);
    const std::size_t own = plane_of_core(background);
    if (own != kNone) {
      Cut second = cut(background & ~(std::uint64_t{1} << own));
      const double fit = second.choice.fit - static_cast<double>(rules_.second_choice);
      if (fit > best.choice.fit) best = std::move(second);
    }
    if (best.choice.fit < 0.0) return;
    for (std::size_t i = 0; i < best.parts.of_pixel.size(); ++i) {
      const std::int32_t piece = best.parts.of_pixel[i];
      if (piece >= 0) mask[pixels_.index(i)] = best.choice.taken[static_cast<std::size_t>(piece)];
    }
    fill_holes(depth_m_, box, mask);
  }

 private:
  bool on(std::size_t pixel, std::uint64_t planes) const {
    return labels_[pixel] >= 0 && ((planes >> labels_[pixel]) & 1U) != 0;
  }

  /// Planes that are not the object's, a bit each.
  std::uint64_t background_planes() const {
    const auto shares = patches_.shares(pixels_.box);
    std::uint64_t out = 0;
    std::size_t lowest = kNone;
    for (std::size_t k = 0; k < shares.size(); ++k) {
      const double limit = static_cast<double>(rules_.outside_ratio) * shares[k].inside_m2;
      if (shares[k].largest_outside_m2 > 0.0 && shares[k].largest_outside_m2 >= limit) {
        out |= std::uint64_t{1} << k;
      }
      const FramePlane& plane = planes_.planes[k];
      if (!plane.level || plane.area_m2 < kFloor_m2) continue;
      if (lowest == kNone || plane.height_m < planes_.planes[lowest].height_m) lowest = k;
    }
    if (lowest == kNone || shares[lowest].outside_m2 < 0.25 * shares[lowest].inside_m2) return out;
    const std::uint64_t with_lowest = out | std::uint64_t{1} << lowest;
    const double limit = planes_.planes[lowest].height_m + static_cast<double>(rules_.below_m);
    return core_height(with_lowest) > limit ? with_lowest : out;
  }

  /// Median height over the camera of the core off these planes; -inf where little is left.
  double core_height(std::uint64_t planes) const {
    std::vector<double> heights;
    for (const std::size_t pixel : pixels_.core) {
      if (on(pixel, planes)) continue;
      const std::size_t row = pixel / depth_m_.width, col = pixel % depth_m_.width;
      const double z = depth_m_.pixels[pixel];
      heights.push_back(
          z * turned_ray(camera_, pose_, static_cast<double>(col), static_cast<double>(row))[2]);
    }
    if (10 * heights.size() < pixels_.core.size() || heights.empty())
      return -std::numeric_limits<double>::infinity();
    const auto middle = heights.begin() + static_cast<std::ptrdiff_t>((heights.size() - 1) / 2);
    std::nth_element(heights.begin(), middle, heights.end());
    return *middle;
  }

  /// The background plane that most of the core lies on, if enough of it does.
  std::size_t plane_of_core(std::uint64_t background) const {
    std::vector<std::size_t> count(planes_.planes.size(), 0);
    for (const std::size_t pixel : pixels_.core) {
      if (on(pixel, background)) ++count[static_cast<std::size_t>(labels_[pixel])];
    }
    const auto most = std::max_element(count.begin(), count.end());
    if (most == count.end() || *most == 0) return kNone;
    const double share = static_cast<double>(*most) / static_cast<double>(pixels_.core.size());
    return share >= kCoreOnPlane ? static_cast<std::size_t>(most - count.begin()) : kNone;
  }

  Cut cut(std::uint64_t background) const {
    const PixelBox& box = pixels_.box;
    std::vector<std::uint8_t> chosen;
    chosen.reserve(box.area());
    for (std::size_t row = box.y0; row < box.y1; ++row) {
      for (std::size_t pixel = row * depth_m_.width + box.x0, end = pixel + box.width();
           pixel < end; ++pixel) {
        chosen.push_back(depth_m_.pixels[pixel] > 0.0F && !on(pixel, background));
      }
    }
    Cut out;
    out.parts = depth_pieces(depth_m_, pixels_, chosen, jump_);
    const auto longer = static_cast<double>(std::max(box.width(), box.height()));
    const double deep = static_cast<double>(rules_.deep_share) * longer / camera_.fx;
    out.choice = choose_pieces(pixels_, out.parts.pieces, {jump_, deep, rules_.min_piece_px});
    return out;
  }

  const ImageView<float>& depth_m_;
  const Intrinsics& camera_;
  const Pose& pose_;
  DepthJump jump_;
  SegmentRules rules_;
  DepthBlocks blocks_;
  FramePlanes planes_;
  std::vector<std::int8_t> labels_;
  PlanePatches patches_;
  BoxPixels pixels_;
};

std::size_t clipped(std::int32_t value, std::size_t limit) {
  return static_cast<std::size_t>(
      std::clamp<std::int64_t>(value, 0, static_cast<std::int64_t>(limit)));
}

}  // namespace

void depth_segment(const ImageView<float>& depth_m, const Intrinsics& camera,
                   const Pose& T_world_camera, std::span<const std::int32_t> boxes,
                   std::size_t block_px, const DepthJump& jump, const PlaneSearch& search,
                   const SegmentRules& rules, std::span<std::uint8_t> masks) {
  const std::size_t size = depth_m.height * depth_m.width, count = boxes.size() / 4;
  if (boxes.size() % 4 != 0 || masks.size() != count * size) {
    throw std::invalid_argument("masks must hold one image for each box of four numbers");
  }
  std::fill(masks.begin(), masks.end(), std::uint8_t{0});
  if (count == 0 || size == 0) return;
  FrameSegmenter segmenter(depth_m, camera, T_world_camera, block_px, jump, search, rules);
  for (std::size_t k = 0; k < count; ++k) {
    const auto* b = boxes.data() + 4 * k;
    const PixelBox box{clipped(b[0], depth_m.width), clipped(b[1], depth_m.height),
                       clipped(b[2], depth_m.width), clipped(b[3], depth_m.height)};
    if (box.x1 > box.x0 && box.y1 > box.y0) segmenter.segment(box, masks.subspan(k * size, size));
  }
}

}  // namespace inherit_fast
