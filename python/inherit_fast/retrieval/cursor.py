"""A place in a clause's tokens."""

from inherit_fast.retrieval.lexicon import Token
from inherit_fast.retrieval.query import RANKING

END = Token("", "end")
ADJECTIVES = {"color", "tone", "size", "superlative", "material", "shape", "state", "side",
              "ordinal", "count"}  # fmt: skip


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

    @property
    def position(self) -> int:
        """How many tokens were taken."""
        return self._at
