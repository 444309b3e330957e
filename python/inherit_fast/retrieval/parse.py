"""From text to typed constraints, by rules: no network, no model."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Protocol

from inherit_fast.language import Synonyms
from inherit_fast.language.words import singular_phrase
from inherit_fast.retrieval.asks import asked
from inherit_fast.retrieval.clauses import Clause, split_clauses
from inherit_fast.retrieval.lexicon import Lexicon
from inherit_fast.retrieval.mentions import resolve, take_up
from inherit_fast.retrieval.noun_phrases import NounPhraseReader
from inherit_fast.retrieval.phrase import Phrase
from inherit_fast.retrieval.phrases import PhraseParser
from inherit_fast.retrieval.query import Constraint, Query
from inherit_fast.retrieval.spelling import Spelling
from inherit_fast.retrieval.subject import Told, main_phrase, mean_the_last, mean_the_surface
from inherit_fast.retrieval.tokens import FLOOR_WORDS, split_words, tokens_of
from inherit_fast.retrieval.vocabulary import MEANT, SURE, Vocabulary

MAX_CHARACTERS = 2000  # of a text; the rest is not read
ORDER = ("target", "attribute", "relation", "room", "area", "floor")
_NEEDS = ("i ", "where can", "where could", "where do", "where should", "what can", "what could",
          "it is ", "something to", "somewhere to")  # fmt: skip

_WIDE = {"appliance", "device", "machine", "furniture", "equipment", "fixture", "container"}
_LOOKS = {"color", "size", "material", "shape"}  # of a thing; "cold" is the one who asks
_WANTS = tuple(f"i {verb} {article} " for verb in ("need", "want", "would like")
               for article in ("a", "an", "the", "some"))  # fmt: skip


class Parser(Protocol):
    """Makes constraints of a text; never fails on strange input."""

    def __call__(self, text: str) -> Query:
        """The constraints of any text."""
        ...


class RuleParser:
    """A small grammar over the lexicon and the synonym tables."""

    def __init__(
        self,
        synonyms: Synonyms,
        lexicon: Lexicon | None = None,
        names: frozenset[str] = frozenset(),
        rooms: frozenset[str] = frozenset(),
    ) -> None:
        """Read the grammar's words.

        Args:
            synonyms: the names of things.
            lexicon: that of the package by default.
            names: further names, such as the labels of the map that is asked.
            rooms: further names of rooms, such as those of the map.
        """
        self._synonyms = synonyms
        self._lexicon = lexicon or Lexicon.load()
        self._vocabulary = Vocabulary(synonyms, self._lexicon, names, rooms)
        self._spelling = Spelling(
            self._vocabulary.is_word, lambda: [*FLOOR_WORDS, *self._vocabulary.nameable()]
        )
        self._read = NounPhraseReader(self._vocabulary, self._lexicon)

    def __call__(self, text: str) -> Query:
        """Parse any text; what is not understood is left out."""
        words = self._spelling(split_words(text[:MAX_CHARACTERS], self._lexicon))
        phrases = self._phrases(words)
        constraints = self._needed(words, phrases) or self._combined(phrases)
        if not self._names_a_thing(constraints, phrases):
            constraints = self._served(words, constraints) or constraints
        if not constraints:
            constraints = [Constraint("target", " ".join(words))] if words else []
        unique = list(dict.fromkeys(constraints))
        ordered = tuple(sorted(unique, key=lambda c: ORDER.index(c.type)))
        return Query(text, ordered, asked(words, ordered, self._lexicon, self._synonyms))

    def _phrases(self, words: list[str]) -> list[Told]:
        """Every clause with its noun phrase; what was named before stands where "it" or "one" did.

        What is only done to "it" is done to the thing named last; rooms that are left say nothing.
        """
        told: list[Told] = []
        for clause in split_clauses(words, self._lexicon, self._vocabulary.knows):
            before = next((p for _, p in told[::-1] if p.heads and not p.is_room), None)
            if self._is_pronoun(clause):
                if before or len(clause.words) < 3:
                    told = mean_the_last(told) if clause.kind == "action" else told
                    continue
                clause = replace(clause, words=self._without_pronoun(clause.words))
            topic = before.heads[0] if before else ""
            named = replace(clause, words=resolve(clause.words, topic, self._lexicon.describing))
            phrase = self._phrase(named)
            if before and named.words != clause.words and "it" not in clause.words:
                told = [(c, p) for c, p in told if p is not before]
                take_up(before, phrase)
            told.append((named, phrase))
        left = [(c, p) for c, p in told if c.kind != "leaving" or not p.is_room]
        return left or told

    def _is_pronoun(self, clause: Clause) -> bool:
        """Whether something is only done to "it"; "her ball" is a ball."""
        first, *rest = clause.words
        if rest in (["one"], ["ones"]):
            return True
        possesses = bool(rest) and self._lexicon.is_article(first)
        return first in self._lexicon.pronouns and not possesses

    def _without_pronoun(self, words: list[str]) -> list[str]:
        """Of "it down on the board" only "on the board"."""
        at = 1
        while at < len(words) - 1 and words[at] in self._lexicon.particles:
            at += 1
        return words[at:]

    def _served(self, words: list[str], named: Sequence[Constraint] = ()) -> list[Constraint]:
        """What serves the use that is told, and what else is said of it.

        ``named``: what the text names; a "coffee machine" is no use of coffee.
        """
        use = self._lexicon.uses.find(words)
        if use is None or any(_within(words[use.start : use.end], c.argument) for c in named):
            return []
        rest = [*words[: use.start], *words[use.end :]]
        if use.start and words[use.start - 1] == "to":
            del rest[use.start - 1]
        others = self._combined(self._phrases(rest))
        things = Constraint("target", " or ".join(use.things))
        return [things, *(c for c in others if c.type != "target" or c.polarity < 0)]

    def _names_a_thing(self, constraints: list[Constraint], phrases: list[Told]) -> bool:
        """Whether a target is there that can be meant.

        A thing that the map lacks is still meant by who asks for it; who bakes a cake needs none.
        """
        targets = (c for c in constraints if c.type == "target" and c.polarity > 0)
        heads = [head for c in targets for head in c.alternatives()]
        wanted = all(
            c.kind != "action" or c.verb in self._lexicon.request_verbs for c, _ in phrases
        )
        if not self._vocabulary.names:
            return bool(heads)
        if wanted and any(map(self._vocabulary.knows, heads)):
            return True
        return any(self._vocabulary.answered(head) >= (MEANT if wanted else SURE) for head in heads)

    def _phrase(self, clause: Clause) -> Phrase:
        tokens = list(tokens_of(clause.words, self._lexicon))
        phrase = PhraseParser(tokens, self._read, self._lexicon).parse()
        if phrase.generic and not phrase.heads and clause.verb in self._lexicon.clearing_verbs:
            mean_the_surface(phrase)
        return phrase

    def _combined(self, phrases: list[Told]) -> list[Constraint]:
        """The thing acted on, and the places gone to on the way, as one list of constraints."""
        main = main_phrase(phrases, self._lexicon, self._vocabulary.answered)
        found: list[Constraint] = []
        for clause, phrase in phrases:
            own = phrase.own()
            if phrase is main:
                found += _as_place(own) if phrase.is_room else own
            elif not own:
                continue
            elif phrase.is_room or not phrase.heads:
                found += _as_place(own)
            elif clause.kind != "action" and self._is_thing(phrase):
                found.append(Constraint("relation", "", "near", tuple(own)))
                found += [c for c in own if c.type in ("room", "floor")]
        return found

    def _is_thing(self, phrase: Phrase) -> bool:
        return any(self._synonyms.normal(head) in self._synonyms for head in phrase.heads)

    def _needed(self, words: list[str], phrases: list[Told]) -> list[Constraint]:
        """The thing told by its use ("I want to take a nap") and the places named with it."""
        text = " ".join(words)
        kinds = [h for _, p in phrases[:1] for h in p.heads if singular_phrase(h) in _WIDE]
        if kinds and (" that " in text or " which " in text):  # "the machine that washes dishes"
            return self._served(words)
        moves = any(clause.kind == "motion" for clause, _ in phrases)
        if not text.startswith(_NEEDS) or moves or self._is_named(text, phrases):
            return []
        kept = (c for c in self._served(words) if c.type != "attribute" or c.relation in _LOOKS)
        return [c for c in kept if c.relation != "with"]

    def _is_named(self, text: str, phrases: list[Told]) -> bool:
        """Whether what is needed is called by its name: "I need the remote"."""
        wanted = phrases[0][1].heads if phrases and text.startswith(_WANTS) else []
        if any(map(self._vocabulary.is_mapped, wanted)) or text.startswith(self._lexicon.requests):
            return True
        return any(
            phrase.heads and clause.verb in self._lexicon.request_verbs
            for clause, phrase in phrases
        )


def _within(words: list[str], name: str) -> bool:
    """Whether the words are only the beginning of a name."""
    told = name.split()
    return len(words) < len(told) and told[: len(words)] == words


def _as_place(own: list[Constraint]) -> list[Constraint]:
    if own and own[0].type == "room":
        inner = tuple(c for c in own[1:] if c.type != "floor")
        place = Constraint("room", own[0].argument, None, inner, own[0].polarity)
        return [place, *(c for c in own[1:] if c.type == "floor")]
    return own
