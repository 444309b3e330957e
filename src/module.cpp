#include <pybind11/pybind11.h>

namespace inherit_fast::python {

namespace py = pybind11;

// One line a noun, in alphabetical order; each lives in bind_<noun>.cpp.
void bind_assign(py::module_& m);
void bind_back_project(py::module_& m);
void bind_box_fit(py::module_& m);
void bind_boxes(py::module_& m);
void bind_cluster(py::module_& m);
void bind_depth_segment(py::module_& m);
void bind_feature_bank(py::module_& m);
void bind_frame_planes(py::module_& m);
void bind_height_bands(py::module_& m);
void bind_occupancy_grid(py::module_& m);
void bind_panorama(py::module_& m);
void bind_preprocess(py::module_& m);
void bind_register_depth(py::module_& m);
void bind_relations(py::module_& m);
void bind_room_cleanup(py::module_& m);
void bind_room_labels(py::module_& m);
void bind_rooms(py::module_& m);
void bind_scan_projection(py::module_& m);
void bind_visibility(py::module_& m);
void bind_voxel_coverage(py::module_& m);
void bind_voxel_points(py::module_& m);

}  // namespace inherit_fast::python

PYBIND11_MODULE(_core, m) {
  m.doc() = "Compiled kernels of inherit_fast. Import them from inherit_fast.kernels.";
  m.attr("__version__") = INHERIT_FAST_VERSION;
  inherit_fast::python::bind_back_project(m);
  inherit_fast::python::bind_box_fit(m);
  inherit_fast::python::bind_boxes(m);
  inherit_fast::python::bind_cluster(m);
  inherit_fast::python::bind_depth_segment(m);
  inherit_fast::python::bind_feature_bank(m);
  inherit_fast::python::bind_frame_planes(m);
  inherit_fast::python::bind_height_bands(m);
  inherit_fast::python::bind_occupancy_grid(m);
  inherit_fast::python::bind_panorama(m);
  inherit_fast::python::bind_preprocess(m);
  inherit_fast::python::bind_register_depth(m);
  inherit_fast::python::bind_relations(m);
  inherit_fast::python::bind_room_cleanup(m);
  inherit_fast::python::bind_room_labels(m);
  inherit_fast::python::bind_rooms(m);
  inherit_fast::python::bind_scan_projection(m);
  inherit_fast::python::bind_visibility(m);
  inherit_fast::python::bind_voxel_coverage(m);
  inherit_fast::python::bind_voxel_points(m);
  inherit_fast::python::bind_assign(m);  // last: its signature names FeatureBank
}
