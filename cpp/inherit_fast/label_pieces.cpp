#include "inherit_fast/label_pieces.hpp"

#include <algorithm>
#include <map>

#include "inherit_fast/disjoint_sets.hpp"

namespace inherit_fast {

namespace {

/// 4-connected pieces of equal labels.
struct Pieces {
  std::vector<std::int32_t> of;     // H x W
  std::vector<std::int32_t> label;  // of every piece
  std::vector<std::size_t> area;
  std::vector<bool> at_border;
};

void note_border(Pieces& pieces, std::size_t width) {
  const auto note = [&](std::size_t i) {
    pieces.at_border[static_cast<std::size_t>(pieces.of[i])] = true;
  };
  for (std::size_t col = 0; col < width && !pieces.of.empty(); ++col) {
    note(col);
    note(pieces.of.size() - 1 - col);
  }
  for (std::size_t first = 0; first < pieces.of.size(); first += width) {
    note(first);
    note(first + width - 1);
  }
}

Pieces pieces_of(const std::vector<std::int32_t>& labels, std::size_t width) {
  DisjointSets sets(0);
  Pieces pieces;
  pieces.of.resize(labels.size());
  const auto join = [&](std::size_t i, bool left, bool above) {
    if (left && above && pieces.of[i - 1] != pieces.of[i - width]) {
      return sets.merge(pieces.of[i - 1], pieces.of[i - width]);
    }
    return left ? pieces.of[i - 1] : above ? pieces.of[i - width] : sets.add();
  };
  for (std::size_t row = 0, i = 0; row * width < labels.size(); ++row) {
    for (std::size_t col = 0; col < width; ++col, ++i) {
      const bool left = col > 0 && labels[i - 1] == labels[i];
      const bool above = row > 0 && labels[i - width] == labels[i];
      pieces.of[i] = join(i, left, above);
    }
  }
  const auto number = sets.compact();
  const auto count = number.empty() ? 0 : *std::max_element(number.begin(), number.end()) + 1;
  pieces.label.resize(static_cast<std::size_t>(count));
  pieces.area.resize(static_cast<std::size_t>(count));
  pieces.at_border.resize(static_cast<std::size_t>(count));
  for (std::size_t i = 0; i < labels.size(); ++i) {
    pieces.of[i] = number[static_cast<std::size_t>(pieces.of[i])];
    pieces.label[static_cast<std::size_t>(pieces.of[i])] = labels[i];
    ++pieces.area[static_cast<std::size_t>(pieces.of[i])];
  }
  note_border(pieces, width);
  return pieces;
}

/// Calls `meet(piece, other piece)` for every pair of neighbouring cells in different pieces.
template <typename Meet>
void borders(const Pieces& pieces, std::size_t width, const Meet& meet) {
  const auto at = [&](std::size_t i) { return static_cast<std::size_t>(pieces.of[i]); };
  for (std::size_t row = 0, i = 0; row * width < pieces.of.size(); ++row) {
    for (std::size_t col = 0; col < width; ++col, ++i) {
      if (col > 0 && at(i - 1) != at(i)) meet(at(i), at(i - 1));
      if (row > 0 && at(i - width) != at(i)) meet(at(i), at(i - width));
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
  const auto count = [&](std::size_t piece, std::size_t other) {
    if (loose[piece] && !loose[other] && pieces.label[other] != 0) {
      ++shared[piece][pieces.label[other]];
    }
  };
  borders(pieces, width, [&](std::size_t a, std::size_t b) {
    count(a, b);
    count(b, a);
  });
  std::vector<std::int32_t> becomes = pieces.label;
  for (std::size_t p = 0; p < loose.size(); ++p) {
    if (!loose[p]) continue;
    const auto longest =
        std::max_element(shared[p].begin(), shared[p].end(),
                         [](const auto& a, const auto& b) { return a.second < b.second; });
    becomes[p] = longest == shared[p].end() ? 0 : longest->first;
  }
  for (std::size_t i = 0; i < labels.size(); ++i) {
    labels[i] = becomes[static_cast<std::size_t>(pieces.of[i])];
  }
}

void fill_holes(std::vector<std::int32_t>& labels, std::size_t width, std::size_t area_max) {
  const auto pieces = pieces_of(labels, width);
  constexpr std::int32_t kSeveral = -1;
  std::vector<std::int32_t> around(pieces.label.size(), 0);
  const auto note = [&](std::size_t hole, std::size_t other) {
    if (pieces.label[hole] != 0 || pieces.at_border[hole]) return;
    const auto room = pieces.label[other];
    around[hole] = around[hole] == 0 || around[hole] == room ? room : kSeveral;
  };
  borders(pieces, width, [&](std::size_t a, std::size_t b) {
    note(a, b);
    note(b, a);
  });
  for (std::size_t i = 0; i < labels.size(); ++i) {
    const auto piece = static_cast<std::size_t>(pieces.of[i]);
    if (around[piece] > 0 && pieces.area[piece] <= area_max) labels[i] = around[piece];
  }
}

}  // namespace inherit_fast
