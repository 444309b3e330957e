#include "inherit_fast/rooms.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <utility>

#include "inherit_fast/floor_window.hpp"
#include "inherit_fast/opening.hpp"
#include "inherit_fast/room_gates.hpp"
#include "inherit_fast/room_growth.hpp"
#include "inherit_fast/room_merge.hpp"
#include "inherit_fast/space_widths.hpp"
#include "inherit_fast/wall_distance.hpp"

namespace inherit_fast {

namespace {

constexpr double kNearM = 0.3;  // ends of gates that close say the same

class Segmenter {
 public:
  Segmenter(FloorWindow window, const RoomRules& rules)
      : window_(std::move(window)), rules_(rules) {}

  Rooms run(std::size_t height, std::size_t width) {
    remove_blobs(window_, cells(rules_.furniture_max_m));
    const auto distance = distance_to_zero(window_.mask(), kWidthStep);
    const auto open = opened(window_.mask(), cells(rules_.passage_min_m) / 2);
    part({open, window_.height, window_.width}, distance);
    drop_small();
    add_bare_cells();
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
    const auto open = runs_of(passable, true);
    const auto gates = worth_closing(found.gates, distance, window_.width, rules);
    std::vector<bool> tried(gates.size(), false);
    constexpr int kRounds = 3;
    for (int round = 0; round < kRounds; ++round) {
      const auto before = closed_.size();
      const auto settled = [&] { return round > 0 && closed_.size() == before && !dropped_any_; };
      for (std::size_t i = 0; i < tried.size(); ++i) {
        if (!tried[i] && fits(gates[i], round > 0)) {
          tried[i] = true;
          closed_.push_back(gates[i]);
        }
      }
      if (settled()) break;
      partition_ = partition(open, window_.width, distance, closed_, rules);
      keep_closed(round + 1 < kRounds);
      if (settled()) break;
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
    kept.reserve(partition_.kept.size());
    for (const auto i : partition_.kept) kept.push_back(closed_[i]);
    closed_ = kept;
    if (!drop_abutting) return;
    dropped_any_ = std::erase_if(closed_, [&](const Gate& gate) {
                     return abuts(gate, kept, cells(kNearM));
                   }) > 0;
  }

  void drop_small() {
    std::erase_if(partition_.parts.runs, [&](const ComponentRun& run) {
      return partition_.area[static_cast<std::size_t>(run.label)] <
             square_cells(rules_.room_min_m2);
    });
  }

  /// Cells of gates, and those that only the opening left out, go to the nearest room; but no crack
  /// in a wall leads on to what was seen behind it. What is left is rooms of its own.
  void add_bare_cells() {
    BareCells cells_left{std::move(window_.free), window_.width};
    cells_left.take(partition_.parts.runs);
    beyond_ = cells_left.spread(partition_.parts.runs,
                                static_cast<int>(std::ceil(cells(rules_.nook_depth_m))));
    const auto islands =
        cells_left.islands(square_cells(rules_.island_min_m2), partition_.parts.count + 1);
    beyond_.insert(beyond_.end(), islands.begin(), islands.end());
    if (!islands.empty()) partition_.parts.count = islands.back().label;
  }

  Rooms hand_over(std::size_t height, std::size_t width) const {
    Rooms result;
    result.labels.assign(height * width, 0);
    result.gates_dropped = gates_dropped_;
    const auto& parts = partition_.parts;
    const auto number = numbers(parts.runs, beyond_, window_.width, parts.count);
    result.count = *std::max_element(number.begin(), number.end());
    const auto place = [&](std::size_t row, std::size_t col) {
      constexpr auto kMargin = FloorWindow::kMargin;
      return result.labels.begin() +
             static_cast<std::ptrdiff_t>((window_.row + row - kMargin) * width + window_.col + col -
                                         kMargin);
    };
    for (const auto& run : parts.runs) {
      std::fill_n(place(static_cast<std::size_t>(run.row), static_cast<std::size_t>(run.begin)),
                  run.end - run.begin, number[static_cast<std::size_t>(run.label)]);
    }
    for (const auto& cell : beyond_) {
      *place(cell.at / window_.width, cell.at % window_.width) =
          number[static_cast<std::size_t>(cell.label)];
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
  std::vector<RoomCell> beyond_;  // cells that rooms got beyond the runs of the partition
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
