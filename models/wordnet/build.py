"""Distils WordNet's nouns for things found indoors into one small text file of our package.

Run: ``python models/wordnet/build.py /usr/share/wordnet`` (Debian package ``wordnet-base``).

Each line is one meaning: its words, then the lines (from 0, comments not counted) of the wider
meanings it belongs to. A word keeps its first meaning as a thing, and further ones only where
WordNet's text counts show that they are in use.
"""

import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

OUTPUT = Path(__file__).resolve().parents[2] / "python/inherit_fast/language/data/nouns.txt"
HEADER = """\
# Nouns for things found indoors, distilled from WordNet 3.0 by models/wordnet/build.py.
# WordNet 3.0 Copyright 2006 by Princeton University. All rights reserved. Its licence is in
# NOTICE. One meaning a line: words, then the line numbers of its wider meanings.
"""
# Meanings under one of KEEP and under none of CUT; each named by one of its words and its number.
KEEP = {
    "article 2", "book 2", "building material 1", "commodity 1", "container 1", "covering 2",
    "creation 2", "decoration 1", "device 1", "domestic animal 1", "equipment 1", "fabric 1",
    "fixture 1", "food 2", "furnishing 2", "housing 1", "implement 1", "opening 10",
    "padding 1", "room 1", "sheet 2", "sheet 3", "sheet 6", "signboard 1", "structure 1",
    "supporting structure 1", "surface 1", "wheeled vehicle 1",
}  # fmt: skip
CUT = {
    "aircraft 1", "armor 1", "building 1", "causal agent 1", "drug 1", "establishment 4",
    "explosive device 1", "fortification 1", "military vehicle 1", "person 1", "rocket 1",
    "ship 1", "vascular plant 1", "weapon 1", "area 5",
}  # fmt: skip
# Specific people and plants are not needed, only the words that a household would use.
PLAIN = {"person", "man", "woman", "child", "boy", "girl", "baby", "plant", "flora", "flower",
         "tree", "houseplant", "grass", "bush"}  # fmt: skip
# Meanings that mislead indoors: word, then another word of the meaning it shall not have.
MISLEADING = {("pot", "toilet"), ("stool", "toilet"), ("can", "toilet"), ("throne", "toilet"),
              ("plant", "works"), ("closet", "water closet")}  # fmt: skip
LEXICOGRAPHER_FILES = {"animal": 5, "artifact": 6, "communication": 10, "food": 13, "plant": 20}
PEOPLE = {3, 18}
USED_SENSE_COUNT = 2
LONGEST_WORD = 3


@dataclass(frozen=True)
class Synset:
    """One meaning: WordNet's file number, its words, offsets of its wider meanings."""

    file: int
    words: tuple[str, ...]
    wider: tuple[str, ...]


def rows(path: Path) -> Iterator[list[str]]:
    """Fields of each entry; the licence at the head of WordNet's files is indented."""
    for line in path.read_text("latin-1").splitlines():
        if not line.startswith("  "):
            yield line.split("|")[0].split()


def read_synsets(folder: Path) -> dict[str, Synset]:
    """All noun synsets by offset."""
    synsets = {}
    for field in rows(folder / "data.noun"):
        count = int(field[3], 16)
        words = tuple(field[4 + 2 * i].replace("_", " ") for i in range(count))
        pointers = field[5 + 2 * count :]
        wider = tuple(
            pointers[i + 1] for i in range(0, len(pointers) - 3, 4) if pointers[i] in ("@", "@i")
        )
        synsets[field[0]] = Synset(int(field[1]), words, wider)
    return synsets


def read_senses(folder: Path) -> dict[str, list[str]]:
    """Word -> offsets of its meanings, most common first."""
    senses = {}
    for field in rows(folder / "index.noun"):
        senses[field[0].replace("_", " ")] = field[6 + int(field[3]) :]
    return senses


def read_counts(folder: Path) -> Counter[tuple[str, int]]:
    """(word, number of the meaning) -> how often WordNet's tagged texts use it."""
    counts: Counter[tuple[str, int]] = Counter()
    for key, number, count in rows(folder / "cntlist.rev"):
        word, sense = key.split("%")
        if sense.startswith("1:"):
            counts[word.replace("_", " "), int(number)] += int(count)
    return counts


class Selection:
    """Which meanings and words stay."""

    def __init__(self, folder: Path) -> None:
        self.synsets = read_synsets(folder)
        self._senses = read_senses(folder)
        self._counts = read_counts(folder)
        self._keep, self._cut = self._named(KEEP), self._named(CUT)
        self._closure = cache(self._wider_closure)

    def _named(self, names: set[str]) -> set[str]:
        return {
            self._senses[word][int(number) - 1]
            for word, number in (name.rsplit(" ", 1) for name in names)
        }

    def _wider_closure(self, offset: str) -> frozenset[str]:
        wider = self.synsets[offset].wider
        return frozenset([offset]).union(*(self._closure(parent) for parent in wider))

    def is_thing(self, offset: str) -> bool:
        """Whether a household would call it a thing."""
        synset, closure = self.synsets[offset], self._closure(offset)
        if set(synset.words) & PLAIN and synset.file in {*PEOPLE, 20}:
            return True
        files = set(LEXICOGRAPHER_FILES.values())
        return synset.file in files and bool(closure & self._keep) and not closure & self._cut

    def words(self) -> dict[str, list[str]]:
        """Offset -> the words that keep this meaning."""
        kept: dict[str, list[str]] = {}
        for word, offsets in self._senses.items():
            first: set[int] = set()
            for number, offset in enumerate(offsets, 1):
                synset = self.synsets[offset]
                misleads = any((word, other) in MISLEADING for other in synset.words)
                proper = word not in synset.words
                if misleads or proper or word.count(" ") >= LONGEST_WORD:
                    continue
                used = self._counts[word, number] >= USED_SENSE_COUNT
                if self.is_thing(offset) and (synset.file not in first or used):
                    first.add(synset.file)
                    kept.setdefault(offset, []).append(word)
        order = {o: {w: i for i, w in enumerate(s.words)} for o, s in self.synsets.items()}
        return {o: sorted(words, key=order[o].__getitem__) for o, words in kept.items()}


def nearest_kept(offset: str, selection: Selection, kept: dict[str, list[str]]) -> list[str]:
    """Wider meanings that stay, found by climbing over those that do not."""
    found: list[str] = []
    for parent in selection.synsets[offset].wider:
        found += [parent] if parent in kept else nearest_kept(parent, selection, kept)
    return list(dict.fromkeys(found))


def main(folder: Path) -> None:
    """Write the file; the order is that of WordNet's offsets."""
    selection = Selection(folder)
    kept = selection.words()
    line_of = {offset: line for line, offset in enumerate(sorted(kept))}
    lines = []
    for offset in sorted(kept):
        wider = sorted(line_of[parent] for parent in nearest_kept(offset, selection, kept))
        lines.append(",".join(kept[offset]) + "|" + ",".join(map(str, wider)))
    OUTPUT.write_text(HEADER + "\n".join(lines) + "\n", encoding="utf-8")
    sys.stdout.write(f"{OUTPUT}: {len(lines)} meanings, {OUTPUT.stat().st_size} bytes\n")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
