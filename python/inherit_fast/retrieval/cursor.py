"""A place in a clause's tokens."""

from inherit_fast.retrieval.lexicon import Token
from inherit_fast.retrieval.query import RANKING

END = Token("", "end")
ADJECTIVES = {"color", "tone", "size", "superlative", "material", "shape", "state", "side",
              "ordinal", "count"}  # fmt: skip
_DENIALS = {"but not", "and not", "not", "nor", "neither"}


class Cursor:
    """Tokens read from left to right; beyond the last one there is only ``END``."""

    def __init__(self, tokens: list[Token]) -> None:
        self._tokens = tokens
        self._at = 0

    def peek(self, ahead: int = 0) -> Token:
        """The token ``ahead`` of the next one, left where it is."""
        at = self._at + ahead
        return self._tokens[at] if at < len(self._tokens) else END

    def kind(self, ahead: int = 0) -> str:
        """The part played by the token ``ahead`` of the next one."""
        return self.peek(ahead).kind

    def take(self) -> Token:
        """The next token; the cursor moves behind it."""
        token = self.peek()
        self._at += 1
        return token

    def take_while(self, *kinds: str) -> None:
        """Skip tokens of these kinds."""
        while self.kind() in kinds:
            self._at += 1

    def is_ranking(self, ahead: int = 0) -> bool:
        """Whether "closest to" or "farthest from" stands ahead."""
        return self.kind(ahead) == "relation" and self.peek(ahead).value in RANKING

    def ranks_a_noun(self) -> bool:
        """Whether "closest chair" or "second closest chair" stands ahead."""
        at = int(self.kind() == "ordinal")
        return self.is_ranking(at) and self.kind(at + 1) in ADJECTIVES | {"word"}

    def skip_speaker(self) -> None:
        """As in "I am in the kitchen, where is the sink?": only the place matters."""
        ahead = 0
        while self.kind(ahead) in ("link", "be"):
            ahead += 1
        if self.kind(ahead) in ("relation", "floor"):
            self.take_while("link", "be")

    def returns_to_parent(self) -> bool:
        """Whether what comes next describes the thing whose reference is being read."""
        kind = self.kind()
        if kind in ("comma", "stop", "conjunction") or kind == "be":
            return True
        if kind in ("relation", "that", "ordinal"):
            ahead = (self.peek(i) for i in range(4))
            first = next((token.value for token in ahead if token.kind == "relation"), "")
            if first in RANKING:  # "the pillow on the sofa that is closest to the plant"
                return True
        # "the box on the worktop that is not blue", "the cup on the table but not by the lamp":
        # a denied clause tells of the thing itself.
        if kind == "negation" and self.peek().text in _DENIALS:
            return True
        return kind == "that" and "negation" in (self.kind(1), self.kind(2))

    @property
    def position(self) -> int:
        """How many tokens were taken."""
        return self._at
