"""What an answer is: one thing, a number of them, all, or only whether there is one."""

from collections.abc import Sequence
from itertools import pairwise

from inherit_fast.language import Synonyms
from inherit_fast.language.words import fold, singular_phrase
from inherit_fast.retrieval.lexicon import Lexicon
from inherit_fast.retrieval.query import CHOOSING, Constraint

_WHAT = (
    *("what is ", "what are ", "what can you see", "what do you see"),
    *("which things are", "which objects are", "what else is"),
)


def asked(
    words: Sequence[str], constraints: Sequence[Constraint], lexicon: Lexicon, synonyms: Synonyms
) -> str:
    """What ``Query.asks`` tells: "one", "all", a number, or "whether"."""
    text = " ".join(words)
    if text.startswith(lexicon.whether):
        return "whether"
    if text.startswith(_WHAT) and not any(c.type == "target" for c in constraints):
        return "all"
    for constraint in constraints:
        if constraint.relation == "count":
            return "2" if constraint.argument == "both" else constraint.argument
    picks = CHOOSING & {c.relation for c in constraints}
    if picks or ("one", "of") in pairwise(words):
        return "one"
    heads = [h for c in constraints if c.type == "target" for h in c.alternatives()]
    return "all" if heads and _is_plural(heads[0], synonyms) else "one"


def _is_plural(head: str, synonyms: Synonyms) -> bool:
    """Whether it names several things; "stairs" and "clothes" are one."""
    return singular_phrase(head) != fold(head) and fold(head) not in synonyms
