// Volume of what two boxes of any rotation share, by cutting one with the faces of the other.
#include <algorithm>
#include <cmath>
#include <vector>

#include "inherit_fast/boxes.hpp"
#include "inherit_fast/vector3.hpp"

namespace inherit_fast {
namespace {

constexpr double kOnPlane = 1e-12;  // metres; corners this close lie on the cutting plane

using Face = std::vector<Vector3>;  // corners in order, counter-clockwise from outside

/// The half-space normal . p <= offset.
struct Plane {
  Vector3 normal;
  double offset;

  double distance(const Vector3& p) const {
    const double d = dot(normal, p) - offset;
    return std::abs(d) < kOnPlane ? 0.0 : d;
  }
};

/// Everything is taken relative to `origin`, so that far-away boxes keep their digits.
std::vector<Face> faces_of(const OrientedBox& box, const Vector3& origin) {
  std::vector<Face> faces;
  const Vector3 c = minus(box.center, origin);
  for (std::size_t i = 0; i < 3; ++i) {
    const std::size_t j = (i + 1) % 3, k = (i + 2) % 3;
    for (const double side : {-1.0, 1.0}) {
      Face face;
      for (const auto& [u, v] : {std::pair{-1.0, -1.0}, {1.0, -1.0}, {1.0, 1.0}, {-1.0, 1.0}}) {
        Vector3 p{};
        for (std::size_t r = 0; r < 3; ++r) {
          p[r] = c[r] + side * box.half[i] * box.axes[i][r] + u * box.half[j] * box.axes[j][r] +
                 v * box.half[k] * box.axes[k][r];
        }
        face.push_back(p);
      }
      faces.push_back(std::move(face));
    }
  }
  return faces;
}

/// Cuts a face; new corners and corners on the plane are gathered for the lid.
Face cut(const Face& face, const Plane& plane, std::vector<Vector3>& rim) {
  Face kept;
  for (std::size_t i = 0; i < face.size(); ++i) {
    const Vector3 &p = face[i], &q = face[(i + 1) % face.size()];
    const double dp = plane.distance(p), dq = plane.distance(q);
    if (dp <= 0) kept.push_back(p);
    if (dp == 0) rim.push_back(p);
    if (dp * dq < 0) {
      const double t = dp / (dp - dq);
      const Vector3 d = minus(q, p);
      const Vector3 at{p[0] + t * d[0], p[1] + t * d[1], p[2] + t * d[2]};
      kept.push_back(at);
      rim.push_back(at);
    }
  }
  return kept;
}

/// The rim's points in order around its middle.
Face lid(std::vector<Vector3> rim, const Vector3& normal) {
  if (rim.size() < 3) return {};
  Vector3 middle{};
  for (const auto& p : rim) {
    for (std::size_t i = 0; i < 3; ++i) middle[i] += p[i] / static_cast<double>(rim.size());
  }
  const Vector3 other = std::abs(normal[0]) < 0.6 ? Vector3{1, 0, 0} : Vector3{0, 1, 0};
  const Vector3 u = cross(normal, other), v = cross(normal, u);
  const auto angle = [&](const Vector3& p) {
    return std::atan2(dot(minus(p, middle), v), dot(minus(p, middle), u));
  };
  std::sort(rim.begin(), rim.end(),
            [&](const Vector3& a, const Vector3& b) { return angle(a) < angle(b); });
  return rim;
}

/// Cone from the origin over a face, by the divergence theorem; signs do not depend on the order
/// of the corners because the solid is convex and holds `inside`.
double cone_volume(const Face& face, const Vector3& inside) {
  Vector3 twice_area{};
  for (std::size_t i = 2; i < face.size(); ++i) {
    const Vector3 n = cross(minus(face[i - 1], face[0]), minus(face[i], face[0]));
    for (std::size_t r = 0; r < 3; ++r) twice_area[r] += n[r];
  }
  return std::abs(dot(twice_area, minus(face[0], inside))) / 6;
}

double volume(const std::vector<Face>& faces) {
  Vector3 inside{};
  double count = 0;
  for (const auto& face : faces) {
    for (const auto& p : face) {
      for (std::size_t i = 0; i < 3; ++i) inside[i] += p[i];
      ++count;
    }
  }
  if (count == 0) return 0.0;
  for (auto& x : inside) x /= count;
  double sum = 0.0;
  for (const auto& face : faces) {
    if (face.size() >= 3) sum += cone_volume(face, inside);
  }
  return sum;
}

}  // namespace

double clipped_volume(const OrientedBox& a, const OrientedBox& b) {
  const Vector3 origin = a.center;
  std::vector<Face> faces = faces_of(a, origin);
  for (std::size_t i = 0; i < 3; ++i) {
    for (const double side : {-1.0, 1.0}) {
      const Vector3 normal{side * b.axes[i][0], side * b.axes[i][1], side * b.axes[i][2]};
      const Plane plane{normal, dot(normal, minus(b.center, origin)) + b.half[i]};
      bool any_outside = false, any_inside = false;
      for (const auto& face : faces) {
        for (const auto& p : face) {
          any_outside |= plane.distance(p) > 0;
          any_inside |= plane.distance(p) < 0;
        }
      }
      if (!any_inside) return 0.0;
      if (!any_outside) continue;
      std::vector<Vector3> rim;
      std::vector<Face> kept;
      for (const auto& face : faces) {
        Face rest = cut(face, plane, rim);
        if (rest.size() >= 3) kept.push_back(std::move(rest));
      }
      Face closed = lid(std::move(rim), normal);
      if (!closed.empty()) kept.push_back(std::move(closed));
      faces = std::move(kept);
    }
  }
  return volume(faces);
}

}  // namespace inherit_fast
