#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "inherit_fast/types.hpp"

namespace inherit_fast {

/// Pixels [begin, end) of one row.
struct Run {
  std::int32_t row, begin, end;
};

/// Position of a run's first pixel in a row-major image.
inline std::size_t first_pixel(const Run& run, std::size_t width) {
  return static_cast<std::size_t>(run.row) * width + static_cast<std::size_t>(run.begin);
}

/// The masks of one image as runs; those of mask i are in row-major order and do not touch.
struct MaskRuns {
  std::vector<Run> runs;
  std::vector<std::size_t> offsets;  // mask i owns runs [offsets[i], offsets[i + 1])
  std::size_t height = 0;
  std::size_t width = 0;

  std::size_t size() const { return offsets.size() - 1; }
  std::span<const Run> of(std::size_t mask) const {
    return {runs.data() + offsets[mask], offsets[mask + 1] - offsets[mask]};
  }
};

inline constexpr std::int32_t kMaxInstanceId = 65535;

/// Runs of an instance image: mask i holds the pixels of id i + 1, 0 is no instance; as many masks
/// as the largest id in the image.
/// @throws std::invalid_argument if an id lies outside [0, kMaxInstanceId].
MaskRuns runs_of_instances(const ImageView<std::int32_t>& ids);

/// Runs of masks that may overlap; a pixel belongs to mask i where masks[i] is not zero.
/// @throws std::invalid_argument if the masks differ in size.
MaskRuns runs_of_masks(std::span<const ImageView<std::uint8_t>> masks);

/// Pixels of a mask that lie more than `radius_px` (in rows and in columns) away from every pixel
/// of the image outside it. The image's own border does not count as the mask's.
std::vector<Run> eroded(std::span<const Run> mask, std::int32_t radius_px, std::int32_t height,
                        std::int32_t width);

std::int64_t pixel_count(std::span<const Run> runs);

}  // namespace inherit_fast
