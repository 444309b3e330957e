#include <array>
#include <span>

#include "arrays.hpp"
#include "inherit_fast/preprocess.hpp"

namespace inherit_fast::python {
namespace {

std::array<float, 3> three_of(const Array<float>& values, const char* name) {
  require_shape(values, {3}, name);
  return {values.data()[0], values.data()[1], values.data()[2]};
}

py::array_t<float> bound_preprocess(const Array<std::uint8_t>& rgb, const Array<double>& box_px,
                                    py::ssize_t out_height, py::ssize_t out_width,
                                    const Array<float>& mean, const Array<float>& std, bool bgr) {
  require_shape(rgb, {-1, -1, 3}, "rgb");
  require_shape(box_px, {4}, "box_px");
  if (out_height < 1) throw py::value_error("out_height: expected >= 1");
  if (out_width < 1) throw py::value_error("out_width: expected >= 1");
  const Normalisation norm{three_of(mean, "mean"), three_of(std, "std"), bgr};
  const double* box = box_px.data();
  py::array_t<float> out({py::ssize_t{3}, out_height, out_width});
  const std::span<float> values(out.mutable_data(), static_cast<std::size_t>(out.size()));
  {
    const py::gil_scoped_release unlocked;
    preprocess({rgb.data(), static_cast<std::size_t>(rgb.size())},
               static_cast<std::size_t>(rgb.shape(0)), static_cast<std::size_t>(rgb.shape(1)),
               {box[0], box[1], box[2], box[3]}, static_cast<std::size_t>(out_height),
               static_cast<std::size_t>(out_width), norm, values);
  }
  return out;
}

}  // namespace

void bind_preprocess(py::module_& m) {
  m.def(
      "preprocess", &bound_preprocess, py::kw_only(), py::arg("rgb").noconvert(),
      py::arg("box_px").noconvert(), py::arg("out_height"), py::arg("out_width"),
      py::arg("mean").noconvert(), py::arg("std").noconvert(), py::arg("bgr"),
      R"(Resizes a crop of an image, normalises it and lays it out channel by channel, in one pass.

Each axis shrinks by area average and grows by bilinear interpolation between pixel centres.

Args:
    rgb: (H, W, 3) uint8.
    box_px: (4,) float64, x0 y0 x1 y1; pixel i covers [i, i + 1). It may reach beyond the image:
        what lies outside counts as the mean, so it is 0 in the result.
    out_height: rows of the result.
    out_width: columns of the result.
    mean: (3,) float32, in the order of the output's channels.
    std: (3,) float32, positive, in the same order.
    bgr: the output's channels are blue, green, red.

Returns:
    (3, out_height, out_width) float32, (value - mean) / std.

Raises:
    ValueError: a shape differs, or the box is empty or not finite.)");
}

}  // namespace inherit_fast::python
