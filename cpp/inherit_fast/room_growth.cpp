#include "inherit_fast/room_growth.hpp"

#include <algorithm>
#include <limits>
#include <numeric>
#include <span>

namespace inherit_fast {

namespace {

/// The cells of rooms that lie beside a bare one, row by row.
std::vector<RoomCell> edge_of(const std::vector<ComponentRun>& rooms, const BareCells& cells) {
  std::vector<RoomCell> edge;
  for (const auto& run : rooms) {
    const auto start = static_cast<std::size_t>(run.row) * cells.width;
    const auto end = start + static_cast<std::size_t>(run.end);
    for (auto at = start + static_cast<std::size_t>(run.begin); at < end; ++at) {
      const auto* cell = cells.bare.data() + at;
      const auto down = static_cast<std::ptrdiff_t>(cells.width);
      if ((cell[-down] | cell[down] | cell[-1] | cell[1]) != 0) edge.push_back({at, run.label});
    }
  }
  return edge;
}

}  // namespace

void BareCells::take(const std::vector<ComponentRun>& runs) {
  for (const auto& run : runs) {
    const auto row =
        bare.begin() + static_cast<std::ptrdiff_t>(static_cast<std::size_t>(run.row) * width);
    std::fill(row + run.begin, row + run.end, 0);
  }
}

std::vector<RoomCell> BareCells::spread(const std::vector<ComponentRun>& rooms, int depth) {
  auto queue = edge_of(rooms, *this);
  const auto edge_end = queue.size();
  auto ring_end = edge_end;
  for (std::size_t next = 0; next < queue.size(); ++next) {
    if (next == ring_end) {
      if (--depth <= 0) break;
      ring_end = queue.size();
    }
    const auto [at, label] = queue[next];
    for (const auto to : {at + 1, at + width, at - 1, at - width}) {
      if (bare[to] == 0) continue;
      bare[to] = 0;
      queue.push_back({to, label});
    }
  }
  queue.erase(queue.begin(), queue.begin() + static_cast<std::ptrdiff_t>(edge_end));
  return queue;
}

std::vector<RoomCell> BareCells::islands(double area_min, std::int32_t label) {
  std::vector<RoomCell> found;
  const std::span<const std::uint8_t> cells = bare;
  for (auto at = run_end(cells, 0, false); at < bare.size(); at = run_end(cells, at, false)) {
    const auto before = found.size();
    flood(at, label, found);
    if (static_cast<double>(found.size() - before) >= area_min) {
      ++label;
    } else {
      found.resize(before);
    }
  }
  return found;
}

void BareCells::flood(std::size_t start, std::int32_t label, std::vector<RoomCell>& found) {
  auto next = found.size();
  found.push_back({start, label});
  bare[start] = 0;
  for (; next < found.size(); ++next) {
    const auto at = found[next].at;
    for (const auto to : {at - width - 1, at - width, at - width + 1, at - 1, at + 1,
                          at + width - 1, at + width, at + width + 1}) {
      if (bare[to] == 0) continue;
      bare[to] = 0;
      found.push_back({to, label});
    }
  }
}

std::vector<std::int32_t> numbers(const std::vector<ComponentRun>& runs,
                                  const std::vector<RoomCell>& cells, std::size_t width,
                                  std::int32_t count) {
  constexpr auto kNowhere = std::numeric_limits<std::size_t>::max();
  std::vector<std::size_t> first(static_cast<std::size_t>(count) + 1, kNowhere);
  const auto note = [&](std::int32_t label, std::size_t at) {
    auto& known = first[static_cast<std::size_t>(label)];
    known = std::min(known, at);
  };
  for (const auto& run : runs) {
    note(run.label,
         static_cast<std::size_t>(run.row) * width + static_cast<std::size_t>(run.begin));
  }
  for (const auto& cell : cells) note(cell.label, cell.at);
  std::vector<std::size_t> order(first.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::erase_if(order, [&](std::size_t label) { return first[label] == kNowhere; });
  std::sort(order.begin(), order.end(),
            [&](std::size_t a, std::size_t b) { return first[a] < first[b]; });
  std::vector<std::int32_t> number(first.size(), 0);
  std::int32_t next = 0;
  for (const auto label : order) number[label] = ++next;
  return number;
}

}  // namespace inherit_fast
