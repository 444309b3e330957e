"""Texts as the token arrays of a model, by the tokenizer that its manifest names."""

from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from inherit_fast.errors import ModelError
from inherit_fast.inference import ModelEntry, Session


def open_tokenizer(entry: ModelEntry) -> Any:
    """The tokenizer of a manifest entry, cutting texts at the model's length.

    Raises:
        ModelError: the package ``tokenizers`` is not installed, or the file is absent.
    """
    try:
        from tokenizers import Tokenizer
    except ImportError as error:
        raise ModelError(
            "tokenizers is not installed; pip install 'inherit-fast[cpu]' (or [gpu], [jetson])"
        ) from error
    tokenizer = Tokenizer.from_file(str(entry.companion("tokenizer")))
    tokenizer.no_padding()
    tokenizer.enable_truncation(max_length=int(entry.preprocess["max_tokens"]))
    return tokenizer


class TextTokens:
    """What a text encoder gives for texts, one by one remembered: labels come in every frame.

    Args:
        session: the loaded text encoder.
        entry: its manifest entry.
        prompt: what is put around a label; ``{}`` stands for it.
    """

    def __init__(self, session: Session, entry: ModelEntry, prompt: str = "{}") -> None:
        self._session = session
        self._tokenizer = open_tokenizer(entry)
        self._length = int(entry.preprocess["max_tokens"])
        self._output = next(iter(entry.outputs))
        self._prompt = prompt
        self._known: dict[str, tuple[npt.NDArray[Any], npt.NDArray[np.int64]]] = {}

    def __call__(self, labels: Sequence[str]) -> tuple[npt.NDArray[Any], npt.NDArray[np.int64]]:
        """The encoder's output (N, ...) and the attention mask (N, tokens)."""
        rows = [self._known.get(label) or self._encode(label) for label in labels]
        self._known.update(zip(labels, rows, strict=True))
        return np.stack([row[0] for row in rows]), np.stack([row[1] for row in rows])

    def _encode(self, label: str) -> tuple[npt.NDArray[Any], npt.NDArray[np.int64]]:
        ids = self._tokenizer.encode(self._prompt.format(label)).ids
        tokens, mask = np.zeros((2, 1, self._length), np.int64)
        tokens[0, : len(ids)], mask[0, : len(ids)] = ids, 1
        out = self._session.run({"input_ids": tokens, "attention_mask": mask})
        return out[self._output][0], mask[0]
