#include <doctest/doctest.h>

#include <stdexcept>
#include <vector>

#include "inherit_fast/relations.hpp"

using namespace inherit_fast;

namespace {

constexpr RelationRules kRules{1.0, 5,   0.5, 0.1, 0.1, 0.25, 0.15, 0.35,
                               0.3, 1.5, 0.6, 0.8, 1.5, 0.5,  0.2,  0.3};

OrientedBox between(double x0, double y0, double z0, double x1, double y1, double z1) {
  const std::array<double, 15> packed{(x0 + x1) / 2,
                                      (y0 + y1) / 2,
                                      (z0 + z1) / 2,
                                      x1 - x0,
                                      y1 - y0,
                                      z1 - z0,
                                      1,
                                      0,
                                      0,
                                      0,
                                      1,
                                      0,
                                      0,
                                      0,
                                      1};
  return make_box(packed);
}

std::vector<BoxRelation> relate(const std::vector<OrientedBox>& boxes,
                                const std::vector<BoxKind>& kinds,
                                const std::vector<std::int32_t>& subjects) {
  return relate_boxes(boxes, kinds, std::vector<std::int32_t>(kinds.size(), -1), subjects, kRules);
}

}  // namespace

TEST_CASE("relations: the mug is on the table and the table under the mug") {
  const std::vector<OrientedBox> boxes{between(0, 0, 0, 1.6, 0.9, 0.75),
                                       between(0.5, 0.5, 0.77, 0.6, 0.6, 0.87)};
  const auto found = relate(boxes, {BoxKind::raised, BoxKind::plain}, {1, 0});
  REQUIRE(found.size() == 2);
  CHECK(found[0].subject == 1);
  CHECK(found[0].predicate == Predicate::on);
  CHECK(found[0].confidence == doctest::Approx(0.9));
  CHECK(found[1].predicate == Predicate::under);
}

TEST_CASE("relations: what lies low in a box depends on the kind of the box") {
  const std::vector<OrientedBox> boxes{between(0, 0, 0, 1.6, 0.9, 0.75),
                                       between(0.5, 0.3, 0, 0.8, 0.6, 0.3)};
  CHECK(relate(boxes, {BoxKind::raised, BoxKind::plain}, {1})[0].predicate == Predicate::under);
  CHECK(relate(boxes, {BoxKind::container, BoxKind::plain}, {1})[0].predicate == Predicate::inside);
}

TEST_CASE("relations: equal boxes are resolved the same way from both sides") {
  const std::vector<OrientedBox> boxes{between(0, 0, 0, 1, 1, 0.05), between(0, 0, 0, 1, 1, 0.05)};
  const auto found = relate(boxes, {BoxKind::plain, BoxKind::plain}, {0, 1});
  REQUIRE(found.size() == 2);
  CHECK(found[0].predicate == Predicate::on);
  CHECK(found[1].predicate == Predicate::under);
}

TEST_CASE("relations: sizes and subjects are checked") {
  const std::vector<OrientedBox> boxes{between(0, 0, 0, 1, 1, 1)};
  CHECK_THROWS_AS(relate(boxes, {}, {0}), std::invalid_argument);
  CHECK_THROWS_AS(relate(boxes, {BoxKind::plain}, {1}), std::invalid_argument);
}
