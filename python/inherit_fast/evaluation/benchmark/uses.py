"""What things are for, in people's words."""

import tomllib
from dataclasses import dataclass
from importlib import resources

from inherit_fast.evaluation.benchmark.conditions import Condition


@dataclass(frozen=True, slots=True)
class Use:
    """Things that serve one end, or are of one kind.

    Attributes:
        nouns: phrases for such a thing ("something to sit on").
        sentences: whole requests that name no thing ("I want to sit down.").
        condition: being one of the things.
    """

    nouns: tuple[str, ...]
    sentences: tuple[str, ...]
    condition: Condition


def read_uses(table: str) -> list[Use]:
    """The ``uses`` or the ``kinds`` of ``data/uses.toml``."""
    file = resources.files("inherit_fast.evaluation.benchmark").joinpath("data", "uses.toml")
    return [
        Use(
            tuple(row["nouns"]),
            tuple(row.get("sentences", ())),
            Condition("any of", (*row["things"], "|", *row["perhaps"])),
        )
        for row in tomllib.loads(file.read_text("utf-8"))[table]
    ]
