#include "inherit_fast/label_pieces.hpp"

#include <algorithm>
#include <map>

#include "inherit_fast/disjoint_sets.hpp"

namespace inherit_fast {

namespace {

/// 4-connected pieces of equal labels, 0 included.
struct Pieces {
  const LabelRuns& labels;
  std::vector<std::int32_t> of_run;
  std::vector<std::int32_t> label;  // of every piece
  std::vector<std::size_t> area;
  std::vector<bool> at_border;
};

/// Calls `meet(run, run above)` for every two runs that share borders, with the shared length.
template <typename Meet>
void meetings(const LabelRuns& labels, std::size_t row, const Meet& meet) {
  if (row == 0) return;
  auto above = labels.row_start[row - 1];
  for (auto i = labels.row_start[row]; i < labels.row_start[row + 1]; ++i) {
    const auto& run = labels.runs[i];
    while (labels.runs[above].end <= run.first) ++above;
    for (auto j = above; j < labels.row_start[row] && labels.runs[j].first < run.end; ++j) {
      const auto& other = labels.runs[j];
      meet(i, j, std::min(run.end, other.end) - std::max(run.first, other.first));
    }
  }
}

std::vector<std::int32_t> connected(const LabelRuns& labels) {
  DisjointSets sets(labels.runs.size());
  for (std::size_t row = 0; row < labels.rows(); ++row) {
    meetings(labels, row, [&](std::size_t i, std::size_t j, std::size_t) {
      if (labels.runs[i].label != labels.runs[j].label) return;
      sets.merge(static_cast<std::int32_t>(i), static_cast<std::int32_t>(j));
    });
  }
  return sets.compact();
}

Pieces pieces_of(const LabelRuns& labels) {
  Pieces pieces{labels, connected(labels), {}, {}, {}};
  for (std::size_t row = 0; row < labels.rows(); ++row) {
    const auto first = labels.row_start[row];
    const auto end = labels.row_start[row + 1];
    const bool edge = row == 0 || row + 1 == labels.rows();
    for (auto i = first; i < end; ++i) {
      const auto piece = static_cast<std::size_t>(pieces.of_run[i]);
      if (piece == pieces.label.size()) {
        pieces.label.push_back(labels.runs[i].label);
        pieces.area.push_back(0);
        pieces.at_border.push_back(false);
      }
      pieces.area[piece] += labels.runs[i].end - labels.runs[i].first;
      if (edge || i == first || i + 1 == end) pieces.at_border[piece] = true;
    }
  }
  return pieces;
}

/// Calls `meet(piece, other piece, length)` for every border between different pieces.
template <typename Meet>
void borders(const Pieces& pieces, const Meet& meet) {
  const auto between = [&](std::size_t i, std::size_t j, std::size_t length) {
    const auto a = static_cast<std::size_t>(pieces.of_run[i]);
    const auto b = static_cast<std::size_t>(pieces.of_run[j]);
    if (a != b) meet(a, b, length);
  };
  const auto& labels = pieces.labels;
  for (std::size_t row = 0; row < labels.rows(); ++row) {
    for (auto i = labels.row_start[row] + 1; i < labels.row_start[row + 1]; ++i) {
      between(i, i - 1, 1);
    }
    meetings(labels, row, between);
  }
}

/// Gives every piece a label, where it is not kKeep.
constexpr std::int32_t kKeep = -1;

LabelRuns relabelled(const Pieces& pieces, const std::vector<std::int32_t>& becomes) {
  const auto& labels = pieces.labels;
  LabelRuns result;
  for (std::size_t row = 0; row < labels.rows(); ++row) {
    for (auto i = labels.row_start[row]; i < labels.row_start[row + 1]; ++i) {
      auto run = labels.runs[i];
      const auto label = becomes[static_cast<std::size_t>(pieces.of_run[i])];
      if (label != kKeep) run.label = label;
      result.push(run);
    }
    result.end_row();
  }
  return result;
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

LabelRuns join_fragments(const LabelRuns& labels, std::size_t area_min) {
  const auto pieces = pieces_of(labels);
  const auto loose = loose_pieces(pieces, area_min);
  if (std::find(loose.begin(), loose.end(), true) == loose.end()) return labels;
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
  return relabelled(pieces, becomes);
}

LabelRuns fill_holes(const LabelRuns& labels, std::size_t area_max) {
  const auto pieces = pieces_of(labels);
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
  return relabelled(pieces, around);
}

}  // namespace inherit_fast
