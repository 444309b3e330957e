"""The whole memory read by a model."""

import pytest

from inherit_fast.errors import LanguageModelError, QueryError
from inherit_fast.language import TemplateModel, Usage
from inherit_fast.language.answers import RankedIds
from inherit_fast.retrieval import DirectReader
from rooms import flat


class Names:
    """A model that names ids and remembers what it was told."""

    sees = False

    def __init__(self, *ids):
        self._ids = list(ids)
        self.prompts = []

    def ask(self, prompt, images, schema):
        self.prompts.append(prompt)
        return RankedIds(self._ids), Usage("names", prompt_tokens=7)


def test_the_named_objects_come_back_in_order_with_their_places():
    graph, _ = flat()
    reading = DirectReader(graph, Names("object_3", "object_1"))("a mug")
    assert [a.id for a in reading.ranking.answers] == ["object_3", "object_1"]
    assert reading.ranking.top.room == "kitchen"
    assert reading.ranking.chosen == ("object_3",)
    assert reading.usage.prompt_tokens == 7


def test_ids_that_the_map_lacks_are_dropped_and_counted():
    graph, _ = flat()
    names = ("object_999", "room_1", "'; DROP TABLE nodes; --", "../../x", "object_2", "object_2")
    reading = DirectReader(graph, Names(*names))("a mug")
    assert [a.id for a in reading.ranking.answers] == ["object_2"]
    assert reading.unknown == 4
    assert reading.ranking.note == "4 unknown ids dropped"


def test_merged_and_gone_objects_are_resolved_or_dropped():
    graph, _ = flat()
    graph.aliases["object_50"] = "object_2"
    graph.objects["object_3"].state = "absent"
    reading = DirectReader(graph, Names("object_3", "object_50"))("a mug")
    assert [a.id for a in reading.ranking.answers] == ["object_2"]
    assert reading.unknown == 1


def test_the_memory_is_told_whole_and_written_once():
    graph, _ = flat()
    model = Names("object_1")
    reader = DirectReader(graph, model)
    reader("a mug {memory} {question}")
    reader("a table")
    assert "object_2 mug" in model.prompts[0].text
    assert "a mug {memory} {question}" in model.prompts[0].text
    assert model.prompts[1].text.count("room_1 kitchen") == 1


def test_nothing_named_is_no_answer():
    reading = DirectReader(flat()[0], Names())("a unicorn")
    assert reading.ranking.answers == ()
    assert reading.ranking.top is None


def test_an_empty_question_and_no_model_are_one_sentence_each():
    graph, _ = flat()
    with pytest.raises(QueryError, match="empty"):
        DirectReader(graph, Names())(" ")
    with pytest.raises(LanguageModelError, match="configure a language model"):
        DirectReader(graph, TemplateModel())("a mug")
