#pragma once

#include <cmath>

namespace inherit_fast {

/// A point or direction of a grid's plane; x along columns, y along rows.
struct Vec2 {
  double x, y;

  friend Vec2 operator+(Vec2 a, Vec2 b) { return {a.x + b.x, a.y + b.y}; }
  friend Vec2 operator-(Vec2 a, Vec2 b) { return {a.x - b.x, a.y - b.y}; }
  friend Vec2 operator*(Vec2 a, double s) { return {a.x * s, a.y * s}; }
  Vec2 operator-() const { return {-x, -y}; }
};

inline double dot(Vec2 a, Vec2 b) { return a.x * b.x + a.y * b.y; }
inline double cross(Vec2 a, Vec2 b) { return a.x * b.y - a.y * b.x; }
inline double length(Vec2 a) { return std::sqrt(dot(a, a)); }
inline Vec2 unit(Vec2 a) { return a * (1.0 / length(a)); }
inline Vec2 left_of(Vec2 a) { return {-a.y, a.x}; }

}  // namespace inherit_fast
