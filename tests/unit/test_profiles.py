from pathlib import Path

import pytest

from inherit_fast.config import Config, load_config, profile_names
from inherit_fast.errors import ConfigError
from inherit_fast.inference import load_manifest


def test_there_is_a_profile_for_every_supported_machine():
    assert profile_names() == ["cpu", "orin", "orin-nano", "thor"]


@pytest.mark.parametrize("name", profile_names())
def test_every_profile_is_a_whole_config_and_names_models_that_are_listed(name):
    config = load_config(Path(name))
    assert config != Config()
    listed = load_manifest()
    assert f"{config.perception.prompter}_encoder" in listed
    assert (config.perception.runtime == "tensorrt") == (name != "cpu")
    assert config.queue.overflow == ("block" if name == "cpu" else "drop_oldest")


def test_overrides_go_over_a_profile():
    assert load_config(Path("orin"), ["queue.capacity=3"]).queue.capacity == 3


def test_an_unknown_profile_is_told_with_those_that_exist():
    with pytest.raises(ConfigError, match="orinn: no such file; profiles are cpu, orin, orin-nano"):
        load_config(Path("orinn"))
