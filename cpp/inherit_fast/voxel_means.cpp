#include "inherit_fast/voxel_means.hpp"

#include <algorithm>
#include <cstdlib>
#include <utility>

#include "inherit_fast/simd.hpp"

namespace inherit_fast {
namespace {

constexpr std::uint64_t kNoKey = ~std::uint64_t{0};

struct VoxelRow {
  const std::int32_t *x, *y, *z, *smooth;
};

INHERIT_FAST_CLONES
void place(const float* metres, std::size_t count, std::int32_t col, float start, float step,
           float camera_m, float per_m, float* at, std::int32_t* voxel) {
  for (std::size_t i = 0; i < count; ++i) {
    const float x = static_cast<float>(col + static_cast<std::int32_t>(i));
    const float z = metres[i] > 0.0f ? metres[i] : 0.0f;
    const float world = z * (start + x * step) + camera_m;
    const float cell = world * per_m;
    const auto towards_zero = static_cast<std::int32_t>(cell);
    at[i] = world;
    voxel[i] = towards_zero - (static_cast<float>(towards_zero) > cell ? 1 : 0);
  }
}

/// smooth = -1 where a pixel is trusted and not on a discontinuity; keys = those of the voxels, or
/// kNoKey where a pixel is not trusted.
INHERIT_FAST_CLONES
void sort_out(const RunPixels& pixels, std::size_t count, const std::array<std::int32_t*, 3>& voxel,
              std::int32_t* smooth, std::uint64_t* keys) {
  const float* metres = pixels.metres;
  const std::uint8_t* edge_distance = pixels.edge_distance;
  const std::int32_t* x = voxel[0];
  const std::int32_t* y = voxel[1];
  const std::int32_t* z = voxel[2];
  for (std::size_t i = 0; i < count; ++i) {
    smooth[i] = ((metres[i] > 0.0f) & (edge_distance[i] > 0)) ? -1 : 0;
  }
  for (std::size_t i = 0; i < count; ++i) {
    keys[i] = metres[i] > 0.0f ? key_of({x[i], y[i], z[i]}) : kNoKey;
  }
}

/// Not zero if any pixel of `a` is far from that of `b` in the same place and both are smooth.
INHERIT_FAST_CLONES
std::int32_t any_far(const VoxelRow& a, const VoxelRow& b, std::size_t count) {
  std::int32_t far = 0;
  for (std::size_t i = 0; i < count; ++i) {
    const std::int32_t dx = std::abs(a.x[i] - b.x[i]);
    const std::int32_t dy = std::abs(a.y[i] - b.y[i]);
    const std::int32_t dz = std::abs(a.z[i] - b.z[i]);
    const std::int32_t most = std::max(std::max(dx, dy), dz);
    far |= (most > VoxelMeans::kNear ? -1 : 0) & a.smooth[i] & b.smooth[i];
  }
  return far;
}

bool are_far(const Voxel& a, const Voxel& b) {
  return std::max({std::abs(a.x - b.x), std::abs(a.y - b.y), std::abs(a.z - b.z)}) >
         VoxelMeans::kNear;
}

}  // namespace

VoxelMeans::VoxelMeans(float voxels_per_m, std::size_t image_width) : per_m_(voxels_per_m) {
  for (auto& axis : at_) axis.resize(image_width);
  keys_.resize(image_width);
  for (Row* row : {&here_, &above_}) {
    for (auto& axis : row->voxel) axis.resize(image_width);
    row->smooth.resize(image_width);
  }
}

void VoxelMeans::clear() {
  table_.clear();
  sums_.clear();
  links_.clear();
  start_row(-1);
}

void VoxelMeans::start_row(std::int32_t row) {
  std::swap(here_, above_);
  std::fill(here_.smooth.begin(), here_.smooth.end(), 0);
  if (row != row_ + 1) std::fill(above_.smooth.begin(), above_.smooth.end(), 0);
  row_ = row;
}

void VoxelMeans::add(const RunPixels& pixels) {
  const Run& run = pixels.run;
  if (run.row != row_) start_row(run.row);
  const auto col = static_cast<std::size_t>(run.begin);
  const auto count = static_cast<std::size_t>(run.end - run.begin);
  for (std::size_t k = 0; k < 3; ++k) {
    place(pixels.metres, count, run.begin, pixels.rays.start[k], pixels.rays.step[k],
          pixels.camera_m[k], per_m_, at_[k].data(), here_.voxel[k].data() + col);
  }
  sort_out(pixels, count, here_.from(col), here_.smooth.data() + col, keys_.data());
  add_streaks(count);
  if (is_grazing(col, count)) add_links(run);
}

/// Whether any two neighbouring pixels are to be linked; mostly not.
bool VoxelMeans::is_grazing(std::size_t col, std::size_t count) const {
  const auto row = [](const Row& of, std::size_t from) -> VoxelRow {
    return {of.voxel[0].data() + from, of.voxel[1].data() + from, of.voxel[2].data() + from,
            of.smooth.data() + from};
  };
  return any_far(row(here_, col), row(above_, col), count) != 0 ||
         any_far(row(here_, col), row(here_, col + 1), count - 1) != 0;
}

/// Neighbouring pixels mostly share a voxel: one look-up serves them all.
void VoxelMeans::add_streaks(std::size_t count) {
  const std::uint64_t* keys = keys_.data();
  const float* x = at_[0].data();
  const float* y = at_[1].data();
  const float* z = at_[2].data();
  for (std::size_t i = 0; i < count;) {
    const std::uint64_t key = keys[i];
    const std::size_t first = i;
    double sum_x = 0.0, sum_y = 0.0, sum_z = 0.0;
    do {
      sum_x += static_cast<double>(x[i]);
      sum_y += static_cast<double>(y[i]);
      sum_z += static_cast<double>(z[i]);
      ++i;
    } while (i < count && keys[i] == key);
    if (key == kNoKey) continue;
    const std::uint32_t index = table_.insert(key);
    if (index == sums_.size()) sums_.emplace_back();
    Sum& sum = sums_[index];
    sum.x += sum_x;
    sum.y += sum_y;
    sum.z += sum_z;
    sum.count += static_cast<std::int32_t>(i - first);
  }
}

/// Links each pixel with those to its left and above.
void VoxelMeans::add_links(const Run& run) {
  for (auto col = static_cast<std::size_t>(run.begin); col < static_cast<std::size_t>(run.end);
       ++col) {
    if (here_.smooth[col] == 0) continue;
    const Voxel voxel = here_.at(col);
    if (above_.smooth[col] != 0) link(above_.at(col), voxel);
    if (col > 0 && here_.smooth[col - 1] != 0) link(here_.at(col - 1), voxel);
  }
}

void VoxelMeans::link(const Voxel& a, const Voxel& b) {
  if (!are_far(a, b)) return;
  const std::uint32_t first = table_.find(key_of(a));
  const std::uint32_t second = table_.find(key_of(b));
  const PointLink link{std::min(first, second), std::max(first, second)};
  if (links_.empty() || links_.back() != link) links_.push_back(link);
}

void VoxelMeans::append_to(std::vector<Point3>& points, std::vector<std::int32_t>& weights,
                           std::vector<PointLink>& links) {
  for (const Sum& sum : sums_) {
    points.push_back({static_cast<float>(sum.x / sum.count), static_cast<float>(sum.y / sum.count),
                      static_cast<float>(sum.z / sum.count)});
    weights.push_back(sum.count);
  }
  std::sort(links_.begin(), links_.end());
  links.insert(links.end(), links_.begin(), std::unique(links_.begin(), links_.end()));
}

}  // namespace inherit_fast
