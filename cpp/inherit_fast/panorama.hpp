#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "inherit_fast/spherical.hpp"
#include "inherit_fast/types.hpp"

namespace inherit_fast {

/// A perspective view cut out of a panorama. Both use camera axes: x right, y down, z ahead.
struct PanoramaFace {
  Intrinsics camera;
  std::array<double, 9> R_panorama_face;  // row-major, face axes to panorama axes
  std::size_t height, width;
};

struct PixelPoint {
  double x, y;
};

enum class Sampling : std::uint8_t { nearest, bilinear };

/// Where face pixels lie in the panorama. Columns are within [-0.5, width - 0.5).
std::vector<PixelPoint> face_to_panorama(std::span<const PixelPoint> points,
                                         const PanoramaFace& face, const Panorama& panorama);

/// The inverse; NaN for what lies behind the face's camera.
std::vector<PixelPoint> panorama_to_face(std::span<const PixelPoint> points,
                                         const PanoramaFace& face, const Panorama& panorama);

/// Draws a face from panorama pixels of C interleaved channels; columns go on around the circle,
/// and what lies above or below the panorama is 0. Bilinear values round half up.
///
/// @param out  height x width x C, overwritten.
/// @throws std::invalid_argument if a size is 0 or the face's camera or rotation is none.
template <typename T>
void unwrap_face(std::span<const T> pixels, const Panorama& panorama, std::size_t channels,
                 const PanoramaFace& face, Sampling sampling, std::span<T> out);

/// Draws a panorama from faces: each pixel comes from the face that sees it nearest to its axis.
///
/// @param faces    pixels of each view, height x width x C.
/// @param out      H x W x C, overwritten; 0 where no face looks.
/// @param covered  H x W, 1 where a face looks.
/// @throws std::invalid_argument as above.
template <typename T>
void wrap_faces(const std::vector<std::span<const T>>& faces,
                const std::vector<PanoramaFace>& views, std::size_t channels,
                const Panorama& panorama, Sampling sampling, std::span<T> out,
                std::span<std::uint8_t> covered);

}  // namespace inherit_fast
