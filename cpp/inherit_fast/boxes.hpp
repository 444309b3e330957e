#pragma once

#include <array>
#include <cstddef>
#include <span>

#include "inherit_fast/vector3.hpp"

namespace inherit_fast {

struct Point2 {
  double x, y;
};

/// A convex polygon in the ground plane, counter-clockwise. Clipping two footprints gives at most
/// 16 corners.
struct Footprint {
  std::array<Point2, 16> points;
  std::size_t size = 0;

  std::span<const Point2> corners() const { return {points.data(), size}; }
  void push(Point2 p) { points[size++] = p; }
};

/// An oriented box with what every measure needs of it.
struct OrientedBox {
  Vector3 center;
  Vector3 half;                 // half side lengths along its own axes
  std::array<Vector3, 3> axes;  // unit vectors in the world
  Vector3 low, high;            // the axis-aligned box around it
  Footprint footprint;          // its shadow on the ground
  bool upright;                 // one axis is vertical: the box is its footprint times a height

  std::array<Vector3, 8> corners() const;
  double volume() const { return 8.0 * half[0] * half[1] * half[2]; }
};

/// @param packed  centre (3), full side lengths (3), R_world_box row-major (9; columns are the
///                box's axes). Sides under kThin are taken as kThin, so that flat things have
///                shares of a volume, too.
/// @throws std::invalid_argument if a number is not finite, a side is negative, or the rotation is
///         not orthonormal.
OrientedBox make_box(std::span<const double, 15> packed);

inline constexpr double kThin = 1e-3;

/// The axis-aligned box around a packed box, without any check: low corner, high corner.
std::array<Vector3, 2> bounds_of(std::span<const double, 15> packed);

/// All measures are exact up to rounding, in metres.
double intersection_volume(const OrientedBox& a, const OrientedBox& b);
double box_iou(const OrientedBox& a, const OrientedBox& b);
/// Share of a's volume that lies inside b.
double box_containment(const OrientedBox& a, const OrientedBox& b);
/// Shortest distance between the two solids; 0 if they meet.
double box_gap(const OrientedBox& a, const OrientedBox& b);
/// A lower bound of box_gap from the axis-aligned boxes; cheap.
double box_gap_bound(const OrientedBox& a, const OrientedBox& b);
/// Common area of the two shadows over the smaller one's area.
double footprint_overlap(const OrientedBox& a, const OrientedBox& b);

// Parts that the measures share.
double area(const Footprint& polygon);
Footprint clip(const Footprint& subject, const Footprint& by);
double footprint_distance(const Footprint& a, const Footprint& b);
double clipped_volume(const OrientedBox& a, const OrientedBox& b);  // any rotations
double solid_distance(const OrientedBox& a, const OrientedBox& b);  // any rotations

}  // namespace inherit_fast
