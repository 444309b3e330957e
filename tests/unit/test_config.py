import ast
from dataclasses import dataclass, field, is_dataclass
from pathlib import Path
from typing import Literal, get_type_hints

import pytest

import inherit_fast
from inherit_fast.config import Config, build, load_config
from inherit_fast.errors import ConfigError


@dataclass(frozen=True)
class Inner:
    size_m: float = 1.0
    kind: Literal["a", "b"] = "a"
    words: tuple[str, ...] = ()
    cap: int | None = None


@dataclass(frozen=True)
class Outer:
    inner: Inner = field(default_factory=Inner)


def test_what_is_left_out_keeps_its_default():
    assert build(Outer, {}) == Outer()
    assert build(Outer, {"inner": {"size_m": 2}}).inner == Inner(size_m=2.0)


@pytest.mark.parametrize(
    ("values", "message"),
    [
        ({"inner": {"sise_m": 2.0}}, r"unknown key inner.sise_m; known: cap, kind, size_m, words"),
        ({"inner": {"size_m": "big"}}, r"inner.size_m: expected float, got 'big'"),
        ({"inner": {"size_m": True}}, r"inner.size_m: expected float"),
        ({"inner": {"kind": "c"}}, r"inner.kind: expected 'a' or 'b', got 'c'"),
        ({"inner": {"words": [1]}}, r"inner.words"),
        ({"inner": {"cap": 1.5}}, r"inner.cap"),
        ({"inner": 3}, r"inner: expected a table, got 3"),
    ],
)
def test_a_wrong_key_or_value_is_named(values, message):
    with pytest.raises(ConfigError, match=message):
        build(Outer, values)


def test_overrides_win_over_the_file(tmp_path):
    path = tmp_path / "config.toml"
    path.write_text("[semantic.life]\nconfirm_after = 3\nabsent_after = 7\n")
    config = load_config(path, ["semantic.life.confirm_after=4"])
    assert (config.semantic.life.confirm_after, config.semantic.life.absent_after) == (4, 7)


def test_bare_words_are_text_in_overrides():
    with pytest.raises(
        ConfigError, match=r"semantic.life.confirm_after: expected int, got 'dataset'"
    ):
        load_config(overrides=["semantic.life.confirm_after=dataset"])


@pytest.mark.parametrize("text", ["life", "=3", "semantic.life.confirm_after.deeper=3"])
def test_a_malformed_override_is_refused(text):
    with pytest.raises(ConfigError):
        load_config(overrides=["semantic.life.confirm_after=3", text])


def test_a_missing_file_and_a_broken_file_give_one_sentence(tmp_path):
    with pytest.raises(ConfigError, match="cannot be read"):
        load_config(tmp_path / "none.toml")
    broken = tmp_path / "broken.toml"
    broken.write_text("life = [")
    with pytest.raises(ConfigError, match="not TOML"):
        load_config(broken)


def test_the_defaults_of_the_whole_configuration_build():
    assert load_config() == Config()


# Handed on whole, or read by a name that is a value: field by field they appear nowhere.
READ_BY_NAME = {"RoomsConfig", "RoomShapesConfig", "TextsConfig", "ModelNames"}


def settings(kind):
    """Class and field of every setting below a config."""
    for each, hint in get_type_hints(kind).items():
        if is_dataclass(hint):
            yield from settings(hint)
        yield kind.__name__, each


def test_every_setting_is_read_somewhere():
    modules = Path(inherit_fast.__file__).parent.rglob("*.py")
    nodes = (node for path in modules for node in ast.walk(ast.parse(path.read_text("utf-8"))))
    read = {node.attr for node in nodes if isinstance(node, ast.Attribute)}
    unread = {(kind, name) for kind, name in settings(Config) if name not in read}
    assert {kind for kind, _ in unread} <= READ_BY_NAME
    assert ("QueueConfig", "capacity") in set(settings(Config))
