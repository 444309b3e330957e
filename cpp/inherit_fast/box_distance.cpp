// Distance between two boxes of any rotation.
#include <algorithm>
#include <cmath>
#include <limits>

#include "inherit_fast/boxes.hpp"
#include "inherit_fast/vector3.hpp"

namespace inherit_fast {
namespace {

double reach(const OrientedBox& box, const Vector3& along) {
  double sum = 0.0;
  for (std::size_t i = 0; i < 3; ++i) sum += box.half[i] * std::abs(dot(box.axes[i], along));
  return sum;
}

/// The separating axis test: face normals of both, and the cross products of their edges.
bool meet(const OrientedBox& a, const OrientedBox& b) {
  const Vector3 d = minus(b.center, a.center);
  const auto apart = [&](const Vector3& along) {
    return std::abs(dot(d, along)) > reach(a, along) + reach(b, along);
  };
  for (std::size_t i = 0; i < 3; ++i) {
    if (apart(a.axes[i]) || apart(b.axes[i])) return false;
    for (std::size_t j = 0; j < 3; ++j) {
      const Vector3 along = cross(a.axes[i], b.axes[j]);
      // Parallel edges give no axis; the face normals decide then.
      if (dot(along, along) > 1e-18 && apart(along)) return false;
    }
  }
  return true;
}

double squared_to_point(const OrientedBox& box, const Vector3& p) {
  const Vector3 d = minus(p, box.center);
  double sum = 0.0;
  for (std::size_t i = 0; i < 3; ++i) {
    const double beyond = std::max(0.0, std::abs(dot(d, box.axes[i])) - box.half[i]);
    sum += beyond * beyond;
  }
  return sum;
}

/// Squared distance between the segments p + s u and q + t v, s and t in [0, 1].
double squared_between(const Vector3& p, const Vector3& u, const Vector3& q, const Vector3& v) {
  const Vector3 r = minus(p, q);
  const double a = dot(u, u), e = dot(v, v), f = dot(v, r), c = dot(u, r), b = dot(u, v);
  const double denominator = a * e - b * b;
  double s =
      denominator > 1e-12 * a * e ? std::clamp((b * f - c * e) / denominator, 0.0, 1.0) : 0.0;
  const double t = std::clamp((b * s + f) / e, 0.0, 1.0);
  s = std::clamp((b * t - c) / a, 0.0, 1.0);
  const Vector3 d{r[0] + s * u[0] - t * v[0], r[1] + s * u[1] - t * v[1],
                  r[2] + s * u[2] - t * v[2]};
  return dot(d, d);
}

/// Calls visit(start, vector) for the 12 edges.
template <typename Visit>
void for_edges(const std::array<Vector3, 8>& corners, Visit visit) {
  for (std::size_t c = 0; c < 8; ++c) {
    for (std::size_t axis = 0; axis < 3; ++axis) {
      if (c >> axis & 1) continue;
      visit(corners[c], minus(corners[c | std::size_t{1} << axis], corners[c]));
    }
  }
}

}  // namespace

double solid_distance(const OrientedBox& a, const OrientedBox& b) {
  if (meet(a, b)) return 0.0;
  double best = std::numeric_limits<double>::infinity();
  const auto corners_a = a.corners(), corners_b = b.corners();
  for (const auto& p : corners_a) best = std::min(best, squared_to_point(b, p));
  for (const auto& p : corners_b) best = std::min(best, squared_to_point(a, p));
  for_edges(corners_a, [&](const Vector3& p, const Vector3& u) {
    for_edges(corners_b, [&](const Vector3& q, const Vector3& v) {
      best = std::min(best, squared_between(p, u, q, v));
    });
  });
  return std::sqrt(best);
}

}  // namespace inherit_fast
