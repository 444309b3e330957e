"""Colour words: which basic colours they name, and how easily one is seen as another."""

import numpy as np
import numpy.typing as npt

from inherit_fast.graph import ColorShare

BASIC = ("red", "orange", "yellow", "green", "blue", "purple", "pink", "brown", "beige", "black",
         "gray", "white")  # fmt: skip

# Words beside the basic ones, as shares of basic colours; of these the best match counts.
_WORDS: dict[str, tuple[str, ...]] = {
    "grey": ("gray",), "silver": ("gray",), "charcoal": ("gray", "black"), "golden": ("yellow",),
    "gold": ("yellow", "brown"), "tan": ("beige", "brown"), "cream": ("beige", "white"),
    "ivory": ("white", "beige"), "khaki": ("beige", "green"), "olive": ("green",),
    "maroon": ("red", "brown"), "crimson": ("red",), "scarlet": ("red",), "navy": ("blue",),
    "indigo": ("blue", "purple"), "turquoise": ("blue", "green"), "teal": ("green", "blue"),
    "cyan": ("blue",), "violet": ("purple",), "lavender": ("purple",),
    "magenta": ("pink", "purple"),
    "bronze": ("brown",), "blond": ("beige",), "off-white": ("white", "beige"),
    "transparent": ("white", "gray"), "clear": ("white", "gray"),
    "see-through": ("white", "gray"),
}  # fmt: skip

# How well a thing of the second colour passes for the first, beside 1 for itself: shade, cast
# light and a camera's white balance turn the one into the other. Symmetric.
_CONFUSED = {
    ("gray", "white"): 0.3, ("gray", "black"): 0.3, ("gray", "beige"): 0.35,
    ("gray", "blue"): 0.2, ("gray", "brown"): 0.2, ("white", "beige"): 0.5,
    ("beige", "brown"): 0.5, ("beige", "yellow"): 0.45, ("brown", "orange"): 0.45,
    ("brown", "red"): 0.35, ("brown", "black"): 0.35, ("red", "orange"): 0.4,
    ("red", "pink"): 0.45, ("red", "purple"): 0.2, ("pink", "purple"): 0.45,
    ("blue", "purple"): 0.35, ("blue", "green"): 0.25, ("blue", "black"): 0.2,
    ("orange", "yellow"): 0.4, ("yellow", "green"): 0.2, ("pink", "beige"): 0.2,
}  # fmt: skip


def _closeness() -> npt.NDArray[np.float32]:
    table = np.eye(len(BASIC), dtype=np.float32)
    for (a, b), degree in _CONFUSED.items():
        i, j = BASIC.index(a), BASIC.index(b)
        table[i, j] = table[j, i] = degree
    return table


_CLOSENESS = _closeness()


def basic_names(word: str) -> tuple[str, ...]:
    """The basic colours that a colour word may name; empty if it names none."""
    if word in BASIC:
        return (word,)
    if word in _WORDS:
        return _WORDS[word]
    stem = word.removesuffix("ish")
    return next(((b,) for b in BASIC if stem in (b, b.removesuffix("e"), b + b[-1])), ())


def share_row(colors: list[ColorShare]) -> npt.NDArray[np.float32]:
    """(12,) how much of one object has each basic colour, 0 to 1; zeros if unknown."""
    row = np.zeros(len(BASIC), np.float32)
    for color in colors:
        for name in basic_names(color.name)[:1]:
            row[BASIC.index(name)] += color.share
            if name in ("black", "gray", "white"):
                row += color.share * _neighbours(name, color.rgb)
    total = sum(color.share for color in colors)
    return row / np.float32(total) if total > 0 else row


def _neighbours(name: str, rgb: tuple[int, int, int]) -> npt.NDArray[np.float32]:
    """Light gray passes for white and dark gray for black, the more the nearer they are."""
    row = np.zeros(len(BASIC), np.float32)
    level = sum(rgb) / 765
    if name == "gray":
        row[BASIC.index("white")] = np.clip((level - 0.5) / 0.35, 0.0, 1.0)
        row[BASIC.index("black")] = np.clip((0.45 - level) / 0.3, 0.0, 1.0)
    return row


def color_scores(word: str, shares: npt.NDArray[np.float32]) -> npt.NDArray[np.float32]:
    """(N,) how well things with basic-colour ``shares`` (N, 12) are called ``word``: 0 to 1.

    Half of a thing in that colour is three quarters of a match.
    """
    names = basic_names(word)
    if not names:
        return np.zeros(len(shares), np.float32)
    rows = _CLOSENESS[[BASIC.index(name) for name in names]]
    # einsum, as a threaded matrix product takes longer on so slim a matrix
    held = np.minimum(np.einsum("nc,c->n", shares, rows.max(axis=0)), 1.0)
    return np.asarray(held * (2.0 - held), np.float32)
