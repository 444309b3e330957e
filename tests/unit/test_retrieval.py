import numpy as np
import pytest

from inherit_fast.errors import QueryError
from inherit_fast.graph import SceneGraph
from inherit_fast.language import Synonyms
from inherit_fast.retrieval import Retriever
from rooms import flat


@pytest.fixture(scope="module")
def synonyms():
    return Synonyms.load()


@pytest.fixture(scope="module")
def ask(synonyms):
    graph, names = flat()
    retriever = Retriever(graph, synonyms=synonyms)
    return lambda text: [names[a.id] for a in retriever(text).answers]


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("Where is the fridge?", "fridge"),
        ("the television", "tv"),
        ("the red mug", "mug_red"),
        ("the white cup", "mug_white"),
        ("the large plant", "plant_large"),
        ("a small potted plant", "plant_small"),
        ("something small in the bedroom", "lamp"),
        ("the mug next to the magazine", "mug_white"),
        ("the mug on the table that is not next to the magazine", "mug_red"),
        ("a mug that is not white", "mug_red"),
        ("the chair next to the dining table", "chair_near"),
        ("the chair in the kitchen farthest from the sink", "chair_far"),
        ("the plant closest to the tv", "plant_small"),
        ("the cupboard under the sink", "cabinet"),
        ("a sink that is not in the kitchen", "basin"),
        ("the chair upstairs", "chair_up"),
        ("the red chair", "chair_up"),
        ("the sink in the bathroom", "basin"),
        ("the lamp on the bedside table", "lamp"),
        ("the chair in the room that has a bed", "chair_up"),
        ("the largest plant", "plant_large"),
        ("the mug between the chair and the magazine", "mug_white"),
        ("the white thing in the room next to the living room that has a mirror", "basin"),
        ("the kitchen chair", "chair_near"),
        ("the chair closest to the red mug", "chair_near"),
        ("the chair in the kitchen that is second closest to the fridge", "chair_far"),
        ("the mug farthest from the white mug", "mug_red"),
        ("the mug with the red flowers", "mug_red"),
        ("a mug without red flowers", "mug_white"),
        ("something black in the living room", "tv"),
    ],
)
def test_the_first_answer_is_the_thing_described(ask, text, name):
    assert ask(text)[0] == name


def test_a_floor_filters_and_an_unknown_one_falls_back_to_all(synonyms):
    retriever = Retriever(flat()[0], synonyms=synonyms)
    upstairs = retriever("a chair on level 2")
    assert {a.floor for a in upstairs.answers} == {"level 2"}
    missing = retriever("a chair on level 7")
    assert missing.answers
    assert "no such floor" in missing.note


def test_the_parts_of_the_reasons_add_up_to_the_score(synonyms):
    retriever = Retriever(flat()[0], synonyms=synonyms)
    for answer in retriever("the white mug on the table not next to the magazine").answers:
        assert sum(reason.part for reason in answer.why) == pytest.approx(answer.score, abs=1e-3)
        for reason in answer.why:
            assert reason.part == pytest.approx(reason.weight * reason.score, abs=1e-3)
    weights = [abs(reason.weight) for reason in retriever("the red mug").answers[0].why]
    assert sum(weights) == pytest.approx(1.0, abs=1e-3)


def test_a_relation_names_the_things_it_was_measured_to(synonyms):
    graph, names = flat()
    answer = Retriever(graph, synonyms=synonyms)("the mug next to the magazine").top
    [reason] = [r for r in answer.why if r.constraint.startswith("relation")]
    assert [names[i] for i in reason.references] == ["magazine"]


def test_a_stored_edge_counts_where_the_boxes_do_not_touch(synonyms):
    graph, names = flat()
    ids = {name: node_id for node_id, name in names.items()}
    retriever = Retriever(graph, synonyms=synonyms)
    text = "the chair under the lamp"
    before = {a.id: a.score for a in retriever(text).answers}
    edge = next(iter(graph.relations.values()))
    graph.add_relation(type(edge)(ids["chair_far"], "under", ids["lamp"], 0.9, 2, ""))
    retriever.refresh()
    after = retriever(text)
    assert after.top.id == ids["chair_far"]
    assert after.top.score > before[ids["chair_far"]]


def test_absent_things_are_no_answers(synonyms):
    graph, names = flat()
    for node in graph.objects.values():
        node.state = "absent" if names[node.id] == "fridge" else node.state
    ranking = Retriever(graph, synonyms=synonyms)("the fridge")
    assert "fridge" not in {names[answer.id] for answer in ranking.answers}


def test_tentative_things_answer_only_where_no_confirmed_one_will_do(synonyms):
    graph, names = flat()
    for node in graph.objects.values():
        node.state = "tentative" if names[node.id] in ("mug_red", "fridge") else node.state
    retriever = Retriever(graph, synonyms=synonyms)
    assert [names[a.id] for a in retriever("the red mug").answers] == ["mug_white"]
    assert [names[a.id] for a in retriever("the fridge").answers] == ["fridge"]


def test_a_name_that_nothing_has_is_told_while_the_rest_is_answered(synonyms):
    ranking = Retriever(flat()[0], synonyms=synonyms)("the elephant in the bathroom")
    assert {answer.room for answer in ranking.answers} == {"bathroom"}
    assert 'nothing is called "elephant"; nothing in the map fits all of it' in ranking.note


def test_hints_of_a_wider_classifier_count_half(synonyms):
    graph, names = flat()
    ids = {name: node_id for node_id, name in names.items()}
    graph.objects[ids["sofa"]].hint_votes = {"treadmill": 1.0}
    [answer] = Retriever(graph, synonyms=synonyms)("the treadmill").answers
    assert names[answer.id] == "sofa"
    assert answer.score == pytest.approx(0.5, rel=0.05)


def test_nothing_that_fits_is_said(synonyms):
    ranking = Retriever(flat()[0], synonyms=synonyms)("elephant")
    assert ranking.answers == ()
    assert "nothing in the map fits" in ranking.note


def test_an_empty_map_and_an_empty_text(synonyms):
    retriever = Retriever(SceneGraph(), synonyms=synonyms)
    for text in ("the mug on the table", "largest chair", "not red", "between a chair and a mug"):
        assert retriever(text).top is None
    with pytest.raises(QueryError, match="empty"):
        retriever("  ")


def test_votes_for_other_labels_count_for_less(synonyms):
    graph, names = flat()
    ids = {name: node_id for node_id, name in names.items()}
    graph.objects[ids["tv"]].label_votes = {"monitor": 2.0, "bookcase": 1.0}
    [answer] = Retriever(graph, synonyms=synonyms)("the bookshelf").answers[:1]
    assert names[answer.id] == "tv"
    assert 0 < answer.score < 0.6


class Letters:
    """Counts letters: a sentence encoder whose answers can be checked by eye."""

    def __call__(self, texts):
        rows = np.array([[t.count(c) for c in "abcdefghijklmnopqrstuvwxyz"] for t in texts])
        return (rows / np.linalg.norm(rows, axis=1, keepdims=True)).astype(np.float32)


def test_the_whole_text_is_compared_where_there_are_vectors(synonyms):
    graph, names = flat()
    encoder = Letters()
    for node in graph.objects.values():
        node.text_feature = encoder([node.label])[0]
    ranking = Retriever(graph, encoder, synonyms=synonyms)("zzz refrigerator")
    assert names[ranking.top.id] == "fridge"
    assert ranking.top.why[-1].constraint == "the whole text"
    assert ranking.top.why[-1].score > 0.5


def test_the_same_question_gives_the_same_answer(synonyms):
    first, second = (Retriever(flat()[0], synonyms=synonyms)("a white thing") for _ in range(2))
    assert first == second


def test_of_two_alike_the_one_seen_well_and_often_comes_first(synonyms):
    graph, names = flat()
    mugs = {names[node.id]: node for node in graph.objects.values() if node.label == "mug"}
    mugs["mug_red"].label_votes = {"mug": 0.1}
    mugs["mug_white"].label_votes = {"mug": 4.0}
    answers = Retriever(graph, synonyms=synonyms)("a mug").answers
    assert [names[a.id] for a in answers[:2]] == ["mug_white", "mug_red"]
    mugs["mug_red"].label_votes, mugs["mug_white"].label_votes = {"mug": 4.0}, {"mug": 0.1}
    answers = Retriever(graph, synonyms=synonyms)("a mug").answers
    assert [names[a.id] for a in answers[:2]] == ["mug_red", "mug_white"]
