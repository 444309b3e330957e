#include "inherit_fast/plane_votes.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <numbers>

namespace inherit_fast {
namespace {

constexpr double kLevelBin_m = 0.02;
constexpr double kOffsetBin_m = 0.05;
constexpr std::size_t kAzimuths = 72;
constexpr double kAzimuthBin = 2.0 * std::numbers::pi / static_cast<double>(kAzimuths);

Vector3 direction(std::size_t azimuth) {
  const double angle = (static_cast<double>(azimuth) + 0.5) * kAzimuthBin - std::numbers::pi;
  return {std::cos(angle), std::sin(angle), 0.0};
}

}  // namespace

PlaneGuess level_peak(const DepthBlocks& blocks, const std::vector<std::size_t>& among) {
  const auto bin = [&](std::size_t i) {
    return static_cast<std::ptrdiff_t>(std::floor(blocks.points[i][2] / kLevelBin_m));
  };
  const auto [low, high] = std::minmax_element(among.begin(), among.end(),
                                               [&](auto a, auto b) { return bin(a) < bin(b); });
  const std::ptrdiff_t first = bin(*low);
  std::vector<double> votes(static_cast<std::size_t>(bin(*high) - first) + 3, 0.0);
  for (const std::size_t i : among) {
    votes[static_cast<std::size_t>(bin(i) - first) + 1] += blocks.area_m2[i];
  }
  std::size_t best = 1;
  double most = 0.0;
  for (std::size_t b = 1; b + 1 < votes.size(); ++b) {
    const double sum = votes[b - 1] + votes[b] + votes[b + 1];
    if (sum > most) most = sum, best = b;
  }
  const double centre = static_cast<double>(first + static_cast<std::ptrdiff_t>(best) - 1) + 0.5;
  return {{0.0, 0.0, 1.0}, centre * kLevelBin_m, most};
}

PlaneGuess upright_peak(const DepthBlocks& blocks, const std::vector<std::size_t>& among) {
  std::vector<std::ptrdiff_t> offsets(among.size());
  std::vector<std::size_t> azimuths(among.size());
  for (std::size_t k = 0; k < among.size(); ++k) {
    const Vector3& n = blocks.normals[among[k]];
    const double angle = std::atan2(n[1], n[0]) + std::numbers::pi;
    azimuths[k] = static_cast<std::size_t>(angle / kAzimuthBin) % kAzimuths;
    offsets[k] = static_cast<std::ptrdiff_t>(
        std::floor(dot(direction(azimuths[k]), blocks.points[among[k]]) / kOffsetBin_m));
  }
  const auto [low, high] = std::minmax_element(offsets.begin(), offsets.end());
  const std::ptrdiff_t first = *low;
  const std::size_t width = static_cast<std::size_t>(*high - first) + 3;
  std::vector<double> votes(kAzimuths * width, 0.0);
  for (std::size_t k = 0; k < among.size(); ++k) {
    votes[azimuths[k] * width + static_cast<std::size_t>(offsets[k] - first) + 1] +=
        blocks.area_m2[among[k]];
  }
  std::size_t azimuth = 0, offset = 1;
  double most = 0.0;
  for (std::size_t a = 0; a < kAzimuths; ++a) {
    for (std::size_t b = 1; b + 1 < width; ++b) {
      double sum = 0.0;
      for (const std::size_t near : {(a + kAzimuths - 1) % kAzimuths, a, (a + 1) % kAzimuths}) {
        const double* row = votes.data() + near * width + b;
        sum += row[-1] + row[0] + row[1];
      }
      if (sum > most) most = sum, azimuth = a, offset = b;
    }
  }
  const double centre = static_cast<double>(first + static_cast<std::ptrdiff_t>(offset) - 1) + 0.5;
  return {direction(azimuth), centre * kOffsetBin_m, most};
}

PlaneGuess fit_plane(const DepthBlocks& blocks, const std::vector<std::size_t>& on,
                     const Vector3& toward, bool level) {
  const Vector3 u = level ? Vector3{1.0, 0.0, 0.0} : Vector3{-toward[1], toward[0], 0.0};
  const Vector3 v = level ? Vector3{0.0, 1.0, 0.0} : Vector3{0.0, 0.0, 1.0};
  double w = 0.0, mu = 0.0, mv = 0.0, mt = 0.0;
  for (const std::size_t i : on) {
    const double area = blocks.area_m2[i];
    w += area;
    mu += area * dot(blocks.points[i], u);
    mv += area * dot(blocks.points[i], v);
    mt += area * dot(blocks.points[i], toward);
  }
  mu /= w, mv /= w, mt /= w;
  double uu = 0.0, uv = 0.0, vv = 0.0, ut = 0.0, vt = 0.0;
  for (const std::size_t i : on) {
    const double area = blocks.area_m2[i];
    const double du = dot(blocks.points[i], u) - mu, dv = dot(blocks.points[i], v) - mv;
    const double dt = dot(blocks.points[i], toward) - mt;
    uu += area * du * du, uv += area * du * dv, vv += area * dv * dv;
    ut += area * du * dt, vt += area * dv * dt;
  }
  const double det = uu * vv - uv * uv;
  // A strip of blocks says nothing about the tilt across it.
  if (det < 1e-6 * (uu + vv) * (uu + vv)) return {toward, mt, w};
  const double a = (ut * vv - vt * uv) / det, b = (vt * uu - ut * uv) / det;
  const double length = std::sqrt(1.0 + a * a + b * b);
  Vector3 normal{};
  for (std::size_t k = 0; k < 3; ++k) normal[k] = (toward[k] - a * u[k] - b * v[k]) / length;
  return {normal, (mt - a * mu - b * mv) / length, w};
}

}  // namespace inherit_fast
