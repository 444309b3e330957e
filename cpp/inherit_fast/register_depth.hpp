#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "inherit_fast/types.hpp"

namespace inherit_fast {

/// How the depth camera's points come into the colour camera's image.
struct DepthRegistration {
  Intrinsics depth_camera;
  Intrinsics colour_camera;
  Pose T_colour_depth;       // X_colour = T_colour_depth X_depth, metres
  double depth_scale;        // metres a unit of depth
  double surface_step;       // neighbours whose depths differ by at most this share are one surface
  double max_magnification;  // a point that grows more than this on its way is dropped
};

/// Warps a depth image into another camera's image, the nearest point winning (z-buffer).
///
/// Every depth pixel covers the rectangle around its projected square; between neighbours of one
/// surface the rectangles are joined, so that neither magnification nor slope leaves holes.
///
/// @param depth   H x W units of uint16, or float; 0, NaN and infinity mean no return.
/// @param height  rows of the colour image.
/// @param width   columns of the colour image.
/// @return height x width units of the same type, row-major; 0 where nothing projects. uint16 is
///         rounded to the nearest unit, and what does not fit is dropped.
/// @throws std::invalid_argument if a focal length or the scale is not positive, or a value is not
///         finite.
template <typename T>
std::vector<T> register_depth(const ImageView<T>& depth, const DepthRegistration& registration,
                              std::size_t height, std::size_t width);

extern template std::vector<std::uint16_t> register_depth(const ImageView<std::uint16_t>&,
                                                          const DepthRegistration&, std::size_t,
                                                          std::size_t);
extern template std::vector<float> register_depth(const ImageView<float>&, const DepthRegistration&,
                                                  std::size_t, std::size_t);

}  // namespace inherit_fast
