"""Readers of the word tables in ``data``."""

from collections.abc import Iterator
from dataclasses import dataclass, field

Names = tuple[str, ...]
Meaning = tuple[Names, tuple[int, ...]]


@dataclass(slots=True)
class IndoorTable:
    """What ``indoor.txt`` says.

    Attributes:
        groups: names of one thing each.
        kinds: (wide, narrow) names.
        look_alikes: names of kinds that are confused with one another.
        related: names of different things that are called by each other's name.
    """

    groups: list[Names] = field(default_factory=list)
    kinds: list[tuple[str, str]] = field(default_factory=list)
    look_alikes: list[Names] = field(default_factory=list)
    related: list[Names] = field(default_factory=list)


def read_indoor(text: str) -> IndoorTable:
    """Read ``indoor.txt``; its head explains the marks."""
    table = IndoorTable()
    lists = {"=": table.groups, "~": table.look_alikes, "?": table.related}
    for line in _lines(text):
        mark, rest = line[0], line[1:]
        if mark == ">":
            wide, narrow = rest.split(":")
            table.kinds += [(wide.strip(), name) for name in _names(narrow)]
        else:
            lists[mark].append(_names(rest))
    return table


def read_nouns(text: str) -> list[Meaning]:
    """Meanings of ``nouns.txt``: names, positions of the wider meanings."""
    meanings = []
    for line in _lines(text):
        names, wider = line.split("|")
        spelled = names.replace("-", " ").split(",")
        meanings.append((tuple(spelled), tuple(map(int, wider.split(","))) if wider else ()))
    return meanings


def _lines(text: str) -> Iterator[str]:
    return (line for line in text.splitlines() if line and not line.startswith("#"))


def _names(text: str) -> tuple[str, ...]:
    return tuple(" ".join(name.replace("-", " ").split()) for name in text.split(","))
