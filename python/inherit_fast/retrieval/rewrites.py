"""Turns of phrase that say the same as plainer ones, opened before a text is cut into words."""

import re

_ARTICLE = r"(?:the|a|an|my|our|your|this|that|these|those|all|some|his|her)"
_PEOPLE = (
    r"(?:daughter|son|wife|husband|mother|father|mom|mum|dad|kids?|child|children|brother|sister|"
    r"friends?|guests?|roommate|flatmate|grandma|grandpa|grandmother|grandfather|cat|dog|boss|"
    r"colleague|neighbou?r|partner|baby|boy|girl)"
)
_SOMEBODY = (
    r"(?:i|we|you|he|she|they|someone|somebody|anyone|anybody|"
    rf"(?:my|our|your|his|her|the|a) (?:[a-z]+ )?{_PEOPLE})"
)
_MISLAID = (
    r"(?:leave|left|put|place|placed|lay|forget|forgot|forgotten|lose|lost|last see|drop|dropped|"
    r"spill|spilled|spilt|knocked over|knocked down|broke|broken|misplaced|moved|threw|tossed)"
)
_GO = r"(?:go|walk|climb|head|run|come|move|proceed|continue|get|travel)(?: back| straight)?"
_STAIRS = r"(?:the |a )?(?:stairs|staircase|steps|flight of stairs|stairway|stairwell)"
_MORE = r"(?=[ ,.;]+[a-z])"  # a request that ends here means the stairs themselves
_SPOT = (
    r"(?:around|on|in|at|near|next|by|beside|under|underneath|above|over|against|behind|between|"
    r"inside|along)"
)
_NUMBER = r"(?:one|two|three|four|five|six|seven|eight|nine|ten|\d+)"
_HANDLE = (
    r"(?:turn|switch|put|take|pick|shut|clean|wash|hang|pull|push|fold|bring|set|lift|tidy|wipe|"
    r"throw|move|draw|close|open|plug|carry)"
)

_CONTRACTIONS = (
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
)
_MISSPELT = (
    (r"\be-mail", "email"),
    (r"\b(what|where|there|that)s\b", r"\1 is"),
    (r"\b(do|does|is|are|has|have)nt\b", r"\1 not"),
    (r"\bim\b", "i am"),
)
# What changes nothing of what is meant.
_FILLERS = (
    (
        r"\b\d+(?:\.\d+)? ?(?:cm|mm|m|meters?|metres?|inch|inches|feet|foot|steps?)\b"
        r"(?: (?:to the )?(?:left|right|up|down|away))?",
        " ",
    ),
    (
        r"\b(?:directly|partially|partly|roughly|relatively|proportionally|reasonably|normally|"
        r"usually|currently|approximately|slightly|completely|entirely|really|actually|"
        r"prominently|exactly|immediately|mostly|somewhat|lengthwise|only|quickly|carefully|"
        r"gently|kindly|please|maybe|perhaps|probably|apparently)\b ?",
        "",
    ),
    (r"\bmade (?:out )?(?:of|from) ", ""),
    (r"\bin the scene\b", ""),
    (r"\bin the same room (?:as|with)\b", "in the room with"),
    (
        r"\b(?:anywhere )?(?:in|inside|of) (?:the|this|my|our|that) (?:whole |entire )?"
        r"(?:house|home|building|apartment|flat|map)\b",
        "",
    ),
    (rf"\b(?:more than|at least|at most|less than|fewer than|about) (?={_NUMBER}\b)", ""),
    (rf"(?<=[a-z] )(?:somewhere|someplace|anywhere) (?={_SPOT}\b|upstairs|downstairs)", ""),
)
_WAYS = (
    (rf"\b{_GO} up {_STAIRS}{_MORE}(?! (?:and|on|in) the (?:left|right))", "go upstairs"),
    (rf"\b{_GO} down {_STAIRS}{_MORE}", "go downstairs"),
    (rf"\b(?:climb|ascend) {_STAIRS}{_MORE}", "go upstairs"),
    (rf"\bdescend {_STAIRS}{_MORE}", "go downstairs"),
    (rf"\btake {_STAIRS} (up|down)(?: to)?\b", r"go \1stairs to"),
    (rf"\btake {_STAIRS} to\b", "go to"),
    (r"\bhead (?=upstairs|downstairs)", "go "),
    (r"\b(?:turn|make a|take a) (?:left|right)(?: into| in| at| to| towards?)\b", "go to"),
    (r"(?<=, )(?:turn|make a|take a) (?:left|right|around),? (?:and )?", ""),
    (r"(?:^|(?<=[.!?] ))from [^,.]{1,40}?,? (?=(?:go|walk|head|proceed|move|continue)\b)", ""),
)
# Questions and reports that come down to the thing that they name.
_QUESTIONS = (
    (
        rf"\bwhere (?:did|have|has|had|could|might|would|do) {_SOMEBODY} (?:have )?{_MISLAID}\b",
        "find",
    ),
    (rf"(?:^|(?<=[.?!;,] )){_SOMEBODY} (?:have |has |must have )?{_MISLAID}\b", "find"),
    (rf"\b(?:that|which) {_SOMEBODY} (?:have |has |must have )?{_MISLAID}\b", "that is"),
    (r"\bwhich (?:one )?(?:is|of (?:them|these|those) is) (?=the\b)", ""),
    (r"\bwhat (?:time|day|date) does (.{1,60}?) (?:say|show|tell|read)\b", r"\1"),
    (r"\bhow many (?!of\b)(.{1,60}?) (?:are|is) there\b", r"how many \1"),
    (
        r"\bhow many (?!of\b)(.{1,60}?) (?:do|can|did) (?:we|you|i) (?:have|see|find|count)\b",
        r"how many \1",
    ),
    (rf"(?<=[a-z]s) (?:stand|lie|sit|hang|rest|lean)(?= {_SPOT}\b)", ""),
    (
        r"\bwhat (?:colou?r|size|shape|kind|type|material) (?:is|are) (?=the|my|our|those|these)",
        "",
    ),
    (
        r"(?:^|(?<=[.?!] ))(?:is|are|was|were) (?=(?:the|my|our|your|this|that|these|those) )",
        "",
    ),
)
_HANDLING = (
    (
        r"\b(?:do not|never) (?:bring|take|get|pick|grab|use|touch|give|choose|select|fetch|want|"
        rf"need)(?: up| me)? (?={_ARTICLE}\b)",
        "not ",
    ),
    (
        rf"\b({_HANDLE}) ((?:{_ARTICLE} )(?:(?!and\b)[a-z-]+ ){{1,4}}?)"
        r"(up|down|out|away|back|off|on|over)"
        r"(?=$| ?[.,;!?]| (?:in|on|from|at|and|then|with|by|for|upstairs|downstairs)\b)",
        r"\1 \3 \2",
    ),
    (  # what is taken off a table lay on it
        rf"\b(take|get|grab|remove|lift|pick|fetch|bring|collect|clear|move)\b([^.;!?]{{1,60}}?) "
        rf"off (?:of )?(?={_ARTICLE} )",
        r"\1\2 on ",
    ),
    (r"\b(throw|put|take) (?:this|that|these|those|it|them) (away|out|back|up)\b", r"\1 \2"),
)
_PLACES = (
    (r"(?<=,) (?:this|that|it|these|those|here) (?:is|are) (?=(?:the|a|an) )", " is "),
    (r", there (is|are) (?=an? |one |two |three |the )", r" is "),
    (  # "On the shelf there is a vase."
        r"((?:^|[.?!;] )(?:on|in|at|by|under|underneath|below|beneath|above|over|behind|beside|"
        r"near|inside|next to|close to|between|to the|against|upstairs|downstairs)\b[^.?!;]*?)"
        r"(?<!where)(?<!that)(?<!which)(?<!if)(?<!whether),? "
        r"(?:there (?:is|are|lies|stands|hangs|sits)|lies|stands|hangs|sits) "
        r"(?=an? |one |two |three |four |some |the |another )",
        r"\1 is ",
    ),
    (r"\b(?:does|do|did) not (?:stand|lie|hang|sit|lean|rest|look|seem|appear)\b", "does not"),
    (r"\bnowhere (near|close to|next to)\b", r"not \1"),
    (r"\bgo (?:back )?to (sleep|bed)\b(?! ?room)", "sleep"),
    (r"\bwalk in (closet|wardrobe|shower|pantry)", r"walk-in \1"),
    (r"\bfloor to ceiling\b", "floor-to-ceiling"),
)
Rules = tuple[tuple[re.Pattern[str], str], ...]


def _compiled(rules: tuple[tuple[str, str], ...]) -> Rules:
    return tuple((re.compile(pattern), plain) for pattern, plain in rules)


# Rules with what a text must hold for any of them to apply; in the order in which they are tried.
_REWRITES: tuple[tuple[tuple[str, ...], Rules], ...] = (
    (("'",), _compiled(_CONTRACTIONS)),
    (("whats", "wheres", "theres", "thats", "nt", "im ", "e-mail"), _compiled(_MISSPELT)),
    (("",), _compiled(_FILLERS)),
    (("stair", "step", "head ", "turn ", "make a ", "take a ", "from "), _compiled(_WAYS)),
    (("",), _compiled(_QUESTIONS)),
    (("",), _compiled(_HANDLING)),
    (("",), _compiled(_PLACES)),
)


def rewrite(text: str) -> str:
    """The lower-case ``text`` in plainer words."""
    for needles, rules in _REWRITES:
        if any(needle in text for needle in needles):
            for pattern, plain in rules:
                text = pattern.sub(plain, text)
    return text
