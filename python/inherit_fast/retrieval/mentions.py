"""Words that stand for what was named before: "the white one", "on it"."""

from collections.abc import Container

from inherit_fast.retrieval.phrase import Phrase

_ONE = {"one", "ones"}
_BEFORE_IT = {
    *("on", "in", "under", "underneath", "above", "over", "behind", "beside", "near", "inside"),
    *("of", "from", "at", "to", "below", "beneath", "with", "by", "off", "onto", "into"),
}


def resolve(words: list[str], topic: str, describes: Container[str]) -> list[str]:
    """A clause's words with ``topic``, the thing named before, where it is meant.

    Args:
        words: of the clause.
        topic: its name; empty if there is none.
        describes: words that "one" may stand behind: articles, colours, ordinals.
    """
    if not topic:
        return words
    told: list[str] = []
    for at, word in enumerate(words):
        after = words[at + 1] if at + 1 < len(words) else ""
        if word in _ONE and told and after != "of" and told[-1] in describes:
            told.append(topic)
        elif word in ("it", "them") and told and told[-1] in _BEFORE_IT:
            told += ["the", topic]
        else:
            told.append(word)
    return told


def take_up(before: Phrase, phrase: Phrase) -> None:
    """Let "the second one" be what was said of the chairs that were named before."""
    if phrase.heads != before.heads[:1]:
        return
    told = {c.relation for c in phrase.constraints if c.type == "attribute"} | {"count", "ordinal"}
    kept = [c for c in before.constraints if c.type != "attribute" or c.relation not in told]
    phrase.constraints = list(dict.fromkeys([*kept, *phrase.constraints]))
