"""How large things of a name can be; see ``data/sizes.toml``."""

import tomllib
from importlib import resources


def longest_sides_m() -> dict[str, float]:
    """Label -> longest side in metres beyond which it is not that thing alone."""
    path = resources.files("inherit_fast.language").joinpath("data", "sizes.toml")
    sizes: dict[str, float] = tomllib.loads(path.read_text("utf-8"))["longest_m"]
    return sizes
