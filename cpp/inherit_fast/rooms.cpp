#include "inherit_fast/rooms.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "inherit_fast/grid_ops.hpp"
#include "inherit_fast/room_gates.hpp"
#include "inherit_fast/room_merge.hpp"

namespace inherit_fast {

namespace {

/// The part of a floor that holds free space, with a margin of walls around it.
struct Window {
  std::size_t row = 0, col = 0, height = 0, width = 0;  // offsets may be negative: wrap around
  std::vector<std::uint8_t> free;
};

constexpr std::size_t kMargin = 2;
constexpr double kNearM = 0.3;  // ends of gates that close say the same

class Segmenter {
 public:
  Segmenter(const Mask& free, const Mask& wall, const std::optional<Mask>& likeness,
            const RoomRules& rules)
      : free_(free), wall_(wall), likeness_(likeness), rules_(rules) {}

  Rooms run() {
    Rooms result;
    result.labels.assign(free_.height * free_.width, 0);
    if (!take_window()) return result;
    remove_furniture();
    clear_border();
    const Mask inside{window_.free, window_.height, window_.width};
    const auto distance = distance_to_zero(inside);
    const auto open = opened(inside, distance, cells(rules_.passage_min_m) / 2);
    const Mask passable{open, window_.height, window_.width};
    part(passable, distance);
    drop_small();
    spread();
    add_islands();
    hand_over(result);
    result.gates_dropped = gates_dropped_;
    return result;
  }

 private:
  double cells(double metres) const { return metres / rules_.cell_m; }
  double square_cells(double m2) const { return m2 / (rules_.cell_m * rules_.cell_m); }

  bool take_window() {
    std::size_t top = free_.height, left = free_.width, bottom = 0, right = 0;
    for (std::size_t row = 0; row < free_.height; ++row) {
      for (std::size_t col = 0; col < free_.width; ++col) {
        if (free_(row, col) == 0) continue;
        top = std::min(top, row);
        bottom = std::max(bottom, row + 1);
        left = std::min(left, col);
        right = std::max(right, col + 1);
      }
    }
    if (bottom == 0) return false;
    window_.row = top - kMargin;
    window_.col = left - kMargin;
    window_.height = bottom - top + 2 * kMargin;
    window_.width = right - left + 2 * kMargin;
    window_.free.assign(window_.height * window_.width, 0);
    fill_window();
    return true;
  }

  /// Furniture in the margin was made free too; the flood fills rely on a border that is not.
  void clear_border() {
    for (std::size_t r = 0; r < window_.height; ++r) {
      window_.free[r * window_.width] = window_.free[(r + 1) * window_.width - 1] = 0;
    }
    std::fill_n(window_.free.begin(), window_.width, std::uint8_t{0});
    std::fill_n(window_.free.rbegin(), window_.width, std::uint8_t{0});
  }

  void fill_window() {
    for (std::size_t r = 0; r < window_.height; ++r) {
      for (std::size_t c = 0; c < window_.width; ++c) {
        const auto row = window_.row + r;
        const auto col = window_.col + c;
        if (row >= free_.height || col >= free_.width) continue;
        const bool low = likeness_ && wall_(row, col) != 0 && free_(row, col) == 0 &&
                         (*likeness_)(row, col) < rules_.wall_slices_min;
        window_.free[r * window_.width + c] = free_(row, col) != 0 || low ? 1 : 0;
      }
    }
  }

  void remove_furniture() {
    const Mask mask{window_.free, window_.height, window_.width};
    const auto blobs = components(mask, false, Connectivity::eight);
    struct Box {
      std::size_t top, left, bottom, right;
    };
    std::vector<Box> boxes(static_cast<std::size_t>(blobs.count) + 1,
                           {window_.height, window_.width, 0, 0});
    for (std::size_t i = 0; i < blobs.labels.size(); ++i) {
      auto& box = boxes[static_cast<std::size_t>(blobs.labels[i])];
      box.top = std::min(box.top, i / window_.width);
      box.bottom = std::max(box.bottom, i / window_.width + 1);
      box.left = std::min(box.left, i % window_.width);
      box.right = std::max(box.right, i % window_.width + 1);
    }
    for (std::size_t i = 0; i < blobs.labels.size(); ++i) {
      if (blobs.labels[i] == 0) continue;
      const auto& box = boxes[static_cast<std::size_t>(blobs.labels[i])];
      const double diagonal = std::hypot(box.bottom - box.top, box.right - box.left);
      if (diagonal <= cells(rules_.furniture_max_m)) window_.free[i] = 1;
    }
  }

  GateSearch search() const {
    return {cells(rules_.contour_tolerance_m),
            cells(rules_.gate_max_m),
            cells(rules_.gap_wall_min_m),
            cells(rules_.wall_depth_max_m),
            rules_.flush_ratio,
            cells(rules_.flush_offset_m),
            rules_.gates_max};
  }

  /// Thrice: gates that were in the way of better ones in one round make room for them.
  void part(const Mask& passable, const std::vector<float>& distance) {
    const auto found = find_gates(passable, search());
    gates_dropped_ = found.dropped;
    const MergeRules rules{rules_.gap_ratio, rules_.mouth_ratio, rules_.mouth_elongation,
                           square_cells(rules_.room_min_m2)};
    const auto gates = worth_closing(found.gates, distance, window_.width, rules);
    std::vector<bool> tried(gates.size(), false);
    constexpr int kRounds = 3;
    for (int round = 0; round < kRounds; ++round) {
      for (std::size_t i = 0; i < tried.size(); ++i) {
        if (!tried[i] && fits(gates[i], round > 0)) {
          tried[i] = true;
          closed_.push_back(gates[i]);
        }
      }
      partition_ = partition(passable, distance, closed_, rules);
      keep_closed(round + 1 < kRounds);
    }
  }

  bool fits(const Gate& gate, bool must_not_abut) const {
    const double near = cells(kNearM);
    return std::none_of(closed_.begin(), closed_.end(),
                        [&](const Gate& other) { return conflict(gate, other, near); }) &&
           !(must_not_abut && abuts(gate, closed_, near));
  }

  void keep_closed(bool drop_abutting) {
    std::vector<Gate> kept;
    for (const auto i : partition_.kept) kept.push_back(closed_[i]);
    closed_ = kept;
    if (!drop_abutting) return;
    std::erase_if(closed_, [&](const Gate& gate) { return abuts(gate, kept, cells(kNearM)); });
  }

  void drop_small() {
    std::vector<double> area(static_cast<std::size_t>(partition_.count) + 1, 0);
    for (const auto label : partition_.labels) area[static_cast<std::size_t>(label)] += 1;
    for (auto& label : partition_.labels) {
      if (area[static_cast<std::size_t>(label)] < square_cells(rules_.room_min_m2)) label = 0;
    }
  }

  /// Cells of gates, and those that only the opening left out, go to the nearest room.
  void spread() {
    std::vector<std::size_t> queue;
    auto& labels = partition_.labels;
    for (std::size_t i = 0; i < labels.size(); ++i) {
      if (labels[i] != 0) queue.push_back(i);
    }
    for (std::size_t next = 0; next < queue.size(); ++next) {
      const auto at = queue[next];
      for (const auto step : {std::size_t{1}, window_.width, -std::size_t{1}, -window_.width}) {
        const auto to = at + step;
        if (window_.free[to] == 0 || labels[to] != 0) continue;
        labels[to] = labels[at];
        queue.push_back(to);
      }
    }
  }

  void add_islands() {
    std::vector<std::uint8_t> rest(window_.free.size());
    for (std::size_t i = 0; i < rest.size(); ++i) {
      rest[i] = static_cast<std::uint8_t>(window_.free[i] != 0 && partition_.labels[i] == 0);
    }
    const auto islands =
        components({rest, window_.height, window_.width}, true, Connectivity::four);
    const auto sizes = component_sizes(islands);
    for (std::size_t i = 0; i < rest.size(); ++i) {
      const auto island = islands.labels[i];
      if (island == 0) continue;
      const auto size = static_cast<double>(sizes[static_cast<std::size_t>(island)]);
      if (size >= square_cells(rules_.island_min_m2)) {
        partition_.labels[i] = partition_.count + island;
      }
    }
    partition_.count += islands.count;
  }

  void hand_over(Rooms& result) const {
    std::vector<std::int32_t> number(static_cast<std::size_t>(partition_.count) + 1, 0);
    for (std::size_t i = 0; i < partition_.labels.size(); ++i) {
      const auto label = static_cast<std::size_t>(partition_.labels[i]);
      if (label == 0) continue;
      const auto row = window_.row + i / window_.width;
      const auto col = window_.col + i % window_.width;
      if (row >= free_.height || col >= free_.width) continue;
      if (number[label] == 0) number[label] = ++result.count;
      result.labels[row * free_.width + col] = number[label];
    }
    const auto metres = [&](Vec2 p) {
      const Vec2 offset{static_cast<double>(window_.col + kMargin) - kMargin,
                        static_cast<double>(window_.row + kMargin) - kMargin};
      return (p + offset) * rules_.cell_m;
    };
    for (std::size_t i = 0; i < closed_.size(); ++i) {
      const auto a = number[static_cast<std::size_t>(partition_.sides[i][0])];
      const auto b = number[static_cast<std::size_t>(partition_.sides[i][1])];
      if (a == 0 || b == 0) continue;
      result.doorways.push_back(
          {metres(closed_[i].a), metres(closed_[i].b), {std::min(a, b), std::max(a, b)}});
    }
  }

  const Mask& free_;
  const Mask& wall_;
  const std::optional<Mask>& likeness_;
  RoomRules rules_;
  Window window_;
  std::vector<Gate> closed_;
  Partition partition_;
  std::size_t gates_dropped_ = 0;
};

}  // namespace

Rooms segment_rooms(const ImageView<std::uint8_t>& free, const ImageView<std::uint8_t>& wall,
                    const std::optional<ImageView<std::uint8_t>>& wall_likeness,
                    const RoomRules& rules) {
  const auto same = [&](const Mask& other) {
    return other.height == free.height && other.width == free.width;
  };
  if (!same(wall) || (wall_likeness && !same(*wall_likeness))) {
    throw std::invalid_argument("free, wall and wall_likeness must have the same shape");
  }
  if (!(rules.cell_m > 0) || !std::isfinite(rules.cell_m)) {
    throw std::invalid_argument("cell_m must be a positive number");
  }
  return Segmenter(free, wall, wall_likeness, rules).run();
}

}  // namespace inherit_fast
