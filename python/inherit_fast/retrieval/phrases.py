"""A noun phrase with what follows it: "the mug on the table that is not near the sink"."""

from dataclasses import replace

from inherit_fast.language.words import singular_phrase
from inherit_fast.retrieval.cursor import ADJECTIVES, Cursor
from inherit_fast.retrieval.lexicon import Lexicon, Token
from inherit_fast.retrieval.links import (
    OF,
    PART,
    at_end,
    between,
    but_places,
    denied,
    link,
    name_owner,
    neighbours,
    outside,
    placed,
    settled,
)  # fmt: skip
from inherit_fast.retrieval.noun_phrases import NounPhraseReader
from inherit_fast.retrieval.phrase import Phrase
from inherit_fast.retrieval.query import NEGATIVE, POSITIVE, Constraint

_SKIPPED = {"that", "be", "negation", "comma", "conjunction", "article", "verbal"}
_WITHOUT = {"without", "lacking", "excludes", "but no", "no"}
_OTHER_THAN = {"other than", "except", "except for", "apart from", "rather than", "instead of",
               "excluding"}  # fmt: skip
_OUTSIDE = "outside"
_ENDS = {"top", "bottom"}  # "the second shelf from the top"
_HEIGHTS = {"at the top of": "top", "at the bottom of": "bottom", "at the foot of": "bottom"}
_PLACES = {"corner", "middle", "center", "centre", "end", "edge"}
_NAMING = ADJECTIVES | {"word"}
_TO_A_THING = {"near", "beside", "on", "under", "above", "inside", "left", "right", "front",
               "behind", "between"}  # fmt: skip
_LOOKS = {"color", "tone", "material", "superlative"}  # nobody tells rooms and walls by these
_SURFACES = {"wall", "floor", "ceiling"}
_CLOSES = {"end", "comma", "conjunction"}
MAX_DEPTH = 8  # what is nested deeper is taken to describe the thing at this depth


class PhraseParser:
    """Reads one clause's tokens from left to right."""

    def __init__(self, tokens: list[Token], read: NounPhraseReader, lexicon: Lexicon) -> None:
        self._cursor = Cursor(tokens)
        self._read = read
        self._pronouns = lexicon.pronouns
        self._parts = lexicon.furniture_parts

    def parse(self) -> Phrase:
        """The clause's phrase; a clause that starts with a place ("on the shelf is a ...") too."""
        place: list[Constraint] = []
        self._cursor.skip_speaker()
        while self._cursor.kind() in ("relation", "floor"):
            opening = Phrase()
            self._modify(opening, 0)
            place += opening.constraints
            self._cursor.take_while("be", "comma", "that")
            if self._cursor.peek().text == "to":  # "upstairs to the office"
                self._cursor.take()
        phrase = self._denied() if self._cursor.kind() == "negation" else self._phrase(0)
        phrase.constraints += place
        return phrase

    def _denied(self) -> Phrase:
        """What begins with a denial: "not the red chair", "neither the red nor the blue mug".

        The noun stays what is looked for, and what is said of it is denied; a bare noun is denied.
        """
        denied: list[Constraint] = []
        phrase = Phrase()
        while self._cursor.kind() in ("negation", "conjunction") and not phrase.heads:
            self._cursor.take_while("negation", "conjunction", "article")
            phrase = self._phrase(1)
            denied += but_places(phrase.constraints)
        if phrase.heads and not denied:
            own = phrase.own()
            return Phrase(constraints=[own[0].negated()])
        phrase.constraints = denied
        return phrase

    def _phrase(self, depth: int) -> Phrase:
        phrase = self._read(self._cursor)
        if phrase.ranking:
            phrase.constraints += self._ranked(phrase, depth)
        while self._cursor.peek().text == "or":
            self._cursor.take()
            phrase.heads += self._read(self._cursor).heads
        while self._cursor.kind() != "end" and depth < MAX_DEPTH:
            if depth and (self._cursor.returns_to_parent() or self._leaves_room(phrase)):
                break
            before = self._cursor.position
            self._modify(phrase, depth)
            if self._cursor.position == before:
                self._cursor.take()
        if phrase.heads and phrase.heads[0] in self._parts:
            name_owner(phrase)
        phrase.constraints = list(map(settled, phrase.constraints))
        return phrase

    def _ranked(self, phrase: Phrase, depth: int) -> list[Constraint]:
        """As in "the closest chair to the door"; without a reference, to the one who looks."""
        if self._cursor.peek().text in ("to", "from") and depth < MAX_DEPTH:
            self._cursor.take()
            return placed(self._related(phrase.ranking, depth), phrase.place)
        side = Constraint("attribute", "near" if phrase.ranking == "closest" else "far", "side")
        return [side, Constraint("attribute", phrase.place, "ordinal")][: 1 + bool(phrase.place)]

    def _leaves_room(self, phrase: Phrase) -> bool:
        """In "the lamp in the bedroom close to a dresser" the lamp is close, not the bedroom.

        Other rooms and stairs tell where a room is, what is found in rooms where a thing is.
        """
        at = 0
        while self._cursor.kind(at) in ("that", "be"):
            at += 1
        told = phrase.is_room or not _SURFACES.isdisjoint(phrase.heads)
        if told and at and self._cursor.kind(at) in _LOOKS:
            return True
        if not phrase.is_room or self._cursor.peek(at).value not in _TO_A_THING:
            return False
        at += 1 + (self._cursor.kind(at + 1) == "article")
        words = [self._cursor.peek(i) for i in range(at, at + 3)]
        names = [token.text for token in words if token.kind in ("word", "verbal")]
        return bool(names) and self._read.is_furniture(names)

    def _modify(self, phrase: Phrase, depth: int) -> None:
        polarity = POSITIVE
        while self._cursor.kind() in _SKIPPED:
            token = self._cursor.take()
            if token.text == "where" and self._cursor.kind() == "article":
                phrase.constraints += link("with", self._phrase(depth + 1))
                return
            if token.text in _WITHOUT | _OTHER_THAN or self._takes_out(token, phrase):
                self._exclude(phrase, depth, token.text)
                return
            if token.kind == "negation":
                polarity = NEGATIVE
                if self._cursor.kind() == "article" and self._cursor.kind(1) in _NAMING:
                    phrase.constraints += denied(self._read(self._cursor))
                    return
            if polarity == NEGATIVE and self._cursor.peek().text in ("one", "ones"):
                self._cursor.take()
            if (token.kind == "be" or token.text == "not") and self._is_predicate():
                found = self._read.attribute(self._cursor.take())
                phrase.constraints += [replace(c, polarity=polarity) for c in found]
                return
        relation = self._cursor.peek().value
        added = self._modifier(depth)
        added = neighbours(added) if phrase.is_room and relation == "beside" else added
        if polarity == NEGATIVE and added and added[0].type == "relation":
            added = added[:1]  # "not on the table in the kitchen" may be elsewhere in the kitchen
        phrase.constraints += [replace(c, polarity=c.polarity * polarity) for c in added]

    def _takes_out(self, token: Token, phrase: Phrase) -> bool:
        """Whether "but" means "except", as in "all books but the red one"; not after a denial."""
        denied_before = any(c.polarity == NEGATIVE for c in phrase.constraints)
        return token.text == "but" and self._cursor.kind() == "article" and not denied_before

    def _is_predicate(self) -> bool:
        """Whether one word describes the thing, as in "is striped and lies on the couch"."""
        return self._cursor.kind() == "word" and self._cursor.kind(1) in _CLOSES

    def _exclude(self, phrase: Phrase, depth: int, word: str) -> None:
        self._cursor.take_while("with")
        other = self._phrase(depth + 1).own()
        if word in _WITHOUT:
            other = [Constraint("relation", "", "with", tuple(other))]
        elif len(other) > 1:  # "all books except the red book"
            same = set(map(singular_phrase, phrase.heads))
            other = [c for c in other if same.isdisjoint(map(singular_phrase, c.alternatives()))]
        phrase.constraints += [constraint.negated() for constraint in other]

    def _modifier(self, depth: int) -> list[Constraint]:
        kind = self._cursor.kind()
        if kind in ("relation", "with", "have"):
            token = self._cursor.take()
            relation = OF if token.text == "of" else token.value or "with"
            if relation == "near" and not _PLACES.isdisjoint(token.text.split()):
                relation = PART
            if self._cursor.kind() == "quote":  # "the poster titled ..."
                return []
            found = self._related(relation, depth)
            ends = _HEIGHTS.get(token.text)
            return at_end(found, ends) if ends else found
        if kind == "ordinal" and self._cursor.is_ranking(1):  # "the second closest to the bed"
            place = self._cursor.take().value
            return placed(self._related(self._cursor.take().value, depth), place)
        if kind in ADJECTIVES | {"floor", "quote"}:
            return self._read.attribute(self._cursor.take())
        return []

    def _related(self, relation: str, depth: int) -> list[Constraint]:
        self._cursor.take_while("article")
        if self._cursor.kind() == "floor" and self._cursor.kind(1) not in ("word", "generic"):
            return [Constraint("floor", self._cursor.take().value)]
        if self._cursor.kind() == "relation":  # "from above the sink"
            relation = self._cursor.take().value
            self._cursor.take_while("article")
        if self._cursor.peek().text in self._pronouns:
            self._cursor.take()
            return []
        if self._cursor.peek().text in _ENDS and self._cursor.peek(1).text != "of":
            return [Constraint("attribute", self._cursor.take().text, "side")]
        reference = self._phrase(depth + 1)
        if relation == "between":
            return [self._between(reference, depth)]
        if relation == _OUTSIDE:
            return outside(reference)
        found = link(relation, reference)
        while self._cursor.peek().text in ("and", "or") and self._reference_follows():
            self._cursor.take()
            found += link(relation, self._phrase(depth + 1))
        return found

    def _reference_follows(self) -> bool:
        """Whether another reference follows the "and": "next to the towel and the sink"."""
        kind = self._cursor.kind(1)
        return kind == "article" or (
            kind == "word" and self._read.vocabulary.knows(self._cursor.peek(1).text)
        )

    def _between(self, first: Phrase, depth: int) -> Constraint:
        ends = [first]
        while self._cursor.kind() == "conjunction":
            self._cursor.take()
            ends.append(self._phrase(depth + 1))
        return between(ends)
