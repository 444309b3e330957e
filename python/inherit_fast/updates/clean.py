"""What a language model said, made fit to be stored: one line, not endless, lower-case labels."""

import re
from collections import Counter
from collections.abc import Iterable

_LABEL = 40
_PHRASE = 200
_TEXT = 500
_REPEATS = 2


def clean_label(text: str) -> str:
    """Lower-case words without marks and article; empty if nothing is left or it is no label."""
    label = " ".join(re.sub(r"[^\w '&-]+|_+", " ", text.lower()).split()).strip(" '-&")
    label = re.sub(r"^(a|an|the) ", "", label)
    return label if len(label) <= _LABEL else ""


def clean_phrase(text: str) -> str:
    """A noun phrase without its article and full stop."""
    phrase = _line(text).rstrip(".").strip()
    phrase = re.sub(r"^(a|an|the)\s+", "", phrase, flags=re.IGNORECASE)
    return phrase[:1].lower() + phrase[1:_PHRASE] if phrase else ""


def clean_text(text: str) -> str:
    """One line of at most some sentences, cut at a word; empty if it says the same for ever."""
    line = _line(text)
    if _raves(line):
        return ""
    return line if len(line) <= _TEXT else line[:_TEXT].rsplit(" ", 1)[0] + " \u2026"


def clean_words(words: Iterable[str], most: int = 5) -> list[str]:
    """Distinct labels, in their order."""
    cleaned = dict.fromkeys(clean_label(word) for word in words)
    return [word for word in cleaned if word][:most]


def _raves(text: str) -> bool:
    """Whether some three words come again and again, as small models do."""
    words = text.lower().split()
    threes = Counter(zip(words, words[1:], words[2:], strict=False))
    return max(threes.values(), default=0) > _REPEATS


def _line(text: str) -> str:
    return " ".join("".join(c if c.isprintable() else " " for c in text).split())
