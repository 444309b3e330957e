"""Embedded sentence vectors: all-MiniLM-L6-v2 with int8 weights, on a CPU, without a network."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from inherit_fast.inference import ModelEntry, Session
from inherit_fast.perception.tokens import open_tokenizer


@dataclass(frozen=True, slots=True)
class MiniLmConfig:
    """How texts are encoded.

    Attributes:
        cached: sentences remembered; labels come again in every frame.
    """

    cached: int = 4096


class MiniLmEncoder:
    """Unit sentence vectors (see TextEncoder).

    One sentence is one run: the model scales its activations over all it is given, so a batch
    would let a sentence's vector depend on its neighbours.

    Args:
        session: the loaded model.
        entry: its manifest entry.
        config: how much is remembered.

    Raises:
        ModelError: the package ``tokenizers`` is not installed.
    """

    def __init__(
        self, session: Session, entry: ModelEntry, config: MiniLmConfig | None = None
    ) -> None:
        self._session = session
        self._config = config or MiniLmConfig()
        self._tokenizer = open_tokenizer(entry)
        self._cache: dict[str, npt.NDArray[np.float32]] = {}

    @property
    def dim(self) -> int:
        """Length of a vector."""
        return 384

    def __call__(self, texts: Sequence[str]) -> npt.NDArray[np.float32]:
        """(N, 384) float32 unit vectors."""
        rows = [self._vector(text) for text in texts]
        return np.array(rows, np.float32).reshape(-1, self.dim)

    def _vector(self, text: str) -> npt.NDArray[np.float32]:
        vector = self._cache.pop(text, None)
        if vector is None:
            vector = self._encode(text)
        self._cache[text] = vector  # the newest last: the first is the one longest unused
        if len(self._cache) > self._config.cached:
            del self._cache[next(iter(self._cache))]
        return vector

    def _encode(self, text: str) -> npt.NDArray[np.float32]:
        tokens = np.array([self._tokenizer.encode(text).ids], np.int64)
        ones = np.ones_like(tokens)
        out = self._session.run(
            {"input_ids": tokens, "attention_mask": ones, "token_type_ids": ones * 0}
        )
        mean = out["last_hidden_state"][0].mean(axis=0)
        return np.asarray(mean / np.linalg.norm(mean), np.float32)
