#include <doctest/doctest.h>

#include <array>
#include <limits>
#include <stdexcept>
#include <vector>

#include "inherit_fast/assign.hpp"

using namespace inherit_fast;

namespace {

std::array<double, 15> cube_at(double x) { return {x, 0, 0, 1, 1, 1, 1, 0, 0, 0, 1, 0, 0, 0, 1}; }

/// Observations and nodes along x, all of one label.
struct Scene {
  FeatureBank bank{2, 16};
  std::vector<float> features;
  std::vector<OrientedBox> boxes;
  std::vector<double> node_boxes;
  std::vector<std::int32_t> labels, node_labels;
  std::vector<std::int64_t> ids;
  std::vector<std::uint8_t> agree{1};

  void observe(double x, float a, float b) {
    boxes.push_back(make_box(cube_at(x))), labels.push_back(0);
    features.push_back(a), features.push_back(b);
  }
  void know(double x, std::vector<float> rows) {
    bank.put(static_cast<std::int64_t>(ids.size()), rows);
    const auto box = cube_at(x);
    node_boxes.insert(node_boxes.end(), box.begin(), box.end());
    node_labels.push_back(0);
    ids.push_back(static_cast<std::int64_t>(ids.size()));
  }
  std::vector<Assigned> run(double far_gap_m) {
    const AssignInput input{features, boxes, labels, ids, node_boxes, node_labels, agree, 1};
    return assign(bank, input, {0.9f, far_gap_m, 0.5, 0.1, 0.1, 0.5f, 0.5});
  }
};

}  // namespace

TEST_CASE("assign: appearance first, then place, and what is left is new") {
  Scene scene;
  scene.know(0, {1, 0});
  scene.know(5, {0, 1, 0.6f, 0.8f});
  scene.observe(0.1, 0.6f, 0.8f);  // looks like the far node only
  scene.observe(5.1, 0, 1);
  scene.observe(9, 1, 0);
  const auto got = scene.run(1.0);
  CHECK(got[0].node == 0);
  CHECK(got[0].stage == 2);
  CHECK(got[1].node == 1);
  CHECK(got[1].stage == 1);
  CHECK(got[2].node == -1);
}

TEST_CASE("assign: without a gate the look alone decides") {
  Scene scene;
  scene.know(0, {1, 0});
  scene.observe(9, 1, 0);
  CHECK(scene.run(std::numeric_limits<double>::infinity())[0].stage == 1);
}

TEST_CASE("feature bank: a removed slot is never found again") {
  FeatureBank bank(3, 4);
  bank.put(1, std::vector<float>{1, 0, 0});
  bank.put(2, std::vector<float>{0, 1, 0, 1, 0, 0});
  bank.remove(1);
  const std::vector<float> query{1, 0, 0}, floors{0.5f};
  std::vector<std::int64_t> slots;
  bank.search(query, floors, [&](std::size_t, std::int64_t slot, float) { slots.push_back(slot); });
  CHECK(slots == std::vector<std::int64_t>{2});
  CHECK(bank.cosine(query, 1) == -2.0f);
}

TEST_CASE("feature bank: what is longer than a unit vector is refused") {
  FeatureBank bank(2, 4);
  CHECK_THROWS_AS(bank.put(0, std::vector<float>{1, 1}), std::invalid_argument);
  CHECK(bank.rows() == 0);
}
