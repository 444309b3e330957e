"""What tokens cost, and the limit of what may be spent."""

from collections.abc import Iterable
from threading import Lock

from inherit_fast.errors import ConfigError, LanguageModelError


class Purse:
    """Adds up what answers cost.

    Args:
        prices: ``model=prompt/completion`` texts, each price for a million tokens.
        most: spent at most; 0 is no limit.

    Raises:
        ConfigError: a price is not of that form.
    """

    def __init__(self, prices: Iterable[str], most: float) -> None:
        self._prices = dict(_price(text) for text in prices)
        self._most = most
        self._spent = 0.0
        self._lock = Lock()

    def check(self) -> None:
        """Before a request.

        Raises:
            LanguageModelError: the limit is reached.
        """
        with self._lock:
            if self._most > 0 and self._spent >= self._most:
                raise LanguageModelError(f"the limit of {self._most:g} is spent", "budget")

    def pay(self, model: str, prompt_tokens: int, completion_tokens: int) -> float:
        """The cost of an answer, added to what is spent."""
        prompt, completion = self._prices.get(model, (0.0, 0.0))
        cost = (prompt_tokens * prompt + completion_tokens * completion) / 1e6
        with self._lock:
            self._spent += cost
        return cost


def _price(text: str) -> tuple[str, tuple[float, float]]:
    name, _, pair = text.rpartition("=")
    prompt, _, completion = pair.partition("/")
    try:
        return name.strip(), (float(prompt), float(completion))
    except ValueError as error:
        raise ConfigError(
            f"prices: expected 'model=prompt/completion' for a million tokens, got {text!r}"
        ) from error
