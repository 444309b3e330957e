#include "inherit_fast/mask_runs.hpp"

#include <algorithm>
#include <numeric>
#include <stdexcept>
#include <string>

#include "inherit_fast/simd.hpp"

namespace inherit_fast {
namespace {

struct LabelledRun {
  Run run;
  std::int32_t id;
};

constexpr std::size_t kBlock = 16;

Run run_of(std::size_t row, std::size_t begin, std::size_t end) {
  return {static_cast<std::int32_t>(row), static_cast<std::int32_t>(begin),
          static_cast<std::int32_t>(end)};
}

/// First pixel at or after `col` whose id differs from `id`.
INHERIT_FAST_CLONES
std::size_t end_of_id(const std::int32_t* row, std::size_t col, std::size_t width,
                      std::int32_t id) {
  for (; col + kBlock <= width; col += kBlock) {
    std::int32_t difference = 0;
    for (std::size_t k = 0; k < kBlock; ++k) difference |= row[col + k] ^ id;
    if (difference != 0) break;
  }
  while (col < width && row[col] == id) ++col;
  return col;
}

/// First pixel at or after `col` that is set (`want`) or not set (`!want`).
std::size_t find_pixel(const std::uint8_t* row, std::size_t col, std::size_t width, bool want) {
  for (; col + kBlock <= width; col += kBlock) {
    bool found = false;
    for (std::size_t k = 0; k < kBlock; ++k) found |= (row[col + k] != 0) == want;
    if (found) break;
  }
  while (col < width && (row[col] != 0) != want) ++col;
  return col;
}

std::vector<LabelledRun> labelled_runs(const ImageView<std::int32_t>& ids) {
  std::vector<LabelledRun> found;
  for (std::size_t row = 0; row < ids.height; ++row) {
    const std::int32_t* pixels = ids.pixels.data() + row * ids.width;
    for (std::size_t col = 0; col < ids.width;) {
      const std::int32_t id = pixels[col];
      const std::size_t end = end_of_id(pixels, col, ids.width, id);
      if (id < 0 || id > kMaxInstanceId) {
        throw std::invalid_argument("masks: expected instance ids from 0 to " +
                                    std::to_string(kMaxInstanceId) + ", got " + std::to_string(id));
      }
      if (id > 0) found.push_back({run_of(row, col, end), id});
      col = end;
    }
  }
  return found;
}

/// Runs of consecutive rows, each row's cut down to what lies `radius` inside.
std::vector<Run> shrunk(std::span<const Run> mask, std::int32_t radius, std::int32_t width) {
  std::vector<Run> out;
  out.reserve(mask.size());
  for (const Run& run : mask) {
    const std::int32_t begin = run.begin == 0 ? 0 : run.begin + radius;
    const std::int32_t end = run.end == width ? width : run.end - radius;
    if (begin < end) out.push_back({run.row, begin, end});
  }
  return out;
}

/// Overlap of each row with the row `shift` below it; rows below the image leave a row as it is.
void intersect_below(std::vector<Run>& runs, std::int32_t shift, std::int32_t height,
                     const std::vector<Run>& other, std::vector<Run>& out) {
  out.clear();
  std::size_t b = 0;
  for (const Run& run : runs) {
    const std::int32_t row = run.row + shift;
    if (row < 0 || row >= height) {
      out.push_back(run);
      continue;
    }
    while (b < other.size() &&
           (other[b].row < row || (other[b].row == row && other[b].end <= run.begin)))
      ++b;
    for (std::size_t k = b; k < other.size() && other[k].row == row && other[k].begin < run.end;
         ++k) {
      out.push_back(
          {run.row, std::max(run.begin, other[k].begin), std::min(run.end, other[k].end)});
    }
  }
}

}  // namespace

MaskRuns runs_of_instances(const ImageView<std::int32_t>& ids) {
  const auto found = labelled_runs(ids);
  std::int32_t count = 0;
  for (const auto& labelled : found) count = std::max(count, labelled.id);
  MaskRuns masks{std::vector<Run>(found.size()),
                 std::vector<std::size_t>(static_cast<std::size_t>(count) + 1, 0), ids.height,
                 ids.width};
  for (const auto& labelled : found) ++masks.offsets[static_cast<std::size_t>(labelled.id)];
  std::partial_sum(masks.offsets.begin(), masks.offsets.end(), masks.offsets.begin());
  auto next = masks.offsets;  // a counting sort: each mask keeps the row-major order
  for (const auto& labelled : found) {
    masks.runs[next[static_cast<std::size_t>(labelled.id) - 1]++] = labelled.run;
  }
  return masks;
}

MaskRuns runs_of_masks(std::span<const ImageView<std::uint8_t>> masks) {
  MaskRuns out{{}, {0}, 0, 0};
  if (!masks.empty()) out.height = masks[0].height, out.width = masks[0].width;
  for (const auto& mask : masks) {
    if (mask.height != out.height || mask.width != out.width) {
      throw std::invalid_argument("masks: expected masks of one size");
    }
    for (std::size_t row = 0; row < mask.height; ++row) {
      const std::uint8_t* pixels = mask.pixels.data() + row * mask.width;
      std::size_t col = find_pixel(pixels, 0, mask.width, true);
      while (col < mask.width) {
        const std::size_t end = find_pixel(pixels, col, mask.width, false);
        out.runs.push_back(run_of(row, col, end));
        col = find_pixel(pixels, end, mask.width, true);
      }
    }
    out.offsets.push_back(out.runs.size());
  }
  return out;
}

std::vector<Run> eroded(std::span<const Run> mask, std::int32_t radius_px, std::int32_t height,
                        std::int32_t width) {
  const auto rows = shrunk(mask, radius_px, width);
  std::vector<Run> kept = rows;
  std::vector<Run> next;
  for (std::int32_t shift = 1; shift <= radius_px; ++shift) {
    for (const std::int32_t signed_shift : {-shift, shift}) {
      intersect_below(kept, signed_shift, height, rows, next);
      kept.swap(next);
    }
  }
  return kept;
}

std::int64_t pixel_count(std::span<const Run> runs) {
  std::int64_t count = 0;
  for (const Run& run : runs) count += run.end - run.begin;
  return count;
}

}  // namespace inherit_fast
