#include "arrays.hpp"
#include "inherit_fast/feature_bank.hpp"

namespace inherit_fast::python {
namespace {

void put(FeatureBank& bank, std::int64_t slot, const Array<float>& features) {
  require_shape(features, {-1, static_cast<py::ssize_t>(bank.dim())}, "features");
  bank.put(slot, {features.data(), static_cast<std::size_t>(features.size())});
}

}  // namespace

void bind_feature_bank(py::module_& m) {
  py::class_<FeatureBank> cls(
      m, "FeatureBank",
      "Unit float32 features in rows, a few to a slot, never more than max_rows in all.\n\n"
      "Not for several threads at once while it is being changed.");
  cls.def(py::init<std::size_t, std::size_t>(), py::kw_only(), py::arg("dim"), py::arg("max_rows"));
  cls.def("put", &put, py::arg("slot"), py::arg("features").noconvert(),
          "Replace the rows of slot (an int) by features (K, dim) float32, each at most of unit\n"
          "length. Rows that do not fit under max_rows are left out and counted.");
  cls.def("remove", &FeatureBank::remove, py::arg("slot"), "Forget a slot; unknown ones too.");
  cls.def("__len__", &FeatureBank::rows);
  cls.def_property_readonly("dim", &FeatureBank::dim);
  cls.def_property_readonly("bytes", &FeatureBank::bytes, "Memory of the rows.");
  cls.def_property_readonly("dropped_rows", &FeatureBank::dropped_rows,
                            "Rows left out because max_rows was reached.");
}

}  // namespace inherit_fast::python
