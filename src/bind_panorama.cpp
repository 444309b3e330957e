#include <cstring>
#include <string>
#include <tuple>
#include <utility>

#include "arrays.hpp"
#include "inherit_fast/panorama.hpp"

namespace inherit_fast::python {
namespace {

std::vector<PanoramaFace> faces_of(const Array<double>& intrinsics, const Array<double>& rotations,
                                   std::size_t height, std::size_t width) {
  require_shape(intrinsics, {-1, 4}, "intrinsics");
  require_shape(rotations, {intrinsics.shape(0), 3, 3}, "R_panorama_face");
  std::vector<PanoramaFace> faces;
  for (py::ssize_t f = 0; f < intrinsics.shape(0); ++f) {
    const double* k = intrinsics.data(f, 0);
    PanoramaFace face{{k[0], k[1], k[2], k[3]}, {}, height, width};
    std::copy_n(rotations.data(f, 0, 0), 9, face.R_panorama_face.begin());
    faces.push_back(face);
  }
  return faces;
}

Sampling sampling_of(const std::string& name) {
  if (name == "nearest") return Sampling::nearest;
  if (name == "bilinear") return Sampling::bilinear;
  throw py::value_error("sampling: expected nearest or bilinear, got " + name);
}

/// Images are H x W x C for bytes, else H x W.
template <typename T>
std::vector<py::ssize_t> image_shape(std::vector<py::ssize_t> head, py::ssize_t channels) {
  if constexpr (std::is_same_v<T, std::uint8_t>) head.push_back(channels);
  return head;
}

template <typename T>
std::size_t channels_of(const Array<T>& images, std::size_t leading, const char* name) {
  require_shape(images, image_shape<T>(std::vector<py::ssize_t>(leading, -1), -1), name);
  if constexpr (std::is_same_v<T, std::uint8_t>) {
    return static_cast<std::size_t>(images.shape(static_cast<py::ssize_t>(leading)));
  } else {
    return 1;
  }
}

template <typename T>
py::array_t<T> unwrap(const Array<T>& panorama, const Array<double>& intrinsics,
                      const Array<double>& rotations, std::size_t height, std::size_t width,
                      const std::string& sampling) {
  const std::size_t channels = channels_of(panorama, 2, "panorama");
  const auto faces = faces_of(intrinsics, rotations, height, width);
  const Sampling how = sampling_of(sampling);
  const Panorama shape{static_cast<std::size_t>(panorama.shape(0)),
                       static_cast<std::size_t>(panorama.shape(1))};
  const std::size_t size = height * width * channels;
  std::vector<T> out(faces.size() * size);
  {
    const py::gil_scoped_release nogil;
    const std::span<const T> pixels(panorama.data(), static_cast<std::size_t>(panorama.size()));
    for (std::size_t f = 0; f < faces.size(); ++f) {
      unwrap_face(pixels, shape, channels, faces[f], how,
                  std::span<T>(out).subspan(f * size, size));
    }
  }
  const auto ints = [](std::size_t n) { return static_cast<py::ssize_t>(n); };
  return to_array(std::move(out),
                  image_shape<T>({ints(faces.size()), ints(height), ints(width)}, ints(channels)));
}

template <typename T>
std::pair<py::array_t<T>, py::array_t<std::uint8_t>> wrap(const Array<T>& faces,
                                                          const Array<double>& intrinsics,
                                                          const Array<double>& rotations,
                                                          std::size_t height, std::size_t width,
                                                          const std::string& sampling) {
  const std::size_t channels = channels_of(faces, 3, "faces");
  const auto views = faces_of(intrinsics, rotations, static_cast<std::size_t>(faces.shape(1)),
                              static_cast<std::size_t>(faces.shape(2)));
  if (static_cast<py::ssize_t>(views.size()) != faces.shape(0)) {
    throw py::value_error("intrinsics: expected one row a face, got " +
                          std::to_string(views.size()));
  }
  const Sampling how = sampling_of(sampling);
  std::vector<T> out(height * width * channels);
  std::vector<std::uint8_t> covered(height * width);
  {
    const py::gil_scoped_release nogil;
    std::vector<std::span<const T>> pixels;
    for (std::size_t f = 0; f < views.size(); ++f) {
      const std::size_t size = views[f].height * views[f].width * channels;
      pixels.emplace_back(faces.data() + f * size, size);
    }
    wrap_faces<T>(pixels, views, channels, {height, width}, how, out, covered);
  }
  const std::vector<py::ssize_t> shape{static_cast<py::ssize_t>(height),
                                       static_cast<py::ssize_t>(width)};
  return {to_array(std::move(out), image_shape<T>(shape, static_cast<py::ssize_t>(channels))),
          to_array(std::move(covered), shape)};
}

using MapPoints = std::vector<PixelPoint> (*)(std::span<const PixelPoint>, const PanoramaFace&,
                                              const Panorama&);

template <MapPoints Map>
py::array_t<double> map_points(const Array<double>& points, const Array<double>& intrinsics,
                               const Array<double>& rotation, std::size_t panorama_height,
                               std::size_t panorama_width) {
  require_shape(points, {-1, 2}, "points");
  require_shape(rotation, {3, 3}, "R_panorama_face");
  PanoramaFace face{intrinsics_of(intrinsics, "intrinsics"), {}, 1, 1};
  std::copy_n(rotation.data(), 9, face.R_panorama_face.begin());
  const std::span<const PixelPoint> view(reinterpret_cast<const PixelPoint*>(points.data()),
                                         static_cast<std::size_t>(points.shape(0)));
  std::vector<PixelPoint> found;
  {
    const py::gil_scoped_release nogil;
    found = Map(view, face, {panorama_height, panorama_width});
  }
  py::array_t<double> out({points.shape(0), py::ssize_t{2}});
  if (!found.empty())
    std::memcpy(out.mutable_data(), found.data(), found.size() * sizeof(found[0]));
  return out;
}

template <typename T>
void bind_unwrap(py::module_& m) {
  m.def("unwrap_panorama", &unwrap<T>, py::arg("panorama").noconvert(), py::kw_only(),
        py::arg("intrinsics").noconvert(), py::arg("R_panorama_face").noconvert(),
        py::arg("height"), py::arg("width"), py::arg("sampling"),
        R"(Cut perspective faces out of an equirectangular image.

Column c of W looks ((c + 0.5) / W - 0.5) turns to the right of straight ahead; pixels are square
and the middle of the height is level. Axes are a camera's: x right, y down, z ahead.

Args:
    panorama: (H, W, C) uint8, (H, W) int32 or (H, W) float32.
    intrinsics: (F, 4) float64, fx fy cx cy of each face in pixels.
    R_panorama_face: (F, 3, 3) float64, face axes to panorama axes.
    height, width: of a face.
    sampling: nearest or bilinear; int32 (labels) is always nearest.

Returns:
    (F, height, width[, C]) of the same dtype; 0 above and below the panorama.

Raises:
    TypeError: wrong dtype or not C-contiguous (nothing is converted silently).
    ValueError: a shape, size, camera or rotation is not what it should be.)");
}

template <typename T>
void bind_wrap(py::module_& m) {
  m.def("wrap_panorama", &wrap<T>, py::arg("faces").noconvert(), py::kw_only(),
        py::arg("intrinsics").noconvert(), py::arg("R_panorama_face").noconvert(),
        py::arg("height"), py::arg("width"), py::arg("sampling"),
        R"(Join perspective faces to an equirectangular image; the inverse of unwrap_panorama.

Each pixel comes from the face that sees it nearest to its own axis.

Args:
    faces: (F, h, w, C) uint8, (F, h, w) int32 or (F, h, w) float32.
    intrinsics, R_panorama_face: as in unwrap_panorama.
    height, width: of the panorama.
    sampling: nearest or bilinear; int32 (labels) is always nearest.

Returns:
    (height, width[, C]) of the same dtype, and (height, width) uint8: 1 where a face looks.

Raises:
    TypeError: wrong dtype or not C-contiguous (nothing is converted silently).
    ValueError: a shape, size, camera or rotation is not what it should be.)");
}

}  // namespace

void bind_panorama(py::module_& m) {
  bind_unwrap<std::uint8_t>(m);
  bind_unwrap<std::int32_t>(m);
  bind_unwrap<float>(m);
  bind_wrap<std::uint8_t>(m);
  bind_wrap<std::int32_t>(m);
  bind_wrap<float>(m);
  m.def("face_to_panorama", &map_points<face_to_panorama>, py::arg("points").noconvert(),
        py::kw_only(), py::arg("intrinsics").noconvert(), py::arg("R_panorama_face").noconvert(),
        py::arg("panorama_height"), py::arg("panorama_width"),
        R"(Where pixels of a face lie in the panorama.

Args:
    points: (N, 2) float64, column and row.
    intrinsics: (4,) float64.
    R_panorama_face: (3, 3) float64.
    panorama_height, panorama_width: pixels.

Returns:
    (N, 2) float64; columns lie in [-0.5, panorama_width - 0.5).)");
  m.def("panorama_to_face", &map_points<panorama_to_face>, py::arg("points").noconvert(),
        py::kw_only(), py::arg("intrinsics").noconvert(), py::arg("R_panorama_face").noconvert(),
        py::arg("panorama_height"), py::arg("panorama_width"),
        R"(Where pixels of a panorama lie in a face; the inverse of face_to_panorama.

Args:
    points: (N, 2) float64, column and row.
    intrinsics, R_panorama_face, panorama_height, panorama_width: as in face_to_panorama.

Returns:
    (N, 2) float64, NaN for what lies behind the face's camera; not clipped to its image.)");
}

}  // namespace inherit_fast::python
