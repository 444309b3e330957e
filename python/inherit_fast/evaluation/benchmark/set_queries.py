"""Queries for several things, for a number of them, or for whether there is any at all."""

import zlib
from collections.abc import Iterator

import numpy as np

from inherit_fast.evaluation.benchmark.conditions import Meaning, holds
from inherit_fast.evaluation.benchmark.facts import UNCLEAR, YES, Facts
from inherit_fast.evaluation.benchmark.proposals import Proposer
from inherit_fast.evaluation.benchmark.scene import read_scene
from inherit_fast.evaluation.benchmark.wording import (
    Wording,
    a_or_an,
    has_no_singular,
    plural,
)
from inherit_fast.evaluation.queries import EvalQuery
from inherit_fast.graph import SceneGraph
from inherit_fast.language import Synonyms

SET_TYPES = ("all", "number", "whether: yes", "whether: no")
MOST = 8
_SOURCES = ("place", "color", "proximity", "support", "several conditions")
_NUMBERS = {2: ("both", "the two"), 3: ("the three", "all three"), 4: ("the four", "all four")}
_ALL = ("all {}", "all the {}", "every one of the {}", "Show me all {}.", "Find all the {}.")
_WHETHER = ("Is there {}?", "Do we have {}?", "Can you see if there is {}?")


def generate_set_queries(
    name: str, graph: SceneGraph, synonyms: Synonyms, *, count: int, seed: int = 0
) -> list[EvalQuery]:
    """At most ``count`` queries about one known scene, the four types in turn.

    Right answers are all that fit, none for "whether: no", where only things that break one
    condition are there.
    """
    facts = Facts(read_scene(graph, synonyms), synonyms)
    rng = np.random.Generator(np.random.PCG64([seed, zlib.crc32(f"{name} sets".encode())]))
    wording = Wording(facts, rng)
    meanings = _meanings(facts, rng)
    made: dict[str, list[EvalQuery]] = {kind: [] for kind in SET_TYPES}
    share = -(-count // len(SET_TYPES))
    for meaning, targets in meanings:
        kind = _kind(len(targets), rng)
        if kind is not None and len(made[kind]) < share:
            query_id = f"{name}-{kind.replace(': ', '-')}-{len(made[kind]) + 1:03d}"
            text = _text(kind, meaning, len(targets), wording, rng)
            made[kind].append(EvalQuery(query_id, text, targets, "set", None, kind))
        if all(len(queries) >= share for queries in made.values()):
            break
    return [query for queries in made.values() for query in queries][:count]


def _meanings(facts: Facts, rng: np.random.Generator) -> Iterator[tuple[Meaning, tuple[int, ...]]]:
    """Meanings about which nothing is unclear, with the ids of all that they are true of."""
    proposer = Proposer(facts)
    proposals = [p for fine_type in _SOURCES for p in proposer.of(fine_type)]
    seen: set[Meaning] = set()
    for place in rng.permutation(len(proposals)):
        meaning = proposals[place].meaning
        found = holds(meaning, facts)
        awkward = has_no_singular(meaning[0].words[0])
        if meaning in seen or awkward or (found == UNCLEAR).any() or (found == YES).sum() > MOST:
            continue
        seen.add(meaning)
        yield meaning, tuple(int(i) for i in sorted(facts.scene.ids[found == YES]))


def _kind(count: int, rng: np.random.Generator) -> str | None:
    if count == 0:
        return "whether: no"
    if count == 1:
        return "whether: yes"
    kinds = ["all", "whether: yes", *(["number"] * (count in _NUMBERS))]
    return kinds[int(rng.integers(len(kinds)))]


def _text(
    kind: str, meaning: Meaning, count: int, wording: Wording, rng: np.random.Generator
) -> str:
    noun, tail = wording.parts(meaning)
    if kind.startswith("whether"):
        frame = _WHETHER[int(rng.integers(len(_WHETHER)))]
        return frame.format(" ".join([a_or_an(noun), noun, *tail]))
    many = " ".join([plural(noun), *(_of_many(words) for words in tail)])
    if kind == "all":
        return _ALL[int(rng.integers(len(_ALL)))].format(many)
    return f"{_NUMBERS[count][int(rng.integers(len(_NUMBERS[count])))]} {many}"


def _of_many(words: str) -> str:
    return words.replace("that is", "that are", 1).replace("which is", "which are", 1)
