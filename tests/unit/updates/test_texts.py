import threading

import numpy as np
import pytest

from inherit_fast.errors import LanguageModelError
from inherit_fast.graph import AreaNode, Box, FloorNode, ObjectNode, RoomNode, SceneGraph, View
from inherit_fast.language import Usage
from inherit_fast.language.answers import MissedThing, MissedThings, ObjectText, PlaceText
from inherit_fast.updates.texts import TextKeeper, TextsConfig

CONFIG = TextsConfig(finish_s=2.0, pause_s=0.0)
ANSWERS = {
    "describe": ObjectText("A shiny red enamel mug.", ["Enamel", "shiny", "shiny"]),
    "expand": MissedThings([MissedThing("Toaster", 0.2, 0.2, 0.4, 0.4)]),
    "aggregate": PlaceText("Breakfast corner", "Where  one\nhas breakfast."),
    "summarise": PlaceText("Tea kitchen", "A small kitchen for tea."),
}


class Scripted:
    """Answers by role; an exception in the script is raised."""

    def __init__(self, answers=ANSWERS, sees=True):
        self.answers = dict(answers)
        self.sees = sees
        self.asked = []
        self.lock = threading.Lock()

    def ask(self, prompt, images, schema):
        with self.lock:
            self.asked.append((prompt.role, prompt.text, len(images)))
        answer = self.answers[prompt.role]
        if isinstance(answer, Exception):
            raise answer
        assert isinstance(answer, schema)
        assert isinstance(prompt.fallback, schema)
        return answer, Usage("scripted")


def kitchen() -> SceneGraph:
    graph = SceneGraph()
    graph.floors["floor_1"] = FloorNode(graph.new_id("floor"), 0.0)
    room = RoomNode(graph.new_id("room"), "floor_1", "kitchen", "a kitchen")
    room.best_view_keyframe, room.best_view_jpeg = 3, b"room"
    graph.rooms[room.id] = room
    view = View(1, 0, 1.0, b"mug", np.ones(2, np.float32), (0, 0, 9, 9), 0.0)
    for label in ("mug", "table"):
        place = np.array([len(graph.objects), 0.0, 1.0])
        node = ObjectNode(graph.new_id("object"), label, Box(place, np.ones(3)), place)
        node.state, node.room_id, node.area_id, node.views = "confirmed", room.id, "area_1", [view]
        graph.objects[node.id] = node
    graph.areas["area_1"] = AreaNode(
        graph.new_id("area"), room.id, "dining area", "a dining area", list(graph.objects)
    )
    return graph


def keeper(graph, model, config=CONFIG, viewpoint=lambda _: None):
    return TextKeeper(config, graph, model, viewpoint, lambda a, b: a == b)


def everything(graph):
    return {*graph.objects, *graph.areas, *graph.rooms}


def test_every_kind_of_text_lands_on_its_node():
    graph, model = kitchen(), Scripted()
    texts = keeper(graph, model)
    texts.update(everything(graph))
    changed = texts.finish()
    assert changed == everything(graph)
    assert texts.phrase("object_1") == "shiny red enamel mug"
    assert graph.objects["object_1"].attributes == ["enamel", "shiny"]
    area, room = graph.areas["area_1"], graph.rooms["room_1"]
    assert (area.label, area.description) == ("breakfast corner", "Where one has breakfast.")
    assert (room.label, room.description) == ("tea kitchen", "A small kitchen for tea.")
    assert [(h.room_id, h.label, h.keyframe_id) for h in graph.hints] == [("room_1", "toaster", 3)]
    assert "toaster" not in {node.label for node in graph.objects.values()}
    assert texts.pending == 0


def test_what_is_built_on_other_texts_is_asked_after_them():
    graph, model = kitchen(), Scripted()
    texts = keeper(graph, model)
    texts.update(everything(graph))
    texts.finish()
    roles = [role for role, _, _ in model.asked]
    assert max(i for i, r in enumerate(roles) if r == "describe") < roles.index("aggregate")
    assert roles.index("aggregate") < roles.index("summarise")
    summary = next(text for role, text, _ in model.asked if role == "summarise")
    assert "breakfast corner: Where one has breakfast." in summary
    assert "the picture also shows toaster" in summary


def test_nothing_is_asked_twice_while_nothing_changed():
    graph, model = kitchen(), Scripted()
    texts = keeper(graph, model)
    for _ in range(3):
        texts.update(everything(graph))
        texts.finish()
    assert len(model.asked) == 5


def test_a_model_without_eyes_is_asked_only_about_text():
    graph, model = kitchen(), Scripted(sees=False)
    texts = keeper(graph, model)
    texts.update(everything(graph))
    texts.finish()
    assert [(role, images) for role, _, images in model.asked] == [
        ("aggregate", 0),
        ("summarise", 0),
    ]


def test_what_needs_eyes_waits_for_a_model_that_has_some():
    graph = kitchen()
    down = keeper(graph, Scripted(dict.fromkeys(ANSWERS, LanguageModelError("no", "connection"))))
    down.update(everything(graph))
    down.finish()
    blind = keeper(graph, Scripted(sees=False), TextsConfig(finish_s=60.0))
    blind.restore(down.state())
    blind.finish()  # at once
    assert graph.rooms["room_1"].label == "tea kitchen"
    assert (blind.pending, blind.failures) == (3, {})


def test_a_template_that_comes_back_does_not_wipe_the_models_text():
    graph, model = kitchen(), Scripted()
    texts = keeper(graph, model)
    texts.update(everything(graph))
    texts.finish()
    room = graph.rooms["room_1"]
    room.label, room.description = "kitchen", "a kitchen"  # the next update's template
    texts.update({"room_1"})
    assert room.label == "tea kitchen"


def test_a_template_that_changed_its_mind_stands_until_the_model_answers_anew():
    graph, model = kitchen(), Scripted()
    texts = keeper(graph, model)
    texts.update(everything(graph))
    texts.finish()
    room, node = graph.rooms["room_1"], graph.objects["object_1"]
    node.label = room.label = "office"
    texts.update({"room_1", "object_1"})
    assert room.label == "office"
    assert texts.phrase("object_1") == ""
    model.answers["summarise"] = PlaceText("study", "A study.")
    texts.finish()
    assert room.label == "study"
    assert texts.phrase("object_1") == "shiny red enamel mug"


@pytest.mark.parametrize("kind", ["timeout", "connection", "status", "garbage", "refused"])
def test_a_failing_model_leaves_the_templates_and_is_counted(kind):
    graph = kitchen()
    error = LanguageModelError("no", kind, again=kind != "refused")
    model = Scripted(dict.fromkeys(ANSWERS, error))
    texts = keeper(graph, model)
    texts.update(everything(graph))
    assert texts.finish() == set()
    assert (graph.rooms["room_1"].label, graph.areas["area_1"].label) == ("kitchen", "dining area")
    assert set(texts.failures) == {kind}
    assert texts.failures[kind] == 5 * (1 if kind == "refused" else CONFIG.most_tries)
    assert texts.pending == 5


def test_a_model_that_breaks_in_its_own_way_is_counted_too():
    graph = kitchen()
    texts = keeper(graph, Scripted(dict.fromkeys(ANSWERS, KeyError("oops"))))
    texts.update(everything(graph))
    texts.finish()
    assert set(texts.failures) == {"crash"}


def test_an_answer_of_nothing_is_garbage():
    graph = kitchen()
    empty = {**ANSWERS, "summarise": PlaceText(" \n", "text"), "describe": ObjectText("", [])}
    texts = keeper(graph, Scripted(empty))
    texts.update(everything(graph))
    texts.finish()
    assert graph.rooms["room_1"].label == "kitchen"
    assert texts.failures["garbage"] == 3


def test_owed_texts_are_asked_for_after_a_restart():
    graph = kitchen()
    down = keeper(graph, Scripted(dict.fromkeys(ANSWERS, LanguageModelError("no", "connection"))))
    down.update(everything(graph))
    down.finish()
    up = keeper(graph, Scripted())
    up.restore(down.state())
    assert up.pending == 5
    up.finish()
    assert (graph.rooms["room_1"].label, up.pending) == ("tea kitchen", 0)


def test_texts_of_an_earlier_run_stand_without_a_model():
    graph = kitchen()
    first = keeper(graph, Scripted())
    first.update(everything(graph))
    first.finish()
    later = keeper(graph, None)
    later.restore(first.state())
    graph.rooms["room_1"].label, graph.rooms["room_1"].description = "kitchen", "a kitchen"
    later.update(everything(graph))
    assert graph.rooms["room_1"].label == "tea kitchen"
    assert later.phrase("object_1") == "shiny red enamel mug"
    assert later.finish() == set()


def test_pumping_never_waits_for_a_model_that_hangs():
    graph, gate = kitchen(), threading.Event()

    class Hanging(Scripted):
        def ask(self, prompt, images, schema):
            gate.wait(10)
            return super().ask(prompt, images, schema)

    texts = keeper(graph, Hanging(), TextsConfig(finish_s=0.2, pause_s=0.0))
    texts.update(everything(graph))
    assert texts.pump() == set() == texts.pump()
    assert texts.finish() == set()
    assert graph.rooms["room_1"].label == "kitchen"
    gate.set()


def test_after_a_failure_nothing_is_asked_for_a_while():
    graph = kitchen()
    model = Scripted(dict.fromkeys(ANSWERS, LanguageModelError("no", "connection")))
    texts = keeper(graph, model, TextsConfig(finish_s=0.3, pause_s=60.0, parallel=1))
    texts.update(everything(graph))
    texts.finish()
    assert len(model.asked) == 1


def test_an_answer_about_a_node_that_is_gone_is_dropped():
    graph, model = kitchen(), Scripted()
    texts = keeper(graph, model)
    texts.update(everything(graph))
    texts.pump()
    graph.objects.clear()
    graph.areas.clear()
    texts.finish()
    assert texts.pending == 0
    assert graph.rooms["room_1"].label == "tea kitchen"


def test_hints_of_known_things_and_of_gone_rooms_are_left_out():
    graph = kitchen()
    seen = MissedThings([MissedThing("mug", 0.0, 0.0, 0.5, 0.5), MissedThing("vase", 0, 0, 1, 9)])
    texts = keeper(graph, Scripted({**ANSWERS, "expand": seen}))
    texts.update(everything(graph))
    texts.finish()
    assert [(h.label, h.box) for h in graph.hints] == [("vase", None)]
    graph.rooms.clear()
    texts.update(set())
    assert graph.hints == []
