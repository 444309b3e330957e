#include <algorithm>
#include <cmath>
#include <utility>

#include "inherit_fast/room_gates.hpp"

namespace inherit_fast {

namespace {

constexpr double kNearlyParallel = 0.94;  // cosine of 20 degrees
constexpr double kSameEnd = 2;            // cells

bool properly_cross(const Gate& g, const Gate& k) {
  constexpr double kMargin = 1.5;
  const Vec2 r = g.b - g.a;
  const Vec2 s = k.b - k.a;
  const double c = cross(r, s);
  if (std::abs(c) < 1e-9 * g.width * k.width) return false;
  const double along_g = cross(k.a - g.a, s) / c * g.width;
  const double along_k = cross(k.a - g.a, r) / c * k.width;
  return along_g > kMargin && g.width - along_g > kMargin && along_k > kMargin &&
         k.width - along_k > kMargin;
}

bool say_the_same(const Gate& g, const Gate& k, double near) {
  const double aa = length(g.a - k.a);
  const double bb = length(g.b - k.b);
  const double ab = length(g.a - k.b);
  const double ba = length(g.b - k.a);
  if ((aa < near && bb < near) || (ab < near && ba < near)) return true;
  const double cosine = dot(g.b - g.a, k.b - k.a) / (length(g.b - g.a) * length(k.b - k.a));
  return (std::min(aa, bb) < kSameEnd && cosine > kNearlyParallel) ||
         (std::min(ab, ba) < kSameEnd && cosine < -kNearlyParallel);
}

}  // namespace

bool conflict(const Gate& first, const Gate& second, double near) {
  const double apart = std::max(near, kSameEnd) + 1 + (first.width + second.width) / 2;
  const Vec2 middles = (first.a + first.b - second.a - second.b) * 0.5;
  if (dot(middles, middles) > apart * apart) return false;  // most pairs
  return properly_cross(first, second) || say_the_same(first, second, near);
}

bool abuts(const Gate& gate, const std::vector<Gate>& others, double near) {
  constexpr double kAcross = 0.5;
  constexpr double kOpposite = -0.8;
  for (const auto& [end, far] : {std::pair{gate.a, gate.b}, std::pair{gate.b, gate.a}}) {
    const Vec2 direction = unit(far - end);
    std::vector<Vec2> across;
    for (const auto& other : others) {
      for (const auto& [start, stop] : {std::pair{other.a, other.b}, std::pair{other.b, other.a}}) {
        if (length(start - end) > near) continue;
        const Vec2 leaving = unit(stop - start);
        if (std::abs(dot(leaving, direction)) < kAcross) across.push_back(leaving);
      }
    }
    for (const Vec2 p : across) {
      for (const Vec2 q : across) {
        if (dot(p, q) < kOpposite) return true;
      }
    }
  }
  return false;
}

}  // namespace inherit_fast
