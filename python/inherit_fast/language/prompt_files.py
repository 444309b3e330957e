"""Prompts as versioned files: ``prompts/<name>-<version>.md``.

A file holds the standing instructions, a line ``---``, and the question with ``{fields}``. A
changed prompt is a new file with the next number, so that recorded answers keep their meaning.
"""

from functools import cache
from importlib import resources
from typing import Any

from inherit_fast.language.model import Prompt, Role


def load_prompt(version: str, role: Role, fallback: Any = None, **fields: str) -> Prompt:
    """The prompt of a file with its fields filled in.

    Args:
        version: name of the file without its ending, such as ``aggregate-1``.
        role: the work that it asks for.
        fallback: the answer that stands without a model.
        fields: text for every ``{field}`` of the question.

    Raises:
        KeyError: a field of the file was not given.
    """
    system, question = _parts(version)
    return Prompt(role, version, system, question.format(**fields), fallback)


@cache
def _parts(version: str) -> tuple[str, str]:
    file = resources.files("inherit_fast.language").joinpath("prompts", f"{version}.md")
    system, _, question = file.read_text("utf-8").partition("\n---\n")
    return system.strip(), question.strip()
