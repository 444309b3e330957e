"""The noun phrase itself: "the small red mug", "two chairs of the kitchen"."""

from collections.abc import Sequence

from inherit_fast.retrieval.colors import BASIC
from inherit_fast.retrieval.cursor import ADJECTIVES, Cursor
from inherit_fast.retrieval.lexicon import Lexicon, Token
from inherit_fast.retrieval.phrase import Phrase
from inherit_fast.retrieval.query import Constraint
from inherit_fast.retrieval.vocabulary import Vocabulary

_IN_PHRASE = ADJECTIVES | {"word", "floor", "quote", "generic"}
_TRAILING = {"floor", "quote", "side", "ordinal", "superlative"}
_ENDS_PARTICIPLE = {"relation", "with", "floor", "end", "comma"}
_LONGEST_ROOM = 3
_PARTITIVE = {"superlative", "ordinal", "side", "ranking", "count"}
_AREAS = {"area", "corner", "nook", "zone"}
_PLAIN_COLORS = {*BASIC, "grey"} - {"orange"}
_WAYS = ("stairs", "elevator", "balcony", "handrail")


class NounPhraseReader:
    """Takes one noun phrase off a cursor."""

    def __init__(self, vocabulary: Vocabulary, lexicon: Lexicon) -> None:
        """Keep the names and the words of the grammar."""
        self.vocabulary = vocabulary
        self._synonyms = vocabulary.synonyms
        self._lexicon = lexicon

    def __call__(self, cursor: Cursor) -> Phrase:
        """Read as far as the phrase goes; what follows it stays on the cursor."""
        run: list[Token] = []
        while self._step(cursor, run):
            pass
        return self._classify(run)

    def is_furniture(self, words: Sequence[str]) -> bool:
        """Whether the words name a thing that is found in rooms, and leads to none."""
        for size in range(len(words), 0, -1):
            name = " ".join(words[:size])
            if self.vocabulary.knows(name):
                wide = (*_WAYS, "room")
                return not any(self._synonyms.isa(name, kind, mainly=True) for kind in wide)
        return False

    def attribute(self, token: Token) -> list[Constraint]:
        """The constraint that one describing word makes."""
        if token.kind == "floor":
            return [Constraint("floor", token.value)]
        if token.text in self._lexicon.quantifiers:
            return []
        kind = "word" if token.kind in ("word", "quote", "generic") else token.kind
        return [Constraint("attribute", token.value or token.text, kind)]

    def _step(self, cursor: Cursor, run: list[Token]) -> bool:
        """Take the next token into ``run`` or past it; False where the phrase ends."""
        token, kind = cursor.peek(), cursor.kind()
        if not run:
            return self._begin(cursor, run)
        if kind == "ordinal" and cursor.is_ranking(1):
            return False
        if token.text == "of":
            return self._of(cursor, run)
        if self._joins_adjectives(cursor, run):
            cursor.take()
        elif kind != "end" and self.vocabulary.knows(f"{run[-1].text} {token.text}"):  # "trash can"
            run.append(Token(cursor.take().text, "word"))
        elif kind in _IN_PHRASE and not self._is_participle(cursor):
            run.append(cursor.take())
        else:
            return False
        return True

    def _begin(self, cursor: Cursor, run: list[Token]) -> bool:
        token, kind = cursor.peek(), cursor.kind()
        if kind == "count":  # "both of the chairs", "all the chairs"
            run.append(cursor.take())
            if cursor.peek().text == "of":
                cursor.take()
            cursor.take_while("article")
        elif kind == "article":
            cursor.take()
        elif cursor.ranks_a_noun():
            place = cursor.take().value if kind == "ordinal" else ""
            run.append(Token(place, "ranking", cursor.take().value))
        elif token.text in self._lexicon.quantifiers:
            cursor.take()
            if cursor.peek().text == "of":
                cursor.take()
        elif kind == "verbal" and cursor.kind(1) in _IN_PHRASE:
            run.append(Token(cursor.take().text, "word"))
        elif kind in _IN_PHRASE:
            run.append(cursor.take())
        else:
            return False
        return True

    def _of(self, cursor: Cursor, run: list[Token]) -> bool:
        """The end of the sofa is the sofa; a chest of drawers is one thing."""
        if all(token.kind in _PARTITIVE for token in run):  # "the shortest of the three lamps"
            run[:] = [token for token in run if token.kind != "count"]
            cursor.take()
            cursor.take_while("article", "count")
            return True
        if run[-1].text in self._lexicon.parts or self._is_collective(run, cursor):
            run[:] = [token for token in run if token.kind == "side"]
            cursor.take()
            cursor.take_while("article")
            return True
        compound = f"{run[-1].text} of {cursor.peek(1).text}"
        if compound in self._synonyms:
            run[:] = [Token(compound, "word")]
            cursor.take()
            cursor.take()
            return True
        return False

    def _is_collective(self, run: list[Token], cursor: Cursor) -> bool:
        """Whether what follows is meant: "a stack of papers", "the messier of the desks"."""
        last = run[-1]
        if len(run) == 1 and last.text in self._lexicon.collectives:
            return True
        compares = last.kind == "word" and last.text.endswith(("er", "est"))
        return compares and cursor.kind(1) == "article" and not self.vocabulary.knows(last.text)

    def _joins_adjectives(self, cursor: Cursor, run: list[Token]) -> bool:
        """As in "black and white pillow", "small, round table", "fancy, wooden chairs"."""
        kind = cursor.kind()
        if kind not in ("conjunction", "comma"):
            return False
        joined = ADJECTIVES | ({"word"} if kind == "comma" else set())
        if run[-1].kind not in joined or cursor.kind(1) not in joined:
            return False
        return run[-1].kind != "word" or not self.vocabulary.knows(run[-1].text)

    def _is_participle(self, cursor: Cursor) -> bool:
        """Whether the phrase ends here, as before "mounted" in "the picture mounted on"."""
        token = cursor.peek()
        verbal = token.text.endswith(("ing", "ed")) and token.text not in self._synonyms
        return token.kind == "word" and verbal and cursor.kind(1) in _ENDS_PARTICIPLE

    def _classify(self, run: list[Token]) -> Phrase:
        """The longest known name at the end is the head; the words before it are attributes."""
        phrase = Phrase()
        for token in run:
            if token.kind == "ranking":
                phrase.ranking, phrase.place = token.value, token.text
        run = [token for token in run if token.kind != "ranking"]
        while run and (run[-1].kind in _TRAILING or self._trails(run)):
            phrase.constraints += self.attribute(run.pop())
        phrase.generic = bool(run) and run[-1].kind == "generic"
        size = 1 if phrase.generic else self._head_size(run)
        if size and not phrase.generic:
            name = " ".join(token.text for token in run[len(run) - size :])
            phrase.heads.append(name)
            phrase.is_room = self.vocabulary.is_room(name)
            phrase.is_area = not phrase.is_room and self._joins_area(run, phrase)
            size = len(run) if phrase.is_area else size
        describing = run[: len(run) - size]
        if describing and self._owns(describing[-1], phrase):
            owner = describing.pop().text
            phrase.heads = [f"{owner} {phrase.heads[0]}", owner]
        phrase.constraints += self._describing(describing)
        return phrase

    def _owns(self, owner: Token, phrase: Phrase) -> bool:
        """Whether the head is a part of the thing before it, as of "cabinet door"."""
        if not phrase.heads or phrase.heads[0] not in self._lexicon.furniture_parts:
            return False
        is_thing = owner.kind == "word" and self.vocabulary.knows(owner.text)
        return is_thing and not self._room_size([owner])

    def _joins_area(self, run: list[Token], phrase: Phrase) -> bool:
        """Whether the whole run names an area, as "work area" does; it then is the head."""
        if run[-1].text not in _AREAS or len(run) < 2 or self.vocabulary.is_label(phrase.heads[0]):
            return False
        phrase.heads = [" ".join(token.text for token in run)]
        return True

    def _trails(self, run: list[Token]) -> bool:
        """Whether an adjective stands behind its noun: "something black"."""
        if run[-1].kind not in ADJECTIVES - {"material"} or len(run) == 1:
            return False
        return self._head_size(run) < 2 and run[-2].kind in ("word", "generic")

    def _head_size(self, run: list[Token]) -> int:
        for size in range(len(run), 0, -1):
            name = run[len(run) - size :]
            if self._is_name(name) and not self._tells_room(name):
                return size
        return 1 if run and run[-1].kind not in ADJECTIVES else 0

    def _is_name(self, run: list[Token]) -> bool:
        """Whether the words name a thing; a colour does not, nor what only a colour makes one."""
        name, rest = (" ".join(t.text for t in tokens) for tokens in (run, run[1:]))
        if not self.vocabulary.knows(name) or run[0].kind == "floor":
            return False
        if run[0].kind != "color" or self.vocabulary.is_label(name):
            return True
        if not rest:
            return name not in _PLAIN_COLORS
        solid = name.replace(" ", "")  # a "white board" is a thing, a "red carpet" one that is red
        return not self.vocabulary.knows(rest) or solid in self._synonyms

    def _tells_room(self, run: list[Token]) -> bool:
        """Whether a name says no more than where the thing is, as "bathroom sink" does."""
        whole, rest = (" ".join(token.text for token in tokens) for tokens in (run, run[1:]))
        if len(run) < 2 or not self._room_size(run[:1]) or self.vocabulary.is_label(whole):
            return False
        degree, same = self._synonyms.degree, self._synonyms.degrees.synonym
        return self.vocabulary.knows(rest) and min(degree(whole, rest), degree(rest, whole)) >= same

    def _describing(self, run: list[Token]) -> list[Constraint]:
        found: list[Constraint] = []
        at = 0
        while at < len(run):
            room = self._room_size(run[at:])
            if room:  # "the bathroom counter"
                name = " ".join(token.text for token in run[at : at + room])
                found.append(Constraint("room", name, "of"))
            else:
                found += self.attribute(run[at])
            at += max(1, room)
        return found

    def _room_size(self, run: list[Token]) -> int:
        for size in range(min(_LONGEST_ROOM, len(run)), 0, -1):
            name = " ".join(token.text for token in run[:size])
            if self.vocabulary.knows(name) and self.vocabulary.is_room(name):
                return size
        return 0
