import base64
import io
import sys
import time
from dataclasses import dataclass, replace

import pytest
from PIL import Image

from chat_server import serving
from inherit_fast.errors import ConfigError, LanguageModelError, ModelError
from inherit_fast.language import MeteredModel, Prompt
from inherit_fast.language.openai_config import OpenAiConfig
from inherit_fast.language.openai_model import OpenAiModel
from inherit_fast.language.retries import RetryConfig

pytest.importorskip("openai", reason="the extra llm is not installed")
pytest.importorskip("tenacity", reason="the extra llm is not installed")


@dataclass(frozen=True)
class Word:
    word: str


ASKED = Prompt("aggregate", "test-1", "Be short.", "a word?")
GOOD = '{"word": "mug"}'
QUICK = OpenAiConfig(timeout_s=0.4, deadline_s=3.0, retries=RetryConfig(tries=2, first_wait_s=0.01))


def model_of(server, **changes):
    return OpenAiModel(replace(QUICK, base_url=server.url, **changes))


def test_a_question_reaches_the_server_with_model_schema_and_messages():
    with serving(GOOD) as server:
        answer, usage = model_of(server).ask(ASKED, [], Word)
    body = server.bodies[0]
    assert answer == Word("mug")
    assert body["model"] == "qwen3.6-flash"
    assert body["response_format"]["json_schema"]["schema"]["required"] == ["word"]
    assert "Be short." in body["messages"][0]["content"]
    assert body["messages"][1]["content"] == "a word?"
    assert (usage.requests, usage.prompt_tokens, usage.completion_tokens) == (1, 100, 20)
    assert usage.seconds > 0


def test_every_role_has_its_own_model():
    with serving(GOOD) as server:
        model = model_of(server)
        for role in ("describe", "expand", "summarise", "aggregate", "parse", "rerank"):
            model.ask(replace(ASKED, role=role), [], Word)
    names = [body["model"] for body in server.bodies]
    assert names == ["qwen3-vl-flash"] * 3 + ["qwen3.6-flash"] * 2 + ["gemini-2.5-flash"]


def test_the_key_comes_from_the_environment(monkeypatch):
    monkeypatch.setenv("SOME_KEY", "s3cret")
    with serving(GOOD) as server:
        model_of(server, key_variable="SOME_KEY").ask(ASKED, [], Word)
    assert server.keys == ["Bearer s3cret"]


def test_images_are_scaled_and_sent_in_order():
    pictures = []
    for colour in ((255, 0, 0), (0, 0, 255)):
        buffer = io.BytesIO()
        Image.new("RGB", (2000, 500), colour).save(buffer, "PNG")
        pictures.append(buffer.getvalue())
    with serving(GOOD) as server:
        model_of(server, max_image_px=320).ask(ASKED, pictures, Word)
    sent = []
    for part in server.bodies[0]["messages"][1]["content"][1:]:
        head, data = part["image_url"]["url"].split(",")
        assert head == "data:image/jpeg;base64"
        sent.append(Image.open(io.BytesIO(base64.b64decode(data))))
    assert [image.size for image in sent] == [(320, 80)] * 2
    red, blue = (image.getpixel((10, 10)) for image in sent)
    assert red[0] > 240 > 20 > red[2]
    assert blue[2] > 240 > 20 > blue[0]


def test_a_broken_image_is_refused_before_anything_is_sent():
    with serving(GOOD) as server, pytest.raises(LanguageModelError) as caught:
        model_of(server).ask(ASKED, [b"no picture"], Word)
    assert (caught.value.kind, server.bodies) == ("refused", [])


def test_a_bad_answer_is_repaired_once():
    with serving("I think it is a mug", GOOD) as server:
        answer, usage = model_of(server).ask(ASKED, [], Word)
    assert answer == Word("mug")
    assert (usage.requests, usage.prompt_tokens) == (2, 200)
    told = server.bodies[1]["messages"]
    assert [m["role"] for m in told] == ["system", "user", "assistant", "user"]
    assert told[2]["content"] == "I think it is a mug"
    assert "not valid" in told[3]["content"]


def test_a_second_bad_answer_is_an_error():
    with (
        serving('{"word": 3}') as server,
        pytest.raises(LanguageModelError, match="Word") as caught,
    ):
        model_of(server).ask(ASKED, [], Word)
    assert (caught.value.kind, len(server.bodies)) == ("garbage", 2)


def test_what_a_useless_answer_cost_is_counted_all_the_same():
    with serving("no JSON") as server:
        model = MeteredModel(model_of(server, prices=("qwen3.6-flash=1000/0",)))
        with pytest.raises(LanguageModelError):
            model.ask(ASKED, [], Word)
    figures = model.meter().to_dict()
    assert (figures["requests"], figures["prompt_tokens"]) == (2, 200)
    assert figures["cost"] == pytest.approx(0.2)
    assert figures["failures"] == {"garbage": 1}


FAULTS = [
    ("garbage", "garbage", 2),
    ("odd", "garbage", 2),
    ("huge", "garbage", 2),
    ("500", "status", 2),
    ("503", "status", 2),
    ("hang", "timeout", 2),
    ("trickle", "timeout", 2),
    ("cut", "connection", 2),
    ("429", "rate limit", 2),
    ("401", "refused", 1),
    ("404", "refused", 1),
]


@pytest.mark.parametrize(("fault", "kind", "requests"), FAULTS, ids=[f[0] for f in FAULTS])
def test_a_server_that_fails_is_an_error_of_its_kind_within_bounds(fault, kind, requests):
    with serving(fault) as server:
        start = time.monotonic()
        with pytest.raises(LanguageModelError) as caught:
            model_of(server).ask(ASKED, [], Word)
        took = time.monotonic() - start
    assert caught.value.kind == kind
    assert len(server.bodies) == requests
    assert took < 2.5


@pytest.mark.parametrize("fault", ["500", "garbage", "hang", "cut", "429"])
def test_a_passing_fault_is_tried_again(fault):
    with serving(fault, GOOD) as server:
        answer, usage = model_of(server).ask(ASKED, [], Word)
    assert answer == Word("mug")
    assert usage.requests == 2


def test_retry_after_is_obeyed():
    with serving("429", GOOD) as server:
        model_of(server).ask(ASKED, [], Word)
    assert server.times[1] - server.times[0] >= 0.3


def test_no_server_is_a_connection_error():
    with serving(GOOD) as server:
        url = server.url
    with pytest.raises(LanguageModelError) as caught:
        OpenAiModel(replace(QUICK, base_url=url)).ask(ASKED, [], Word)
    assert caught.value.kind == "connection"


def test_the_rate_is_kept():
    with serving(GOOD) as server:
        model = model_of(server, requests_per_minute=600)
        start = time.monotonic()
        for _ in range(4):
            model.ask(ASKED, [], Word)
    assert server.times[3] - start >= 0.3


def test_a_rate_without_a_turn_in_time_fails_at_once():
    with serving(GOOD) as server:
        model = model_of(server, requests_per_minute=1)
        model.ask(ASKED, [], Word)
        with pytest.raises(LanguageModelError) as caught:
            model.ask(ASKED, [], Word)
    assert (caught.value.kind, len(server.bodies)) == ("rate limit", 1)


def test_costs_add_up_to_the_limit():
    with serving(GOOD) as server:
        model = model_of(server, prices=("qwen3.6-flash=1000/5000",), max_cost=0.3)
        _, usage = model.ask(ASKED, [], Word)
        model.ask(ASKED, [], Word)
        with pytest.raises(LanguageModelError) as caught:
            model.ask(ASKED, [], Word)
    assert usage.cost == pytest.approx(100 * 1000 / 1e6 + 20 * 5000 / 1e6)
    assert (caught.value.kind, len(server.bodies)) == ("budget", 2)


def test_a_price_that_is_none_is_a_config_error():
    with pytest.raises(ConfigError, match="prices: expected"):
        OpenAiModel(OpenAiConfig(prices=("qwen=cheap",)))


def test_a_server_without_schemas_is_asked_in_words():
    with serving(GOOD) as server:
        changes = {"temperature": None, "seed": None, "token_field": "max_completion_tokens"}
        model_of(server, structured="text", **changes).ask(ASKED, [], Word)
    body = server.bodies[0]
    assert body.keys() == {"model", "max_completion_tokens", "messages"}
    assert '"word"' in body["messages"][0]["content"]


@pytest.mark.parametrize("missing", ["openai", "pydantic", "tenacity"])
def test_a_missing_part_of_the_extra_is_told_at_once(monkeypatch, missing):
    monkeypatch.setitem(sys.modules, missing, None)
    with pytest.raises(ModelError, match=rf"{missing} is not installed; pip install 'inherit-fast"):
        OpenAiModel(OpenAiConfig())
