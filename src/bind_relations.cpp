#include <string>
#include <utility>

#include "arrays.hpp"
#include "boxes.hpp"
#include "inherit_fast/relations.hpp"

namespace inherit_fast::python {
namespace {

std::vector<BoxKind> kinds_of(const Array<std::uint8_t>& kinds, py::ssize_t boxes) {
  require_shape(kinds, {boxes}, "kinds");
  std::vector<BoxKind> out;
  for (py::ssize_t i = 0; i < boxes; ++i) {
    const auto kind = kinds.data()[i];
    if (kind > static_cast<std::uint8_t>(BoxKind::stemmed)) {
      throw py::value_error("kinds: expected 0 to 6, got " + std::to_string(kind) + " for box " +
                            std::to_string(i));
    }
    out.push_back(static_cast<BoxKind>(kind));
  }
  return out;
}

std::span<const std::int32_t> integers(const Array<std::int32_t>& values, py::ssize_t size,
                                       const char* name) {
  require_shape(values, {size}, name);
  return {values.data(), static_cast<std::size_t>(values.size())};
}

template <typename T, typename Field>
py::array_t<T> column(const std::vector<BoxRelation>& relations, Field field) {
  std::vector<T> out;
  out.reserve(relations.size());
  for (const auto& relation : relations) out.push_back(static_cast<T>(relation.*field));
  const auto rows = static_cast<py::ssize_t>(out.size());
  return to_array(std::move(out), {rows});
}

using Columns = py::typing::Tuple<py::array_t<std::int32_t>, py::array_t<std::int32_t>,
                                  py::array_t<std::uint8_t>, py::array_t<float>>;

Columns relate(const Array<double>& boxes, const Array<std::uint8_t>& kinds,
               const Array<std::int32_t>& groups, const Array<std::int32_t>& subjects,
               const RelationRules& rules) {
  const auto things = boxes_of(boxes, "boxes");
  const auto settled = kinds_of(kinds, boxes.shape(0));
  const auto rooms = integers(groups, boxes.shape(0), "groups");
  const auto asked = integers(subjects, -1, "subjects");
  std::vector<BoxRelation> found;
  {
    const py::gil_scoped_release release;
    found = relate_boxes(things, settled, rooms, asked, rules);
  }
  return py::make_tuple(column<std::int32_t>(found, &BoxRelation::subject),
                        column<std::int32_t>(found, &BoxRelation::object),
                        column<std::uint8_t>(found, &BoxRelation::predicate),
                        column<float>(found, &BoxRelation::confidence));
}

}  // namespace

void bind_relations(py::module_& m) {
  m.def(
      "relation_predicates",
      [] {
        py::typing::List<py::str> names;
        for (const auto* name : kPredicateNames) names.append(name);
        return names;
      },
      "Names of the predicates that relate_boxes gives as positions in this list.");
  m.def(
      "relate_boxes",
      [](const Array<double>& boxes, const Array<std::uint8_t>& kinds,
         const Array<std::int32_t>& groups, const Array<std::int32_t>& subjects, double near_gap_m,
         std::size_t near_count, double support_overlap, double sunk_m, double raised_m,
         double stem_m, double sunk_share, double small_share, double seat_share,
         double seat_height_m, double cover_share, double inside_share, double above_gap_m,
         double beside_gap_m, double beside_offset_m, double beside_height) {
        return relate(boxes, kinds, groups, subjects,
                      {near_gap_m, near_count, support_overlap, sunk_m, raised_m, stem_m,
                       sunk_share, small_share, seat_share, seat_height_m, cover_share,
                       inside_share, above_gap_m, beside_gap_m, beside_offset_m, beside_height});
      },
      py::arg("boxes").noconvert(), py::kw_only(), py::arg("kinds").noconvert(),
      py::arg("groups").noconvert(), py::arg("subjects").noconvert(), py::arg("near_gap_m"),
      py::arg("near_count"), py::arg("support_overlap"), py::arg("sunk_m"), py::arg("raised_m"),
      py::arg("stem_m"), py::arg("sunk_share"), py::arg("small_share"), py::arg("seat_share"),
      py::arg("seat_height_m"), py::arg("cover_share"), py::arg("inside_share"),
      py::arg("above_gap_m"), py::arg("beside_gap_m"), py::arg("beside_offset_m"),
      py::arg("beside_height"),
      "Relations of the boxes in rows `subjects` to all other boxes.\n\n"
      "boxes: (N, 15) float64 as in box_iou, z up. kinds: (N,) uint8, 0 plain, 1 container,\n"
      "2 raised furniture (nothing is inside it), 3 ground (things are on it, nothing else), 4 "
      "part\n"
      "of the building (nothing is on or in it, nor is it on or in anything), 5 bare (nothing is "
      "on or in it), 6 stemmed\n"
      "(bare, on a foot that depth may miss).\n"
      "groups: (N,) int32, near, beside and relations across a gap hold within a group; negative\n"
      "goes with all. subjects: (M,) int32. Lengths in metres, shares of 1.\n\n"
      "Returns four arrays of one length: subject and object rows (int32), predicate (uint8,\n"
      "position in relation_predicates()), confidence (float32, 0 to 1); in the order of "
      "subjects,\n"
      "then objects. A pair has at most one of on, under, inside, above; beside goes without\n"
      "them, near without contact by them.\n\n"
      "Raises ValueError for a wrong shape, an impossible box, kind or subject.");
}

}  // namespace inherit_fast::python
