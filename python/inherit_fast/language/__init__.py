"""Words and language models."""

from inherit_fast.language.synonyms import Degrees, Synonyms

__all__ = ["Degrees", "Synonyms"]
