#include "inherit_fast/label_pieces.hpp"

#include <algorithm>
#include <map>

#include "inherit_fast/disjoint_sets.hpp"

namespace inherit_fast {

namespace {

/// Cells first..end of one row with the same label.
struct Run {
  std::size_t first, end;
  std::int32_t piece;
};

/// 4-connected pieces of equal labels, 0 included.
struct Pieces {
  std::vector<Run> runs;               // row by row
  std::vector<std::size_t> row_start;  // in runs, of every row, and the end
  std::vector<std::int32_t> label;     // of every piece
  std::vector<std::size_t> area;
  std::vector<bool> at_border;

  std::size_t rows() const { return row_start.size() - 1; }
};

/// Calls `meet(run, run above)` for every two runs that share borders, with the shared length.
template <typename Meet>
void meetings(const Pieces& pieces, std::size_t row, const Meet& meet) {
  if (row == 0) return;
  auto above = pieces.row_start[row - 1];
  for (auto i = pieces.row_start[row]; i < pieces.row_start[row + 1]; ++i) {
    const auto& run = pieces.runs[i];
    while (pieces.runs[above].end <= run.first) ++above;
    for (auto j = above; j < pieces.row_start[row] && pieces.runs[j].first < run.end; ++j) {
      const auto& other = pieces.runs[j];
      meet(i, j, std::min(run.end, other.end) - std::max(run.first, other.first));
    }
  }
}

void join_runs(const std::vector<std::int32_t>& labels, std::size_t width, Pieces& pieces) {
  DisjointSets sets(0);
  for (std::size_t start = 0, row = 0; start < labels.size(); start += width, ++row) {
    pieces.row_start.push_back(pieces.runs.size());
    const auto* line = labels.data() + start;
    for (std::size_t col = 0; col < width;) {
      const auto first = col;
      while (col < width && line[col] == line[first]) ++col;
      pieces.runs.push_back({first, col, sets.add()});
    }
    pieces.row_start.push_back(pieces.runs.size());
    meetings(pieces, row, [&](std::size_t i, std::size_t j, std::size_t) {
      if (line[pieces.runs[i].first] == labels[start - width + pieces.runs[j].first]) {
        sets.merge(pieces.runs[i].piece, pieces.runs[j].piece);
      }
    });
    pieces.row_start.pop_back();
  }
  pieces.row_start.push_back(pieces.runs.size());
  const auto number = sets.compact();
  for (auto& run : pieces.runs) run.piece = number[static_cast<std::size_t>(run.piece)];
}

Pieces pieces_of(const std::vector<std::int32_t>& labels, std::size_t width) {
  Pieces pieces;
  join_runs(labels, width, pieces);
  for (std::size_t row = 0; row < pieces.rows(); ++row) {
    for (auto i = pieces.row_start[row]; i < pieces.row_start[row + 1]; ++i) {
      const auto& run = pieces.runs[i];
      const auto piece = static_cast<std::size_t>(run.piece);
      if (piece == pieces.label.size()) {
        pieces.label.push_back(labels[row * width + run.first]);
        pieces.area.push_back(0);
        pieces.at_border.push_back(false);
      }
      pieces.area[piece] += run.end - run.first;
      const bool border = row == 0 || row + 1 == pieces.rows() || run.first == 0;
      if (border || run.end == width) pieces.at_border[piece] = true;
    }
  }
  return pieces;
}

/// Calls `meet(piece, other piece, length)` for every border between different pieces.
template <typename Meet>
void borders(const Pieces& pieces, const Meet& meet) {
  const auto between = [&](std::size_t i, std::size_t j, std::size_t length) {
    const auto a = static_cast<std::size_t>(pieces.runs[i].piece);
    const auto b = static_cast<std::size_t>(pieces.runs[j].piece);
    if (a != b) meet(a, b, length);
  };
  for (std::size_t row = 0; row < pieces.rows(); ++row) {
    for (auto i = pieces.row_start[row] + 1; i < pieces.row_start[row + 1]; ++i) {
      between(i, i - 1, 1);
    }
    meetings(pieces, row, between);
  }
}

/// Writes for every piece a label, where it is not kKeep.
constexpr std::int32_t kKeep = -1;

void paint(const Pieces& pieces, const std::vector<std::int32_t>& becomes, std::size_t width,
           std::vector<std::int32_t>& labels) {
  for (std::size_t row = 0; row < pieces.rows(); ++row) {
    auto* line = labels.data() + row * width;
    for (auto i = pieces.row_start[row]; i < pieces.row_start[row + 1]; ++i) {
      const auto& run = pieces.runs[i];
      const auto label = becomes[static_cast<std::size_t>(run.piece)];
      if (label != kKeep) std::fill(line + run.first, line + run.end, label);
    }
  }
}

std::vector<bool> loose_pieces(const Pieces& pieces, std::size_t area_min) {
  std::map<std::int32_t, std::size_t> largest;
  for (std::size_t p = 0; p < pieces.label.size(); ++p) {
    auto [known, fresh] = largest.try_emplace(pieces.label[p], p);
    if (!fresh && pieces.area[p] > pieces.area[known->second]) known->second = p;
  }
  std::vector<bool> loose(pieces.label.size(), false);
  for (std::size_t p = 0; p < loose.size(); ++p) {
    loose[p] = pieces.label[p] != 0 && (largest[pieces.label[p]] != p || pieces.area[p] < area_min);
  }
  return loose;
}

}  // namespace

void join_fragments(std::vector<std::int32_t>& labels, std::size_t width, std::size_t area_min) {
  const auto pieces = pieces_of(labels, width);
  const auto loose = loose_pieces(pieces, area_min);
  if (std::find(loose.begin(), loose.end(), true) == loose.end()) return;
  std::vector<std::map<std::int32_t, std::size_t>> shared(loose.size());
  const auto count = [&](std::size_t piece, std::size_t other, std::size_t length) {
    if (loose[piece] && !loose[other] && pieces.label[other] != 0) {
      shared[piece][pieces.label[other]] += length;
    }
  };
  borders(pieces, [&](std::size_t a, std::size_t b, std::size_t length) {
    count(a, b, length);
    count(b, a, length);
  });
  std::vector<std::int32_t> becomes(loose.size(), kKeep);
  for (std::size_t p = 0; p < loose.size(); ++p) {
    if (!loose[p]) continue;
    const auto longest =
        std::max_element(shared[p].begin(), shared[p].end(),
                         [](const auto& a, const auto& b) { return a.second < b.second; });
    becomes[p] = longest == shared[p].end() ? 0 : longest->first;
  }
  paint(pieces, becomes, width, labels);
}

void fill_holes(std::vector<std::int32_t>& labels, std::size_t width, std::size_t area_max) {
  const auto pieces = pieces_of(labels, width);
  constexpr std::int32_t kSeveral = -2;
  std::vector<std::int32_t> around(pieces.label.size(), 0);
  const auto note = [&](std::size_t hole, std::size_t other) {
    if (pieces.label[hole] != 0 || pieces.at_border[hole]) return;
    const auto room = pieces.label[other];
    around[hole] = around[hole] == 0 || around[hole] == room ? room : kSeveral;
  };
  borders(pieces, [&](std::size_t a, std::size_t b, std::size_t) {
    note(a, b);
    note(b, a);
  });
  for (std::size_t p = 0; p < around.size(); ++p) {
    if (around[p] <= 0 || pieces.area[p] > area_max) around[p] = kKeep;
  }
  paint(pieces, around, width, labels);
}

}  // namespace inherit_fast
