"""Words and language models."""

from inherit_fast.language.kin import Degrees
from inherit_fast.language.synonyms import Synonyms

__all__ = ["Degrees", "Synonyms"]
