#include "inherit_fast/contours.hpp"

#include <array>
#include <cstddef>
#include <numeric>
#include <utility>

namespace inherit_fast {

namespace {

// Directions along cell borders: east, south, west, north. The set cell lies on the right.
constexpr std::array<int, 4> kDx{1, 0, -1, 0};
constexpr std::array<int, 4> kDy{0, 1, 0, -1};

class Tracer {
 public:
  explicit Tracer(const Mask& mask)
      : mask_(mask),
        height_(static_cast<int>(mask.height)),
        width_(static_cast<int>(mask.width)),
        seen_(mask.height * mask.width, false) {}

  std::vector<Polygon> all() {
    std::vector<Polygon> result;
    const auto* cells = mask_.pixels.data();
    for (int y = 0; y < height_; ++y, cells += width_) {
      for (int x = 0; x < width_; ++x) {
        if (cells[x] == 0 || (y > 0 && cells[x - width_] != 0)) continue;
        if (!seen_[place(x, y)]) result.push_back(follow(x, y));
      }
    }
    return result;
  }

 private:
  bool set(int x, int y) const {
    return x >= 0 && y >= 0 && x < width_ && y < height_ &&
           mask_.pixels[static_cast<std::size_t>(y) * mask_.width + static_cast<std::size_t>(x)] !=
               0;
  }

  bool border(int x, int y, int direction) const {
    switch (direction) {
      case 0:
        return set(x, y) && !set(x, y - 1);
      case 1:
        return set(x - 1, y) && !set(x, y);
      case 2:
        return set(x - 1, y - 1) && !set(x - 1, y);
      default:
        return set(x, y - 1) && !set(x - 1, y - 1);
    }
  }

  std::size_t place(int x, int y) const {
    return static_cast<std::size_t>(y) * mask_.width + static_cast<std::size_t>(x);
  }

  Polygon follow(int x, int y) {
    Polygon loop;
    int direction = 0;
    while (direction != 0 || !seen_[place(x, y)]) {  // every loop goes east somewhere
      if (direction == 0) seen_[place(x, y)] = true;
      loop.push_back({static_cast<double>(x), static_cast<double>(y)});
      x += kDx[static_cast<std::size_t>(direction)];
      y += kDy[static_cast<std::size_t>(direction)];
      // Right turn first: cells that touch only at a corner are not connected.
      for (const int turn : {1, 0, 3}) {
        if (!border(x, y, (direction + turn) & 3)) continue;
        direction = (direction + turn) & 3;
        break;
      }
    }
    return loop;
  }

  const Mask& mask_;
  int height_, width_;
  std::vector<bool> seen_;  // steps east from the upper left corner of a cell
};

double distance_to_segment(Vec2 p, Vec2 a, Vec2 b) {
  const Vec2 d = b - a;
  const double squared = dot(d, d);
  if (squared == 0) return length(p - a);
  const double t = dot(p - a, d) / squared;
  if (t <= 0) return length(p - a);
  return t >= 1 ? length(p - b) : std::abs(cross(d, p - a)) / std::sqrt(squared);
}

std::size_t farthest(const Polygon& points, std::size_t from) {
  std::size_t best = from;
  double best_squared = -1;
  for (std::size_t i = 0; i < points.size(); ++i) {
    const Vec2 d = points[i] - points[from];
    if (dot(d, d) > best_squared) {
      best_squared = dot(d, d);
      best = i;
    }
  }
  return best;
}

void keep_between(const Polygon& ring, std::size_t first, std::size_t last, double tolerance,
                  std::vector<bool>& keep) {
  std::vector<std::pair<std::size_t, std::size_t>> open{{first, last}};
  while (!open.empty()) {
    const auto [a, b] = open.back();
    open.pop_back();
    double worst = tolerance;
    std::size_t at = a;
    for (auto i = a + 1; i < b; ++i) {
      const double distance = distance_to_segment(ring[i], ring[a], ring[b]);
      if (distance > worst) {
        worst = distance;
        at = i;
      }
    }
    if (at == a) continue;
    keep[at] = true;
    open.emplace_back(a, at);
    open.emplace_back(at, b);
  }
}

}  // namespace

std::vector<Polygon> contours(const Mask& mask) { return Tracer(mask).all(); }

std::vector<std::size_t> corner_indices(const Polygon& polygon, double tolerance) {
  std::vector<std::size_t> result(polygon.size());
  std::iota(result.begin(), result.end(), std::size_t{0});
  if (polygon.size() < 4) return result;
  const auto start = farthest(polygon, 0);
  Polygon ring(polygon.begin() + static_cast<std::ptrdiff_t>(start), polygon.end());
  ring.insert(ring.end(), polygon.begin(), polygon.begin() + static_cast<std::ptrdiff_t>(start));
  ring.push_back(ring.front());
  const auto middle = farthest(ring, 0);
  std::vector<bool> keep(ring.size(), false);
  keep[0] = keep[middle] = true;
  keep_between(ring, 0, middle, tolerance, keep);
  keep_between(ring, middle, ring.size() - 1, tolerance, keep);
  std::erase_if(
      result, [&](std::size_t i) { return !keep[(i + polygon.size() - start) % polygon.size()]; });
  return result;
}

Polygon simplified(const Polygon& polygon, double tolerance) {
  Polygon result;
  for (const auto i : corner_indices(polygon, tolerance)) result.push_back(polygon[i]);
  return result;
}

double signed_area(const Polygon& polygon) {
  double twice = 0;
  for (std::size_t i = 0; i < polygon.size(); ++i) {
    twice += cross(polygon[i], polygon[(i + 1) % polygon.size()]);
  }
  return twice / 2;
}

}  // namespace inherit_fast
