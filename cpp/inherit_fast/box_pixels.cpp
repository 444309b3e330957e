#include "inherit_fast/box_pixels.hpp"

#include <algorithm>
#include <cmath>

namespace inherit_fast {
namespace {

constexpr double kSpread = 0.3;  // of the weights, in box sides

std::vector<double> bell(std::size_t side) {
  std::vector<double> out(side);
  for (std::size_t i = 0; i < side; ++i) {
    const double off = (static_cast<double>(i) + 0.5) / static_cast<double>(side) - 0.5;
    out[i] = std::exp(-0.5 * (off / kSpread) * (off / kSpread));
  }
  return out;
}

void find_core(const ImageView<float>& depth_m, BoxPixels& pixels) {
  const std::size_t width = pixels.box.width(), height = pixels.box.height();
  const auto middle = [](std::size_t i, std::size_t side) {
    return 4 * i + 2 >= side && 4 * i + 2 <= 3 * side;
  };
  for (std::size_t row = 0; row < height; ++row) {
    if (!middle(row, height)) continue;
    for (std::size_t col = 0; col < width; ++col) {
      const std::size_t pixel = (pixels.box.y0 + row) * depth_m.width + pixels.box.x0 + col;
      if (middle(col, width) && depth_m.pixels[pixel] > 0.0F) pixels.core.push_back(pixel);
    }
  }
}

/// Counts, for each pixel on a side of the box that is not the image's, whether its surface goes
/// on outward for the reach.
class Leaving {
 public:
  Leaving(const ImageView<float>& depth_m, const std::vector<std::int8_t>& labels,
          const DepthJump& jump, std::ptrdiff_t reach, BoxPixels& pixels)
      : depth_m_(depth_m), labels_(labels), jump_(jump), reach_(reach), pixels_(pixels) {}

  void mark_all() {
    const PixelBox& box = pixels_.box;
    const auto stride = static_cast<std::ptrdiff_t>(depth_m_.width);
    for (std::size_t row = 0; row < box.height(); ++row) {
      const std::size_t first = row * box.width();
      if (room(box.x0)) mark(first, -1);
      if (room(depth_m_.width - box.x1)) mark(first + box.width() - 1, 1);
    }
    for (std::size_t col = 0; col < box.width(); ++col) {
      if (room(box.y0)) mark(col, -stride);
      if (room(depth_m_.height - box.y1)) mark((box.height() - 1) * box.width() + col, stride);
    }
  }

 private:
  bool room(std::size_t pixels) const { return static_cast<std::ptrdiff_t>(pixels) >= reach_; }

  void mark(std::size_t i, std::ptrdiff_t step) {
    ++pixels_.edge;
    const auto start = static_cast<std::ptrdiff_t>(pixels_.index(i));
    const auto at = [&](std::ptrdiff_t k) {
      return static_cast<double>(depth_m_.pixels[static_cast<std::size_t>(start + k * step)]);
    };
    for (std::ptrdiff_t k = 0; k < reach_; ++k) {
      const double a = at(k), b = at(k + 1), low = std::min(a, b);
      if (low <= 0.0 || std::abs(a - b) > jump_.at(low)) return;
    }
    const auto end = static_cast<std::size_t>(start + reach_ * step);
    if (labels_[end] == labels_[pixels_.index(i)]) ++pixels_.leaving[i];
  }

  const ImageView<float>& depth_m_;
  const std::vector<std::int8_t>& labels_;
  const DepthJump& jump_;
  std::ptrdiff_t reach_;
  BoxPixels& pixels_;
};

}  // namespace

BoxPixels box_pixels(const ImageView<float>& depth_m, const std::vector<std::int8_t>& labels,
                     const PixelBox& box, const DepthJump& jump, float leak_reach) {
  BoxPixels pixels;
  pixels.box = box;
  pixels.image_width = depth_m.width;
  pixels.leaving.assign(box.area(), 0);
  pixels.weight.reserve(box.area());
  const auto across = bell(box.width()), down = bell(box.height());
  for (const double y : down) {
    for (const double x : across) pixels.weight.push_back(y * x);
  }
  find_core(depth_m, pixels);
  const double longer = static_cast<double>(std::max(box.width(), box.height()));
  const long reach = std::lround(static_cast<double>(leak_reach) * longer);
  Leaving(depth_m, labels, jump, std::max(2L, reach), pixels).mark_all();
  return pixels;
}

}  // namespace inherit_fast
