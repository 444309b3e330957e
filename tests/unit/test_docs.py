"""Files and settings that the documents name are there."""

import re
from dataclasses import fields
from importlib import import_module
from pathlib import Path

import pytest

import inherit_fast
from inherit_fast.config import Config

ROOT = Path(__file__).resolve().parents[2]
DOCS = [*ROOT.glob("*.md"), *ROOT.glob("docs/*.md"), *ROOT.glob("bench/*.md")]
# They name files of recordings and of other programs' exports.
FOREIGN = {"CHANGELOG.md", "sources.md", "formats.md"}
OURS = re.compile(r"[\w./*-]+\.(?:py|[ch]pp|toml|tsv|txt|\*)|[\w-]+/(?:[\w-]+/)*")
PACKAGES = ROOT / "python"
MODULES = [f"/{p.relative_to(PACKAGES).with_suffix('')}" for p in PACKAGES.rglob("*")]
FOLDERS = ("python", "cpp", "src", "tests", "bench", "docs", "models")


def files_of_checkout() -> list[str]:
    found = [*ROOT.glob("*"), *(p for folder in FOLDERS for p in (ROOT / folder).rglob("*"))]
    return [f"/{path.relative_to(ROOT).as_posix()}{'/' * path.is_dir()}" for path in found]


def is_there(name: str, files: list[str]) -> bool:
    """Names are told from any folder on: ``semantic/life.py``, and beside it ``moved.py``."""
    path = re.escape(name.replace("cpp/.../", "cpp/inherit_fast/")).replace(r"\*", "[^/]*")
    return any(re.search(f"/{path}$", file) for file in files)


@pytest.mark.parametrize("path", [p for p in DOCS if p.name not in FOREIGN], ids=lambda p: p.name)
def test_named_files_exist(path):
    files = files_of_checkout()
    named = re.findall(r"`([^`\n]+)`", path.read_text("utf-8"))
    assert [n for n in named if OURS.fullmatch(n) and not is_there(n, files)] == []


@pytest.mark.parametrize("path", DOCS, ids=lambda p: p.name)
def test_links_lead_to_files(path):
    links = re.findall(r"\]\(([^)#\s]+)(?:#[^)]*)?\)", path.read_text("utf-8"))
    ours = [link for link in links if "://" not in link]
    assert [link for link in ours if not (path.parent / link).exists()] == []


def test_a_file_that_is_not_there_is_missed():
    files = files_of_checkout()
    assert is_there("semantic/life.py", files)
    assert is_there("room_cleanup.*", files)
    assert not is_there("semantic/death.py", files)
    assert not is_there("life", files)


def is_setting(name: str) -> bool:
    return has(Config(), name.split("."))


def is_code(name: str) -> bool:
    """A module of the package, or what one holds."""
    value, names = inherit_fast, name.split(".")
    while names and is_there(f"{value.__name__.replace('.', '/')}/{names[0]}", MODULES):
        value = import_module(f"{value.__name__}.{names.pop(0)}")
    return value is not inherit_fast and has(value, names)


def has(value: object, attributes: list[str]) -> bool:
    for name in attributes:
        if not hasattr(value, name):
            return False
        value = getattr(value, name)
    return True


@pytest.mark.parametrize("path", DOCS, ids=lambda p: p.name)
def test_named_settings_exist(path):
    tops = "|".join(field.name for field in fields(Config))
    named = re.findall(rf"`((?:{tops})(?:\.[a-z_0-9]+)+)(?:=[^`\n]*)?`", path.read_text("utf-8"))
    assert [name for name in named if not (is_setting(name) or is_code(name))] == []


def test_a_setting_that_is_not_there_is_missed():
    assert is_setting("perception.prompted.share_out")
    assert is_code("geometric.room_shapes.regularise")
    assert not is_setting("perception.detector.tiles")
    assert not is_code("perception.detector.tiles")
