"""Small pieces of English for descriptions made without a language model."""

from collections.abc import Mapping


def count_phrase(counts: Mapping[str, int], limit: int = 6) -> str:
    """``a sofa, 2 lamps and 3 cushions``: the first ``limit`` kinds, in the order given."""
    parts = [_counted(label, n) for label, n in list(counts.items())[:limit]]
    return join_phrase(parts)


def join_phrase(parts: list[str]) -> str:
    """``a, b and c``."""
    if len(parts) < 2:
        return "".join(parts)
    return f"{', '.join(parts[:-1])} and {parts[-1]}"


def with_article(noun: str) -> str:
    """``a chair``, ``an oven``."""
    return f"{'an' if noun[:1] in 'aeiou' else 'a'} {noun}"


def _counted(label: str, count: int) -> str:
    return with_article(label) if count == 1 else f"{count} {plural(label)}"


def plural(noun: str) -> str:
    """The regular plural, and that of the irregular nouns found indoors."""
    head, _, last = noun.rpartition(" ")
    irregular = {"shelf": "shelves", "bookshelf": "bookshelves", "knife": "knives", "mouse": "mice"}
    if last in irregular:
        last = irregular[last]
    elif last.endswith(("s", "x", "ch", "sh")):
        last = last if last.endswith("s") and not last.endswith("ss") else last + "es"
    elif last.endswith("y") and last[-2:-1] not in "aeiou":
        last = f"{last[:-1]}ies"
    else:
        last += "s"
    return f"{head} {last}".strip()
