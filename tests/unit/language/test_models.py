import json
from dataclasses import dataclass

import pytest

from inherit_fast.errors import LanguageModelError
from inherit_fast.language import (
    MeteredModel,
    Prompt,
    ReplayModel,
    TemplateModel,
    Usage,
    request_hash,
)


@dataclass(frozen=True)
class Word:
    word: str


ASKED = Prompt("describe", "test-1", "system", "a word?", Word("mug"))


class Counting:
    sees = True

    def __init__(self) -> None:
        self.asked = 0

    def ask(self, prompt, images, schema):
        self.asked += 1
        if prompt.text == "fail":
            raise LanguageModelError("too slow", "timeout")
        return schema(f"word {self.asked}"), Usage("counting", 1, 10, 2, 0.5)


def test_the_template_answers_with_what_the_asker_knows():
    answer, usage = TemplateModel().ask(ASKED, [], Word)
    assert answer == Word("mug")
    assert usage.requests == 0


def test_the_template_refuses_what_only_a_model_can_answer():
    with pytest.raises(LanguageModelError, match="configure a language model") as caught:
        TemplateModel().ask(Prompt("expand", "test-1", "", "what else?"), [], Word)
    assert (caught.value.kind, caught.value.again) == ("absent", False)


def test_the_hash_depends_on_everything_that_decides_the_answer():
    base = request_hash(ASKED, [b"a"], Word)
    others = [
        request_hash(Prompt("describe", "test-2", "system", "a word?"), [b"a"], Word),
        request_hash(Prompt("expand", "test-1", "system", "a word?"), [b"a"], Word),
        request_hash(Prompt("describe", "test-1", "syste", "ma word?"), [b"a"], Word),
        request_hash(ASKED, [b"b"], Word),
        request_hash(ASKED, [b"a", b""], Word),
        request_hash(ASKED, [b"a"], Usage),
    ]
    assert len({base, *others}) == 7
    assert base == request_hash(Prompt("describe", "test-1", "system", "a word?"), [b"a"], Word)


def test_a_recording_answers_without_the_model_behind(tmp_path):
    path = tmp_path / "answers.jsonl"
    behind = Counting()
    first, _ = ReplayModel(path, behind).ask(ASKED, [b"image"], Word)
    again, usage = ReplayModel(path).ask(ASKED, [b"image"], Word)
    assert first == again == Word("word 1")
    assert (behind.asked, usage.requests) == (1, 0)


def test_what_was_never_recorded_is_an_error_that_names_the_prompt(tmp_path):
    with pytest.raises(LanguageModelError, match="no answer recorded for test-1"):
        ReplayModel(tmp_path / "none.jsonl").ask(ASKED, [], Word)


def test_a_recorded_answer_of_another_shape_is_garbage(tmp_path):
    path = tmp_path / "answers.jsonl"
    line = {"request": request_hash(ASKED, [], Word), "version": "test-1", "answer": {"word": [1]}}
    path.write_text(json.dumps(line) + "\n")
    with pytest.raises(LanguageModelError, match="is no Word") as caught:
        ReplayModel(path).ask(ASKED, [], Word)
    assert caught.value.kind == "garbage"


def test_the_meter_counts_answers_by_role_and_failures_by_kind():
    model = MeteredModel(Counting())
    model.ask(ASKED, [], Word)
    model.ask(ASKED, [], Word)
    with pytest.raises(LanguageModelError):
        model.ask(Prompt("describe", "test-1", "", "fail"), [], Word)
    figures = model.meter().to_dict()
    assert figures["answers"] == {"describe": 2}
    assert figures["failures"] == {"timeout": 1}
    assert (figures["requests"], figures["prompt_tokens"], figures["cost"]) == (2, 20, 1.0)
    assert figures["failed_tries"] == {}
