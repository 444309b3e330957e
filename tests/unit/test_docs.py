"""Files that the documents name are there."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
DOCS = [*ROOT.glob("*.md"), *ROOT.glob("docs/*.md"), *ROOT.glob("bench/*.md")]
# They name files of recordings and of other programs' exports.
FOREIGN = {"CHANGELOG.md", "sources.md", "formats.md"}
OURS = re.compile(r"[\w./*-]+\.(?:py|[ch]pp|toml|tsv|txt|\*)|[\w-]+/(?:[\w-]+/)*")
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
