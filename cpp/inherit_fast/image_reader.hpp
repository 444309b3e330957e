#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <span>
#include <type_traits>

#include "inherit_fast/panorama.hpp"

namespace inherit_fast {

/// Reads an image at a place; `Round` says whether columns go on at the other side.
template <typename T, bool Round>
class ImageReader {
 public:
  ImageReader(std::span<const T> pixels, std::size_t height, std::size_t width,
              std::size_t channels)
      : pixels_(pixels.data()),
        height_(static_cast<std::int32_t>(height)),
        width_(static_cast<std::int32_t>(width)),
        channels_(channels) {}

  bool holds(float x, float y) const {
    return y >= -0.5f && y < static_cast<float>(height_) - 0.5f && x >= -1.0f &&
           x <= static_cast<float>(width_);
  }

  /// The nearest pixel, or, where values may be mixed, those around blended: labels may not.
  void read(Sampling sampling, float x, float y, T* out) const {
    if constexpr (kBlends) {
      if (sampling == Sampling::bilinear) return bilinear(x, y, out);
    }
    nearest(x, y, out);
  }

 private:
  static constexpr bool kBlends = std::is_same_v<T, std::uint8_t> || std::is_floating_point_v<T>;

  void nearest(float x, float y, T* out) const {
    const T* from = at(rounded(y), rounded(x));
    for (std::size_t k = 0; k < channels_; ++k) out[k] = from[k];
  }

  /// In 1/256 pixels for bytes: exact in integers, and the same on every machine.
  void bilinear(float x, float y, T* out) const {
    const auto fx = std::floor(x), fy = std::floor(y);
    const auto col = static_cast<std::int32_t>(fx), row = static_cast<std::int32_t>(fy);
    const T *a = at(row, col), *b = at(row, col + 1), *c = at(row + 1, col),
            *d = at(row + 1, col + 1);
    if constexpr (std::is_floating_point_v<T>) {
      const T s = x - fx, t = y - fy;
      for (std::size_t k = 0; k < channels_; ++k) {
        const T top = a[k] + s * (b[k] - a[k]), bottom = c[k] + s * (d[k] - c[k]);
        out[k] = top + t * (bottom - top);
      }
    } else {
      const auto s = static_cast<std::int32_t>((x - fx) * 256.0f + 0.5f),
                 t = static_cast<std::int32_t>((y - fy) * 256.0f + 0.5f);
      for (std::size_t k = 0; k < channels_; ++k) {
        const std::int32_t top = a[k] * (256 - s) + b[k] * s, bottom = c[k] * (256 - s) + d[k] * s;
        out[k] = static_cast<T>((top * (256 - t) + bottom * t + 32768) >> 16);
      }
    }
  }

  static std::int32_t rounded(float v) { return static_cast<std::int32_t>(std::floor(v + 0.5f)); }

  const T* at(std::int32_t row, std::int32_t col) const {
    row = std::clamp(row, 0, height_ - 1);
    if constexpr (Round) {
      col = col < 0 ? col + width_ : (col >= width_ ? col - width_ : col);
    } else {
      col = std::clamp(col, 0, width_ - 1);
    }
    return pixels_ + (static_cast<std::size_t>(row) * static_cast<std::size_t>(width_) +
                      static_cast<std::size_t>(col)) *
                         channels_;
  }

  const T* pixels_;
  std::int32_t height_, width_;
  std::size_t channels_;
};

}  // namespace inherit_fast
