#include <pybind11/typing.h>

#include <string>

#include "arrays.hpp"
#include "boxes.hpp"
#include "inherit_fast/assign.hpp"

namespace inherit_fast::python {
namespace {

using Result = py::typing::Tuple<Array<std::int32_t>, Array<std::int32_t>, Array<float>>;

template <typename T>
std::span<const T> span_of(const Array<T>& array) {
  return {array.data(), static_cast<std::size_t>(array.size())};
}

void require_labels(const Array<std::int32_t>& labels, py::ssize_t low, py::ssize_t end,
                    const char* name) {
  for (const auto label : span_of(labels)) {
    if (label < low || label >= end) {
      throw py::value_error(std::string(name) + ": expected " + std::to_string(low) + " to " +
                            std::to_string(end - 1) + ", got " + std::to_string(label));
    }
  }
}

Result two_stages(const FeatureBank& bank, const Array<float>& features, const Array<double>& boxes,
                  const Array<std::int32_t>& labels, const Array<std::int64_t>& node_ids,
                  const Array<double>& node_boxes, const Array<std::int32_t>& node_labels,
                  const Array<std::uint8_t>& agree, float high_cosine, double far_gap_m,
                  double overlap_bonus, double label_bonus, double penalty_per_m,
                  float moderate_cosine, double near_gap_m) {
  require_shape(features, {-1, static_cast<py::ssize_t>(bank.dim())}, "features");
  const auto count = features.shape(0);
  require_shape(boxes, {count, 15}, "boxes");
  const auto packed = boxes_of(boxes, "boxes");
  require_shape(labels, {count}, "labels");
  require_shape(node_ids, {-1}, "node_ids");
  const auto nodes = node_ids.shape(0);
  require_shape(node_boxes, {nodes, 15}, "node_boxes");
  require_shape(node_labels, {nodes}, "node_labels");
  require_shape(agree, {-1, -1}, "agree");
  require_labels(labels, 0, agree.shape(0), "labels");
  require_labels(node_labels, -1, agree.shape(1), "node_labels");
  const AssignInput input{span_of(features),   packed,
                          span_of(labels),     span_of(node_ids),
                          span_of(node_boxes), span_of(node_labels),
                          span_of(agree),      static_cast<std::size_t>(agree.shape(1))};
  std::vector<Assigned> assigned;
  {
    const py::gil_scoped_release release;
    assigned = assign(bank, input,
                      {high_cosine, far_gap_m, overlap_bonus, label_bonus, penalty_per_m,
                       moderate_cosine, near_gap_m});
  }
  std::vector<std::int32_t> node, stage;
  std::vector<float> cosine;
  for (const auto& a : assigned) {
    node.push_back(a.node), stage.push_back(a.stage), cosine.push_back(a.cosine);
  }
  return py::make_tuple(to_array(std::move(node), {count}), to_array(std::move(stage), {count}),
                        to_array(std::move(cosine), {count}));
}

}  // namespace

void bind_assign(py::module_& m) {
  m.def(
      "assign", &two_stages, py::arg("bank"), py::kw_only(), py::arg("features").noconvert(),
      py::arg("boxes").noconvert(), py::arg("labels").noconvert(), py::arg("node_ids").noconvert(),
      py::arg("node_boxes").noconvert(), py::arg("node_labels").noconvert(),
      py::arg("agree").noconvert(), py::arg("high_cosine"), py::arg("far_gap_m"),
      py::arg("overlap_bonus"), py::arg("label_bonus"), py::arg("penalty_per_m"),
      py::arg("moderate_cosine"), py::arg("near_gap_m"),
      "Match observations with nodes, one to one, greedy over the best pairs first.\n\n"
      "Stage 1 takes pairs of cosine >= high_cosine whose boxes are at most far_gap_m apart\n"
      "(infinity: any); stage 2 takes from the rest those of cosine >= moderate_cosine within\n"
      "near_gap_m whose labels agree. The cosine of a pair is the largest over the node's rows;\n"
      "pairs are ordered by cosine + overlap_bonus * IoU - penalty_per_m * gap of the boxes,\n"
      "+ label_bonus where the labels agree; scores equal to a millionth go by node id, then by\n"
      "observation. The answer equals that of sorting all pairs.\n\n"
      "features (M, dim) float32 unit; boxes (M, 15) and node_boxes (N, 15) float64 as in\n"
      "box_iou; labels (M,) int32 rows and node_labels (N,) int32 columns of agree (A, B) uint8;\n"
      "node_ids (N,) int64. The bank's slot is the node's position; a position without a node\n"
      "has label -1 and no rows. Returns (M,) int32 positions or -1, (M,) int32 stages (0\n"
      "without a node), (M,) float32 cosines.");
}

}  // namespace inherit_fast::python
