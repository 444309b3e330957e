"""Words and language models."""

from inherit_fast.language.kin import Degrees
from inherit_fast.language.metered import Meter, MeteredModel
from inherit_fast.language.model import ROLES, LanguageModel, Prompt, Role, Usage, request_hash
from inherit_fast.language.prompt_files import load_prompt
from inherit_fast.language.providers import LanguageConfig, build_language_model
from inherit_fast.language.replay import ReplayModel
from inherit_fast.language.synonyms import Synonyms
from inherit_fast.language.template import TemplateModel

__all__ = [
    "ROLES",
    "Degrees",
    "LanguageConfig",
    "LanguageModel",
    "Meter",
    "MeteredModel",
    "Prompt",
    "ReplayModel",
    "Role",
    "Synonyms",
    "TemplateModel",
    "Usage",
    "build_language_model",
    "load_prompt",
    "request_hash",
]
