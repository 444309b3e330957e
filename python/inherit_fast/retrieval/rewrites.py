"""Turns of phrase that say the same as plainer ones, opened before a text is cut into words."""

import re

_RELATES = (
    r"(?:around|on|in|at|near|next|by|beside|under|underneath|above|over|against|behind|between|"
    r"inside|along)"
)
_SOMEBODY = r"(?:i|we|you|he|she|they|someone|somebody|anyone|anybody)"
_MISLAID = (
    r"(?:leave|left|put|place|placed|lay|forget|forgot|forgotten|lose|lost|last see|drop|dropped)"
)
_ARTICLE = r"(?:the|a|an|my|our|your|this|that|these|those|all|some|his|her)"

# Contractions to open, fixed phrases whose prepositions relate nothing, and questions that ask for
# no more than the thing that is named in them.
_REWRITES = (
    (r"\b(can)'?not\b|\bcan't\b", "can not"),
    (r"\bwon't\b", "will not"),
    (r"n't\b", " not"),
    (r"\b(i)'d\b", r"\1 would"),
    (r"'m\b", " am"),
    (r"'re\b", " are"),
    (r"'ve\b", " have"),
    (r"'ll\b", " will"),
    (r"\b(that|what|where|it|there|which|who|here|he|she)'s\b", r"\1 is"),
    (r"\blet's\b", "let us"),
    (r"'s\b", ""),
    (
        r"\b\d+(?:\.\d+)? ?(?:cm|mm|m|meters?|metres?|inch|inches|feet|foot|steps?)\b"
        r"(?: (?:to the )?(?:left|right|up|down|away))?",
        " ",
    ),
    (
        r"\b(?:directly|partially|partly|roughly|relatively|proportionally|reasonably|normally|usually|"
        r"currently|approximately|slightly|completely|entirely|really|actually|prominently|exactly|"
        r"immediately|mostly|somewhat|lengthwise|only|quickly|carefully|gently|kindly|please|maybe|"
        r"perhaps|probably|apparently)\b ?",
        "",
    ),
    (r"\bmade (?:out )?(?:of|from) ", ""),
    (r"\bin the scene\b", ""),
    (
        rf"\bwhere (?:did|have|has|had|could|might|would|do) {_SOMEBODY} (?:have )?{_MISLAID}\b",
        "find",
    ),
    (rf"(?:^|(?<=[.?!;,] )){_SOMEBODY} (?:have |has |must have )?{_MISLAID}\b", "find"),
    (rf"\b(?:that|which) {_SOMEBODY} (?:have |has |must have )?{_MISLAID}\b", "that is"),
    (r"\bwhich (?:one )?(?:is|of (?:them|these|those) is) (?=the\b)", ""),
    (r"\bhow many (?!of\b)(.{1,60}?) (?:are|is) there\b", r"how many \1"),
    (
        r"\bhow many (?!of\b)(.{1,60}?) (?:do|can|did) (?:we|you|i) (?:have|see|find|count)\b",
        r"how many \1",
    ),
    (rf"(?<=[a-z]s) (?:stand|lie|sit|hang|rest|lean)(?= {_RELATES}\b)", ""),
    (
        rf"\b(turn|switch|put|take|pick|shut|clean|wash|hang|pull|push|fold|bring|set|lift|tidy|wipe|"
        rf"throw|move|draw|close|open|plug|carry) ((?:{_ARTICLE} )(?:(?!and\b)[a-z-]+ ){{1,4}}?)"
        r"(up|down|out|away|back|off|on|over)"
        r"(?=$| ?[.,;!?]| (?:in|on|from|at|and|then|with|by|for|upstairs|downstairs)\b)",
        r"\1 \3 \2",
    ),
    (  # what is taken off a table lay on it
        rf"\b(take|get|grab|remove|lift|pick|fetch|bring|collect|clear|move)\b([^.;!?]{{1,60}}?) "
        rf"off (?:of )?(?={_ARTICLE} )",
        r"\1\2 on ",
    ),
    (r", there (is|are) (?=an? |one |two |three |the )", r" is "),
    (  # "On the shelf there is a vase."
        r"((?:^|[.?!;] )(?:on|in|at|by|under|underneath|below|beneath|above|over|behind|beside|"
        r"near|inside|next to|close to|between|to the|against|upstairs|downstairs)\b[^.?!;]*?)"
        r"(?<!where)(?<!that)(?<!which)(?<!if)(?<!whether),? there "
        r"(?:is|are|lies|stands|hangs|sits) "
        r"(?=an? |one |two |three |four |some |the )",
        r"\1 is ",
    ),
    (r"\b(?:does|do|did) not (?:stand|lie|hang|sit|lean|rest|look|seem|appear)\b", "does not"),
    (r"\b(throw|put|take) (?:this|that|these|those|it|them) (away|out|back|up)\b", r"\1 \2"),
    (r"\bnowhere (near|close to|next to)\b", r"not \1"),
    (r"\bgo (?:back )?to (sleep|bed)\b(?! ?room)", "sleep"),
    (r"\bwalk in (closet|wardrobe|shower|pantry)", r"walk-in \1"),
    (r"\bfloor to ceiling\b", "floor-to-ceiling"),
)  # fmt: skip
_COMPILED = tuple((re.compile(pattern), opened) for pattern, opened in _REWRITES)


def rewrite(text: str) -> str:
    """The lower-case ``text`` in plainer words."""
    for pattern, opened in _COMPILED:
        text = pattern.sub(opened, text)
    return text
