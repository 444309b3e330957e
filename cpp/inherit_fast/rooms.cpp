#include "inherit_fast/rooms.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <stdexcept>
#include <utility>

#include "inherit_fast/floor_window.hpp"
#include "inherit_fast/grid_ops.hpp"
#include "inherit_fast/room_gates.hpp"
#include "inherit_fast/room_merge.hpp"

namespace inherit_fast {

namespace {

constexpr double kNearM = 0.3;  // ends of gates that close say the same
constexpr std::int32_t kTooSmall = -1;

class Segmenter {
 public:
  Segmenter(FloorWindow window, const RoomRules& rules)
      : window_(std::move(window)), rules_(rules) {}

  Rooms run(std::size_t height, std::size_t width) {
    remove_blobs(window_, cells(rules_.furniture_max_m));
    const auto distance = distance_to_zero(window_.mask());
    const auto open = opened(window_.mask(), distance, cells(rules_.passage_min_m) / 2);
    part({open, window_.height, window_.width}, distance);
    drop_small();
    spread();
    add_islands();
    return hand_over(height, width);
  }

 private:
  double cells(double metres) const { return metres / rules_.cell_m; }
  double square_cells(double m2) const { return m2 / (rules_.cell_m * rules_.cell_m); }

  GateSearch search() const {
    return {cells(rules_.contour_tolerance_m),
            cells(rules_.passage_min_m),
            cells(rules_.gate_max_m),
            cells(rules_.gap_wall_min_m),
            rules_.gap_wall_share,
            cells(rules_.abutting_gap_max_m),
            cells(rules_.wall_depth_max_m),
            rules_.flush_ratio,
            cells(rules_.flush_offset_m),
            rules_.corners_max,
            rules_.gates_max};
  }

  /// Thrice: gates that were in the way of better ones in one round make room for them.
  void part(const Mask& passable, const std::vector<float>& distance) {
    const auto found = find_gates(passable, window_.walls(), search());
    gates_dropped_ = found.dropped;
    const MergeRules rules{rules_.gap_ratio, rules_.mouth_ratio, rules_.mouth_elongation,
                           square_cells(rules_.room_min_m2)};
    const auto gates = worth_closing(found.gates, distance, window_.width, rules);
    std::vector<bool> tried(gates.size(), false);
    constexpr int kRounds = 3;
    for (int round = 0; round < kRounds; ++round) {
      const auto before = closed_.size();
      for (std::size_t i = 0; i < tried.size(); ++i) {
        if (!tried[i] && fits(gates[i], round > 0)) {
          tried[i] = true;
          closed_.push_back(gates[i]);
        }
      }
      if (round > 0 && closed_.size() == before && !dropped_any_) break;
      partition_ = partition(passable, distance, closed_, rules);
      keep_closed(round + 1 < kRounds);
      if (round > 0 && closed_.size() == before && !dropped_any_) break;
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
    dropped_any_ = std::erase_if(closed_, [&](const Gate& gate) {
                     return abuts(gate, kept, cells(kNearM));
                   }) > 0;
  }

  void drop_small() {
    for (auto& label : partition_.labels) {
      const auto area = partition_.area[static_cast<std::size_t>(label)];
      if (area < square_cells(rules_.room_min_m2)) label = 0;
    }
  }

  /// Cells of gates, and those that only the opening left out, go to the nearest room; but no crack
  /// in a wall leads on to what was seen behind it.
  void spread() {
    auto& labels = partition_.labels;
    std::vector<std::size_t> queue;
    const std::array<std::size_t, 4> steps{1, window_.width, -std::size_t{1}, -window_.width};
    const auto next_to_bare = [&](std::size_t at) {
      return std::any_of(steps.begin(), steps.end(), [&](std::size_t step) {
        return window_.free[at + step] != 0 && labels[at + step] == 0;
      });
    };
    for (std::size_t i = 0; i < labels.size(); ++i) {
      if (labels[i] != 0 && next_to_bare(i)) queue.push_back(i);
    }
    std::size_t ring_end = queue.size();
    auto rings_left = static_cast<int>(std::ceil(cells(rules_.nook_depth_m)));
    for (std::size_t next = 0; next < queue.size(); ++next) {
      if (next == ring_end) {
        if (--rings_left <= 0) break;
        ring_end = queue.size();
      }
      for (const auto step : steps) {
        const auto to = queue[next] + step;
        if (window_.free[to] == 0 || labels[to] != 0) continue;
        labels[to] = labels[queue[next]];
        queue.push_back(to);
      }
    }
  }

  /// What is left, cells that touch at corners included, is rooms of its own where large enough.
  void add_islands() {
    auto& labels = partition_.labels;
    for (std::size_t i = 0; i < labels.size(); ++i) {
      if (window_.free[i] == 0 || labels[i] != 0) continue;
      const auto island = flood(i, partition_.count + 1);
      if (static_cast<double>(island.size()) >= square_cells(rules_.island_min_m2)) {
        ++partition_.count;
      } else {
        for (const auto at : island) labels[at] = kTooSmall;
      }
    }
    std::replace(labels.begin(), labels.end(), kTooSmall, 0);
  }

  std::vector<std::size_t> flood(std::size_t start, std::int32_t label) {
    const auto up = -window_.width;
    const std::array<std::size_t, 8> steps{
        up - 1,           up, up + 1, -std::size_t{1}, 1, window_.width - 1, window_.width,
        window_.width + 1};
    auto& labels = partition_.labels;
    std::vector<std::size_t> found{start};
    labels[start] = label;
    for (std::size_t next = 0; next < found.size(); ++next) {
      for (const auto step : steps) {
        const auto to = found[next] + step;
        if (window_.free[to] == 0 || labels[to] != 0) continue;
        labels[to] = label;
        found.push_back(to);
      }
    }
    return found;
  }

  Rooms hand_over(std::size_t height, std::size_t width) const {
    constexpr auto kMargin = FloorWindow::kMargin;
    Rooms result;
    result.labels.assign(height * width, 0);
    result.gates_dropped = gates_dropped_;
    std::vector<std::int32_t> number(static_cast<std::size_t>(partition_.count) + 1, 0);
    for (auto r = kMargin; r + kMargin < window_.height; ++r) {
      const auto* from = partition_.labels.data() + r * window_.width + kMargin;
      auto* to = result.labels.data() + (window_.row + r - kMargin) * width + window_.col;
      for (std::size_t c = 0; c + 2 * kMargin < window_.width; ++c) {
        const auto label = static_cast<std::size_t>(from[c]);
        if (label == 0) continue;
        if (number[label] == 0) number[label] = ++result.count;
        to[c] = number[label];
      }
    }
    add_doorways(number, result);
    return result;
  }

  void add_doorways(const std::vector<std::int32_t>& number, Rooms& result) const {
    constexpr auto kMargin = static_cast<double>(FloorWindow::kMargin);
    const Vec2 origin{static_cast<double>(window_.col) - kMargin,
                      static_cast<double>(window_.row) - kMargin};
    for (std::size_t i = 0; i < closed_.size(); ++i) {
      const auto a = number[static_cast<std::size_t>(partition_.sides[i][0])];
      const auto b = number[static_cast<std::size_t>(partition_.sides[i][1])];
      if (a == 0 || b == 0) continue;
      result.doorways.push_back({(closed_[i].a + origin) * rules_.cell_m,
                                 (closed_[i].b + origin) * rules_.cell_m,
                                 {std::min(a, b), std::max(a, b)}});
    }
  }

  FloorWindow window_;
  RoomRules rules_;
  std::vector<Gate> closed_;
  Partition partition_;
  std::size_t gates_dropped_ = 0;
  bool dropped_any_ = false;
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
  std::optional<LowObstacles> low;
  if (wall_likeness) low = LowObstacles{*wall_likeness, rules.wall_slices_min};
  auto window = floor_window(free, wall, low);
  if (!window) return {std::vector<std::int32_t>(free.height * free.width, 0), 0, {}, 0};
  return Segmenter(std::move(*window), rules).run(free.height, free.width);
}

}  // namespace inherit_fast
