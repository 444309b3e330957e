"""The model that is always there: the answers of rules and tables."""

from collections.abc import Sequence
from typing import TypeVar

from inherit_fast.errors import LanguageModelError
from inherit_fast.language.model import Prompt, Usage

T = TypeVar("T")


class TemplateModel:
    """Answers with the template answer that the asker put into the prompt; needs no network."""

    @property
    def sees(self) -> bool:
        """Never."""
        return False

    def ask(self, prompt: Prompt, images: Sequence[bytes], schema: type[T]) -> tuple[T, Usage]:
        """The prompt's fallback (see LanguageModel).

        Raises:
            LanguageModelError: the prompt has none: only a real model can answer it.
        """
        if not isinstance(prompt.fallback, schema):
            raise LanguageModelError(
                f"{prompt.version}: no rule answers this; configure a language model",
                "absent",
                again=False,
            )
        return prompt.fallback, Usage("template", requests=0)
