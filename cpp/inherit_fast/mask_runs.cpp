#include "inherit_fast/mask_runs.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>
#include <numeric>
#include <stdexcept>
#include <string>
#include <utility>

#include "inherit_fast/simd.hpp"

namespace inherit_fast {
namespace {

struct LabelledRun {
  Run run;
  std::int32_t id;
};

bool is_set(std::uint8_t pixel) { return pixel != 0; }
std::int32_t is_set(std::int32_t id) { return id; }

/// change[i] = 1 where pixel i + 1 belongs to another mask than pixel i, and for the last pixel.
template <typename Label>
INHERIT_FAST_CLONES void mark_changes(const Label* row, std::size_t width, std::uint8_t* change) {
  for (std::size_t i = 0; i + 1 < width; ++i) change[i] = is_set(row[i]) != is_set(row[i + 1]);
  change[width - 1] = 1;
}

INHERIT_FAST_CLONES
bool any_set(const std::uint8_t* row, std::size_t width) {
  std::uint8_t any = 0;
  for (std::size_t i = 0; i < width; ++i) any = static_cast<std::uint8_t>(any | row[i]);
  return any != 0;
}

/// Finds the runs of a row. Changes are rare: a block of pixels is passed over at a time.
class RowScanner {
 public:
  explicit RowScanner(std::size_t width)
      : width_(width), change_((width + kBlock - 1) / kBlock * kBlock, 0) {}

  /// visit(begin, end) for each stretch of equal pixels, background included.
  template <typename Label, typename Visit>
  void scan(const Label* row, const Visit& visit) {
    if (width_ == 0) return;
    mark_changes(row, width_, change_.data());
    std::size_t begin = 0;
    for (std::size_t block = 0; block < width_; block += kBlock) {
      std::array<std::uint64_t, kBlock / 8> words;
      std::memcpy(words.data(), change_.data() + block, kBlock);
      if ((words[0] | words[1] | words[2] | words[3]) == 0) continue;
      for (std::size_t i = block; i < block + kBlock; i += 8) {
        for (std::uint64_t word = words[(i - block) / 8]; word != 0; word &= word - 1) {
          const std::size_t end = i + static_cast<std::size_t>(std::countr_zero(word)) / 8 + 1;
          visit(begin, end);
          begin = end;
        }
      }
    }
  }

 private:
  static constexpr std::size_t kBlock = 32;
  static_assert(std::endian::native == std::endian::little, "the first pixel is the lowest byte");

  std::size_t width_;
  std::vector<std::uint8_t> change_;
};

Run run_of(std::size_t row, std::size_t begin, std::size_t end) {
  return {static_cast<std::int32_t>(row), static_cast<std::int32_t>(begin),
          static_cast<std::int32_t>(end)};
}

void require_id(std::int32_t id) {
  if (id >= 0 && id <= kMaxInstanceId) return;
  throw std::invalid_argument("masks: expected instance ids from 0 to " +
                              std::to_string(kMaxInstanceId) + ", got " + std::to_string(id));
}

std::vector<LabelledRun> labelled_runs(const ImageView<std::int32_t>& ids) {
  std::vector<LabelledRun> found;
  found.reserve(4 * ids.height);
  RowScanner scanner(ids.width);
  for (std::size_t row = 0; row < ids.height; ++row) {
    const std::int32_t* pixels = ids.pixels.data() + row * ids.width;
    scanner.scan(pixels, [&](std::size_t begin, std::size_t end) {
      const std::int32_t id = pixels[begin];
      require_id(id);
      if (id > 0) found.push_back({run_of(row, begin, end), id});
    });
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

/// Cuts runs down to what the rows around them share.
class RowCutter {
 public:
  /// `rows` in row-major order, of an image of `height` rows; reaches `radius` rows up and down.
  RowCutter(std::span<const Run> rows, std::int32_t radius, std::int32_t height)
      : rows_(rows), height_(height), cursors_(2 * static_cast<std::size_t>(radius)) {
    out_.reserve(rows.size());
  }

  std::vector<Run> cut_all() {
    for (const Run& run : rows_) cut(run, 0);
    return std::move(out_);
  }

 private:
  /// Keeps the parts of `piece` that the rows from the level-th neighbour on hold too. Pieces come
  /// in row-major order at every level, so that a cursor a level never goes back.
  void cut(const Run& piece, std::size_t level) {
    if (level == cursors_.size()) {
      out_.push_back(piece);
      return;
    }
    const auto distance = static_cast<std::int32_t>(level / 2) + 1;
    const std::int32_t row = piece.row + (level % 2 == 0 ? distance : -distance);
    if (row < 0 || row >= height_) return cut(piece, level + 1);
    std::size_t& next = cursors_[level];
    while (next < rows_.size() && ends_before(rows_[next], row, piece.begin)) ++next;
    for (std::size_t k = next; k < rows_.size(); ++k) {
      const Run& other = rows_[k];
      if (other.row != row || other.begin >= piece.end) break;
      cut({piece.row, std::max(piece.begin, other.begin), std::min(piece.end, other.end)},
          level + 1);
    }
  }

  static bool ends_before(const Run& run, std::int32_t row, std::int32_t col) {
    return run.row < row || (run.row == row && run.end <= col);
  }

  std::span<const Run> rows_;
  std::int32_t height_;
  std::vector<std::size_t> cursors_;
  std::vector<Run> out_;
};

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
  RowScanner scanner(out.width);
  for (const auto& mask : masks) {
    if (mask.height != out.height || mask.width != out.width) {
      throw std::invalid_argument("masks: expected masks of one size");
    }
    for (std::size_t row = 0; row < mask.height; ++row) {
      const std::uint8_t* pixels = mask.pixels.data() + row * mask.width;
      if (!any_set(pixels, mask.width)) continue;
      scanner.scan(pixels, [&](std::size_t begin, std::size_t end) {
        if (pixels[begin] != 0) out.runs.push_back(run_of(row, begin, end));
      });
    }
    out.offsets.push_back(out.runs.size());
  }
  return out;
}

std::vector<Run> eroded(std::span<const Run> mask, std::int32_t radius_px, std::int32_t height,
                        std::int32_t width) {
  const auto rows = shrunk(mask, radius_px, width);
  return RowCutter(rows, radius_px, height).cut_all();
}

std::int64_t pixel_count(std::span<const Run> runs) {
  std::int64_t count = 0;
  for (const Run& run : runs) count += run.end - run.begin;
  return count;
}

}  // namespace inherit_fast
