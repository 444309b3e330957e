"""The language model that a configuration names."""

from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal

from inherit_fast.errors import ConfigError
from inherit_fast.language.local_model import LocalConfig, LocalModel
from inherit_fast.language.metered import MeteredModel
from inherit_fast.language.model import LanguageModel
from inherit_fast.language.openai_config import OpenAiConfig
from inherit_fast.language.openai_model import OpenAiModel
from inherit_fast.language.replay import ReplayModel
from inherit_fast.language.retries import FailedTries

Provider = Literal["template", "openai", "local", "replay"]


@dataclass(frozen=True, slots=True)
class LanguageConfig:
    """Which language model answers.

    Attributes:
        provider: ``template`` needs nothing and is always there; the others are models.
        record: file of answers: ``replay`` reads it, the others add to it; empty is none.
        openai: of the provider ``openai``.
        local: of the provider ``local``.
    """

    provider: Provider = "template"
    record: str = ""
    openai: OpenAiConfig = field(default_factory=OpenAiConfig)
    local: LocalConfig = field(default_factory=LocalConfig)


def build_language_model(config: LanguageConfig) -> MeteredModel | None:
    """The configured model, counted; None where templates must do.

    Raises:
        ConfigError: ``replay`` without a file.
        ModelError: the model's packages or weights are absent.
    """
    if config.provider == "template":
        return None
    if config.provider == "replay":
        if not config.record:
            raise ConfigError("language.record: expected the file that `replay` reads, got none")
        return MeteredModel(ReplayModel(Path(config.record)))
    failed = FailedTries()
    model: LanguageModel = (
        OpenAiModel(config.openai, failed)
        if config.provider == "openai"
        else LocalModel(config.local)
    )
    if config.record:
        model = ReplayModel(Path(config.record), model)
    return MeteredModel(model, failed)
