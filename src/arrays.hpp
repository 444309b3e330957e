#pragma once

#include <pybind11/numpy.h>
#include <pybind11/pybind11.h>

#include <algorithm>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "inherit_fast/types.hpp"

namespace inherit_fast::python {

namespace py = pybind11;

/// A C-contiguous array of exactly T. Bind it with .noconvert(): a wrong dtype or layout is then a
/// TypeError and nothing is copied behind the caller's back.
template <typename T>
using Array = py::array_t<T, py::array::c_style>;

/// Refuses an array whose shape differs from `shape`; -1 stands for any size.
template <typename T>
void require_shape(const Array<T>& array, const std::vector<py::ssize_t>& shape, const char* name) {
  const std::vector<py::ssize_t> got(array.shape(), array.shape() + array.ndim());
  bool same = got.size() == shape.size();
  for (std::size_t i = 0; same && i < shape.size(); ++i) {
    same = shape[i] < 0 || shape[i] == got[i];
  }
  if (same) return;
  const auto text = [](const std::vector<py::ssize_t>& sizes) {
    std::string out;
    for (const auto n : sizes) {
      out += (out.empty() ? "" : " x ") + (n < 0 ? std::string("any") : std::to_string(n));
    }
    return out.empty() ? std::string("a scalar") : out;
  };
  throw py::value_error(std::string(name) + ": expected " + text(shape) + ", got " + text(got));
}

template <typename T>
ImageView<T> image_view(const Array<T>& image, const char* name) {
  require_shape(image, {-1, -1}, name);
  return {{image.data(), static_cast<std::size_t>(image.size())},
          static_cast<std::size_t>(image.shape(0)),
          static_cast<std::size_t>(image.shape(1))};
}

inline std::span<const Point3> points_view(const Array<float>& points, const char* name) {
  require_shape(points, {-1, 3}, name);
  return {reinterpret_cast<const Point3*>(points.data()),
          static_cast<std::size_t>(points.shape(0))};
}

inline Pose pose_of(const Array<double>& T, const char* name) {
  require_shape(T, {4, 4}, name);
  Pose pose{};
  std::copy_n(T.data(), pose.m.size(), pose.m.begin());
  return pose;
}

inline Intrinsics intrinsics_of(const Array<double>& k, const char* name) {
  require_shape(k, {4}, name);
  return {k.data()[0], k.data()[1], k.data()[2], k.data()[3]};
}

/// Hands a vector's memory to NumPy without copying it.
template <typename T>
py::array_t<T> to_array(std::vector<T>&& values, std::vector<py::ssize_t> shape) {
  auto owned = std::make_unique<std::vector<T>>(std::move(values));
  const T* data = owned->data();
  const py::capsule free(owned.get(), [](void* p) { delete static_cast<std::vector<T>*>(p); });
  [[maybe_unused]] const auto* now_of_the_capsule = owned.release();
  return py::array_t<T>(std::move(shape), data, free);
}

/// Moves points into an (N, 3) float32 array without copying them.
inline py::array_t<float> to_array(std::vector<Point3>&& points) {
  auto owned = std::make_unique<std::vector<Point3>>(std::move(points));
  const auto rows = static_cast<py::ssize_t>(owned->size());
  const auto* data = reinterpret_cast<const float*>(owned->data());
  const py::capsule free(owned.get(), [](void* p) { delete static_cast<std::vector<Point3>*>(p); });
  [[maybe_unused]] const auto* now_of_the_capsule = owned.release();
  return py::array_t<float>({rows, py::ssize_t{3}}, data, free);
}

}  // namespace inherit_fast::python
