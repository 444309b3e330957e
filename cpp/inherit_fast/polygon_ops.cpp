#include "inherit_fast/polygon_ops.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace inherit_fast {

Polygon without_repeats(const Polygon& polygon) {
  constexpr double kSame = 1e-6;
  Polygon result;
  for (const Vec2 p : polygon) {
    if (result.empty() || length(p - result.back()) > kSame) result.push_back(p);
  }
  while (result.size() > 1 && length(result.front() - result.back()) <= kSame) result.pop_back();
  for (std::size_t i = 0; result.size() > 3 && i < result.size();) {
    const auto n = result.size();
    const Vec2 before = result[i] - result[(i + n - 1) % n];
    const Vec2 after = result[(i + 1) % n] - result[i];
    const bool straight = std::abs(cross(before, after)) <= kSame * length(before) * length(after);
    if (straight) {
      result.erase(result.begin() + static_cast<std::ptrdiff_t>(i));
      i = i > 0 ? i - 1 : 0;
    } else {
      ++i;
    }
  }
  return result;
}

namespace {

bool segments_cross(Vec2 a, Vec2 b, Vec2 c, Vec2 d) {
  const auto side = [](Vec2 p, Vec2 q, Vec2 r) { return cross(q - p, r - p); };
  return side(a, b, c) * side(a, b, d) < 0 && side(c, d, a) * side(c, d, b) < 0;
}

}  // namespace

bool crosses_itself(const Polygon& polygon) {
  const auto n = polygon.size();
  for (std::size_t i = 0; i < n; ++i) {
    for (auto j = i + 2; j < n; ++j) {
      if (segments_cross(polygon[i], polygon[(i + 1) % n], polygon[j], polygon[(j + 1) % n])) {
        return true;
      }
    }
  }
  return false;
}

double perimeter(const Polygon& polygon) {
  double sum = 0;
  for (std::size_t i = 0; i < polygon.size(); ++i) {
    sum += length(polygon[(i + 1) % polygon.size()] - polygon[i]);
  }
  return sum;
}

void fill_rings(const std::vector<Polygon>& rings, std::size_t height, std::size_t width,
                const FillSpan& inside) {
  const auto below = [](double x, std::size_t most) {  // whole numbers whose middle is before x
    return static_cast<std::size_t>(std::clamp(std::ceil(x - 0.5), 0.0, static_cast<double>(most)));
  };
  std::vector<std::pair<std::size_t, double>> cuts;  // row, and where a boundary crosses its middle
  for (const auto& ring : rings) {
    for (std::size_t i = 0; i < ring.size(); ++i) {
      const Vec2 a = ring[i];
      const Vec2 b = ring[(i + 1) % ring.size()];
      const auto last = below(std::max(a.y, b.y), height);
      for (auto row = below(std::min(a.y, b.y), height); row < last; ++row) {
        const double y = static_cast<double>(row) + 0.5;
        cuts.emplace_back(row, a.x + (b.x - a.x) * (y - a.y) / (b.y - a.y));
      }
    }
  }
  std::sort(cuts.begin(), cuts.end());
  for (std::size_t i = 0; i + 1 < cuts.size(); i += 2) {
    inside(cuts[i].first, below(cuts[i].second, width), below(cuts[i + 1].second, width));
  }
}

}  // namespace inherit_fast
