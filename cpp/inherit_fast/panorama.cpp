#include "inherit_fast/panorama.hpp"

#include <cmath>
#include <stdexcept>

#include "inherit_fast/image_reader.hpp"
#include "inherit_fast/simd.hpp"

namespace inherit_fast {
namespace {

void require_sane(const PanoramaFace& face, const Panorama& panorama, std::size_t channels) {
  if (panorama.height == 0 || panorama.width == 0 || face.height == 0 || face.width == 0 ||
      channels == 0) {
    throw std::invalid_argument("panorama and faces must have pixels");
  }
  const auto& k = face.camera;
  if (!(k.fx > 0.0 && k.fy > 0.0 && std::isfinite(k.fx + k.fy + k.cx + k.cy))) {
    throw std::invalid_argument("intrinsics: expected finite numbers, fx and fy > 0");
  }
  const auto& R = face.R_panorama_face;
  for (std::size_t i = 0; i < 3; ++i) {
    for (std::size_t j = 0; j < 3; ++j) {
      const double dot =
          R[3 * i] * R[3 * j] + R[3 * i + 1] * R[3 * j + 1] + R[3 * i + 2] * R[3 * j + 2];
      if (!(std::fabs(dot - (i == j ? 1.0 : 0.0)) < 1e-6)) {  // NaN fails as well
        throw std::invalid_argument("R_panorama_face: expected rotations");
      }
    }
  }
}

/// A row of sampling places.
struct Places {
  explicit Places(std::size_t width) : x(width), y(width) {}
  std::vector<float> x, y;
};

/// Panorama places of one row of a face.
INHERIT_FAST_CLONES void row_of_face(const PanoramaFace& face, const Panorama& panorama,
                                     std::size_t row, float* __restrict px, float* __restrict py) {
  const auto& R = face.R_panorama_face;
  const double b = (static_cast<double>(row) - face.camera.cy) / face.camera.fy;
  const auto ox = static_cast<float>(R[1] * b + R[2]), oy = static_cast<float>(R[4] * b + R[5]),
             oz = static_cast<float>(R[7] * b + R[8]);
  const auto dx = static_cast<float>(R[0]), dy = static_cast<float>(R[3]),
             dz = static_cast<float>(R[6]);
  const auto per_fx = static_cast<float>(1.0 / face.camera.fx),
             cx = static_cast<float>(face.camera.cx);
  const auto per_rad = static_cast<float>(panorama.px_per_rad()),
             mx = static_cast<float>(panorama.cx()), my = static_cast<float>(panorama.cy());
  const auto width = static_cast<std::int32_t>(face.width);
  for (std::int32_t col = 0; col < width; ++col) {
    const float a = (static_cast<float>(col) - cx) * per_fx;
    const float x = ox + dx * a, y = oy + dy * a, z = oz + dz * a;
    px[col] = mx + quick_atan2(x, z) * per_rad;
    py[col] = my + quick_atan2(y, std::sqrt(x * x + z * z)) * per_rad;
  }
}

/// Face places of one row of the panorama, where this face is better than those before it:
/// `best` holds the cosine to the nearest axis so far.
INHERIT_FAST_CLONES void row_of_panorama(const PanoramaFace& face, float down, const float* sines,
                                         const float* cosines, std::size_t count,
                                         std::int32_t index, float* __restrict best,
                                         std::int32_t* __restrict chosen, float* __restrict px,
                                         float* __restrict py) {
  float R[9];
  for (std::size_t i = 0; i < 9; ++i) R[i] = static_cast<float>(face.R_panorama_face[i]);
  const float level = std::cos(down), y = std::sin(down);
  const auto fx = static_cast<float>(face.camera.fx), fy = static_cast<float>(face.camera.fy),
             cx = static_cast<float>(face.camera.cx), cy = static_cast<float>(face.camera.cy);
  const auto right = static_cast<float>(face.width) - 0.5f,
             bottom = static_cast<float>(face.height) - 0.5f;
  for (std::size_t i = 0; i < count; ++i) {
    const float x = level * sines[i], z = level * cosines[i];
    const float c = R[2] * x + R[5] * y + R[8] * z;
    const float per_c = 1.0f / (c > 1e-6f ? c : 1e-6f);
    const float u = cx + fx * (R[0] * x + R[3] * y + R[6] * z) * per_c;
    const float v = cy + fy * (R[1] * x + R[4] * y + R[7] * z) * per_c;
    const bool better =
        (c > best[i]) & (c > 1e-6f) & (u >= -0.5f) & (u < right) & (v >= -0.5f) & (v < bottom);
    best[i] = better ? c : best[i];
    chosen[i] = better ? index : chosen[i];
    px[i] = better ? u : px[i];
    py[i] = better ? v : py[i];
  }
}

}  // namespace

template <typename T>
void unwrap_face(std::span<const T> pixels, const Panorama& panorama, std::size_t channels,
                 const PanoramaFace& face, Sampling sampling, std::span<T> out) {
  require_sane(face, panorama, channels);
  const ImageReader<T, true> reader(pixels, panorama.height, panorama.width, channels);
  Places places(face.width);
  for (std::size_t row = 0; row < face.height; ++row) {
    row_of_face(face, panorama, row, places.x.data(), places.y.data());
    T* to = out.data() + row * face.width * channels;
    for (std::size_t col = 0; col < face.width; ++col, to += channels) {
      if (reader.holds(places.x[col], places.y[col])) {
        reader.read(sampling, places.x[col], places.y[col], to);
      } else {
        std::fill_n(to, channels, T{0});
      }
    }
  }
}

template <typename T>
void wrap_faces(const std::vector<std::span<const T>>& faces,
                const std::vector<PanoramaFace>& views, std::size_t channels,
                const Panorama& panorama, Sampling sampling, std::span<T> out,
                std::span<std::uint8_t> covered) {
  std::vector<ImageReader<T, false>> readers;
  for (std::size_t f = 0; f < views.size(); ++f) {
    require_sane(views[f], panorama, channels);
    readers.emplace_back(faces[f], views[f].height, views[f].width, channels);
  }
  const std::size_t width = panorama.width;
  std::vector<float> sines(width), cosines(width), best(width);
  for (std::size_t col = 0; col < width; ++col) {
    const double right = (static_cast<double>(col) - panorama.cx()) / panorama.px_per_rad();
    sines[col] = static_cast<float>(std::sin(right));
    cosines[col] = static_cast<float>(std::cos(right));
  }
  Places places(width);
  std::vector<std::int32_t> chosen(width);
  for (std::size_t row = 0; row < panorama.height; ++row) {
    const auto down =
        static_cast<float>((static_cast<double>(row) - panorama.cy()) / panorama.px_per_rad());
    std::fill(best.begin(), best.end(), 0.0f);
    std::fill(chosen.begin(), chosen.end(), -1);
    for (std::size_t f = 0; f < views.size(); ++f) {
      row_of_panorama(views[f], down, sines.data(), cosines.data(), width,
                      static_cast<std::int32_t>(f), best.data(), chosen.data(), places.x.data(),
                      places.y.data());
    }
    for (std::size_t col = 0; col < width; ++col) {
      const std::size_t at = row * width + col;
      covered[at] = chosen[col] >= 0 ? 1 : 0;
      T* to = out.data() + at * channels;
      if (chosen[col] < 0) {
        std::fill_n(to, channels, T{0});
      } else {
        readers[static_cast<std::size_t>(chosen[col])].read(sampling, places.x[col], places.y[col],
                                                            to);
      }
    }
  }
}

template void unwrap_face<std::uint8_t>(std::span<const std::uint8_t>, const Panorama&, std::size_t,
                                        const PanoramaFace&, Sampling, std::span<std::uint8_t>);
template void unwrap_face<std::int32_t>(std::span<const std::int32_t>, const Panorama&, std::size_t,
                                        const PanoramaFace&, Sampling, std::span<std::int32_t>);
template void unwrap_face<float>(std::span<const float>, const Panorama&, std::size_t,
                                 const PanoramaFace&, Sampling, std::span<float>);
template void wrap_faces<std::uint8_t>(const std::vector<std::span<const std::uint8_t>>&,
                                       const std::vector<PanoramaFace>&, std::size_t,
                                       const Panorama&, Sampling, std::span<std::uint8_t>,
                                       std::span<std::uint8_t>);
template void wrap_faces<std::int32_t>(const std::vector<std::span<const std::int32_t>>&,
                                       const std::vector<PanoramaFace>&, std::size_t,
                                       const Panorama&, Sampling, std::span<std::int32_t>,
                                       std::span<std::uint8_t>);
template void wrap_faces<float>(const std::vector<std::span<const float>>&,
                                const std::vector<PanoramaFace>&, std::size_t, const Panorama&,
                                Sampling, std::span<float>, std::span<std::uint8_t>);

}  // namespace inherit_fast
