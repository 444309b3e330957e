"""A noun phrase with what follows it: "the mug on the table that is not near the sink"."""

from dataclasses import replace

from inherit_fast.retrieval.cursor import RANKING, Cursor
from inherit_fast.retrieval.links import OF, name_owner, outside, shared
from inherit_fast.retrieval.noun_phrases import ADJECTIVES, NounPhraseReader, Phrase
from inherit_fast.retrieval.query import NEGATIVE, POSITIVE, Constraint
from inherit_fast.retrieval.tokens import Lexicon, Token

_SKIPPED = {"that", "be", "negation", "comma", "conjunction", "article", "verbal"}
_WITHOUT = {"without", "lacking", "excludes", "excluding", "but no", "no"}
_OTHER_THAN = {"other than", "except", "except for", "apart from", "rather than", "instead of"}
_DENIALS = {"but not", "and not", "not", "nor", "neither"}
_OUTSIDE = "outside"
_ENDS = {"top", "bottom"}  # "the second shelf from the top"
_TO_A_THING = {"near", "beside", "on", "under", "above", "inside", "left", "right", "front",
               "behind", "between"}  # fmt: skip
_LOOKS = {"color", "tone", "material", "superlative"}  # nobody tells rooms by these
_IN_ROOM = {"inside", "on", "beside", "with", OF}
MAX_DEPTH = 8  # what is nested deeper is taken to describe the thing at this depth


class PhraseParser:
    """Reads one clause's tokens from left to right."""

    def __init__(self, tokens: list[Token], read: NounPhraseReader, lexicon: Lexicon) -> None:
        self._cursor = Cursor(tokens)
        self._read = read
        self._pronouns = lexicon.pronouns
        self._parts = lexicon.furniture_parts
        self._opens = False

    def parse(self) -> Phrase:
        """The clause's phrase; a clause that starts with a place ("on the shelf is a ...") too."""
        place: list[Constraint] = []
        self._skip_speaker()
        while self._cursor.kind() in ("relation", "floor"):
            opening, self._opens = Phrase(), True
            self._modify(opening, 0)
            place += opening.constraints
            self._cursor.take_while("be", "comma", "that")
        self._opens = False
        phrase = self._denied() if self._cursor.kind() == "negation" else self._phrase(0)
        phrase.constraints += place
        return phrase

    def _skip_speaker(self) -> None:
        """As in "I am in the kitchen, where is the sink?": only the place matters."""
        ahead = 0
        while self._cursor.kind(ahead) in ("link", "be"):
            ahead += 1
        if self._cursor.kind(ahead) in ("relation", "floor"):
            self._cursor.take_while("link", "be")

    def _denied(self) -> Phrase:
        """What begins with a denial: "not the red chair", "neither the red nor the blue mug".

        The noun stays what is looked for, and what is said of it is denied; a bare noun is denied.
        """
        denied: list[Constraint] = []
        phrase = Phrase()
        while self._cursor.kind() in ("negation", "conjunction") and not phrase.heads:
            self._cursor.take_while("negation", "conjunction", "article")
            phrase = self._phrase(1)
            denied += [constraint.negated() for constraint in phrase.constraints]
        if phrase.heads and not denied:
            own = phrase.own()
            return Phrase(constraints=[own[0].negated()])
        phrase.constraints = denied
        return phrase

    def _phrase(self, depth: int) -> Phrase:
        phrase = self._read(self._cursor)
        if phrase.ranking:
            phrase.constraints += self._ranked(phrase.ranking, depth)
        while self._cursor.peek().text == "or":
            self._cursor.take()
            phrase.heads += self._read(self._cursor).heads
        while self._cursor.kind() != "end" and depth < MAX_DEPTH:
            if depth and (self._returns_to_parent() or self._leaves_room(phrase)):
                break
            before = self._cursor.position
            self._modify(phrase, depth)
            if self._cursor.position == before:
                self._cursor.take()
        if phrase.heads and phrase.heads[0] in self._parts:
            name_owner(phrase)
        phrase.constraints = [
            replace(c, relation="with") if c.relation == OF and c.type == "relation" else c
            for c in phrase.constraints
        ]
        return phrase

    def _ranked(self, ranking: str, depth: int) -> list[Constraint]:
        """As in "the closest chair to the door"; without a reference, to the one who looks."""
        if self._cursor.peek().text in ("to", "from") and depth < MAX_DEPTH:
            self._cursor.take()
            return self._related(ranking, depth)
        side = "near" if ranking == "closest" else "far"
        return [Constraint("attribute", side, "side")]

    def _returns_to_parent(self) -> bool:
        """Whether what comes next describes the thing that this phrase is a reference of."""
        kind = self._cursor.kind()
        if kind in ("comma", "stop", "conjunction") or (kind == "be" and self._opens):
            return True
        if kind in ("relation", "that", "ordinal"):
            ahead = (self._cursor.peek(i) for i in range(4))
            first = next((token.value for token in ahead if token.kind == "relation"), "")
            if first in RANKING:  # "the pillow on the sofa that is closest to the plant"
                return True
        # "the box on the worktop that is not blue", "the cup on the table but not by the lamp":
        # a denied clause tells of the thing itself.
        if kind == "negation" and self._cursor.peek().text in _DENIALS:
            return True
        return kind == "that" and "negation" in (self._cursor.kind(1), self._cursor.kind(2))

    def _leaves_room(self, phrase: Phrase) -> bool:
        """In "the lamp in the bedroom close to a dresser" the lamp is close, not the bedroom.

        Other rooms and stairs tell where a room is, what is found in rooms where a thing is.
        """
        at = 0
        while self._cursor.kind(at) in ("that", "be"):
            at += 1
        if phrase.is_room and at and self._cursor.kind(at) in _LOOKS:
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
                phrase.constraints += self._link("with", self._phrase(depth + 1))
                return
            if token.text in _WITHOUT | _OTHER_THAN:
                self._exclude(phrase, depth, token.text)
                return
            if token.kind == "negation":
                polarity = NEGATIVE
            if polarity == NEGATIVE and self._cursor.peek().text in ("one", "ones"):
                self._cursor.take()
        added = self._modifier(depth)
        phrase.constraints += [replace(c, polarity=c.polarity * polarity) for c in added]

    def _exclude(self, phrase: Phrase, depth: int, word: str) -> None:
        self._cursor.take_while("with")
        other = self._phrase(depth + 1).own()
        if word in _WITHOUT:
            other = [Constraint("relation", "", "with", tuple(other))]
        phrase.constraints += [constraint.negated() for constraint in other]

    def _modifier(self, depth: int) -> list[Constraint]:
        kind = self._cursor.kind()
        if kind in ("relation", "with", "have"):
            token = self._cursor.take()
            relation = OF if token.text == "of" else token.value or "with"
            quoted = self._cursor.kind() == "quote"  # "the poster titled ..."
            return [] if quoted else self._related(relation, depth)
        if kind == "ordinal" and self._cursor.is_ranking(1):  # "the second closest to the bed"
            place = self._cursor.take().value
            found = self._related(self._cursor.take().value, depth)
            return [replace(c, argument=place) if c.relation in RANKING else c for c in found]
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
        found = self._link(relation, reference)
        while self._cursor.kind() == "conjunction" and self._reference_follows():
            self._cursor.take()
            found += self._link(relation, self._phrase(depth + 1))
        return found

    def _reference_follows(self) -> bool:
        """Whether another reference follows the "and": "next to the towel and the sink"."""
        kind = self._cursor.kind(1)
        return kind == "article" or (kind == "word" and self._read.knows(self._cursor.peek(1).text))

    def _between(self, first: Phrase, depth: int) -> Constraint:
        ends = [first]
        while self._cursor.kind() == "conjunction":
            self._cursor.take()
            ends.append(self._phrase(depth + 1))
        inner = tuple(
            Constraint("relation", "", "end", tuple(end.own())) for end in ends if end.own()
        )
        return Constraint("relation", "", "between", inner)

    def _link(self, relation: str, reference: Phrase) -> list[Constraint]:
        own = reference.own()
        if not reference.heads and not reference.generic:
            return own  # "the second from the right"
        places = shared(own[1:])
        if reference.is_area:
            return [own[0], *places]
        if reference.is_room and relation in _IN_ROOM:
            inner = tuple(c for c in own[1:] if c.type != "floor")
            if own[0].argument in ("room", "area") and not inner:
                return places  # "in the room" says nothing
            return [Constraint("room", own[0].argument, None, inner), *places]
        return [Constraint("relation", "", relation, tuple(own)), *places]
