from dataclasses import replace

import pytest

from inherit_fast.evaluation import EvalQuery, LabelTable, Matcher, truth_of
from inherit_fast.evaluation.comparison import Case, TimedEncoder, run_sets, run_systems
from inherit_fast.evaluation.interfaces import compare_interfaces, interface_table
from inherit_fast.evaluation.study_report import run_dict
from inherit_fast.evaluation.tables import ablation_table, set_table, system_table
from inherit_fast.language import Synonyms, Usage
from inherit_fast.retrieval import Retriever
from scene_maker import SceneMaker, bag_of_words


@pytest.fixture(scope="module")
def synonyms():
    return Synonyms.load()


@pytest.fixture(scope="module")
def case(synonyms):
    maker = SceneMaker()
    kitchen, office = maker.room("kitchen"), maker.room("office")
    maker.add("chair", (0, 0, 0.5), (0.5, 0.5, 1), color="red", room=kitchen)
    maker.add("chair", (9, 0, 0.5), (0.5, 0.5, 1), color="blue", room=office)
    maker.add("table", (1, 0, 0.5), (1, 1, 1), room=kitchen)
    queries = [
        EvalQuery("1", "the blue chair", (2,), "attribute", fine_type="color"),
        EvalQuery("2", "the chair in the kitchen", (1,), "basic", fine_type="place"),
    ]
    graph = maker.graph
    return Case("flat", graph, Matcher(truth_of(graph), LabelTable.load(synonyms)), queries)


def last_first(graph):
    """Answers every question with all objects, newest first."""
    retriever = Retriever(graph, synonyms=Synonyms.load())

    def answer(text, top=5):
        ranking = retriever("thing", top=top)
        return replace(ranking, answers=retriever("chair", top=top).answers[::-1])

    return answer


@pytest.fixture(scope="module")
def runs(case, synonyms):
    systems = {"ours": lambda graph: Retriever(graph, synonyms=synonyms), "reversed": last_first}
    return run_systems(systems, [case], TimedEncoder(bag_of_words))


def test_every_system_is_asked_every_query_and_judged_alike(runs):
    ours, other = runs
    assert [v.top1 for v in ours.verdicts] == [True, True]
    assert [v.top1 for v in other.verdicts] == [True, False]
    assert ours.checks == ["right", "right"]
    assert other.checks == ["right", "in list but not first"]
    assert ours.local_ms > 0


def test_tables_tell_shares_by_category_and_chance(runs):
    lines = system_table(runs).splitlines()
    assert lines[0].startswith("| method | attribute | basic | strict Top-1 |")
    assert lines[2].startswith("| ours | 100.0 | 100.0 | 100.0 | 100.0 | 100.0 |")
    assert lines[3].startswith("| reversed | 100.0 | 0.0 | 50.0 |")
    assert lines[3].endswith("| 1.000 |")  # one query of two: chance
    assert "local ms/query" in ablation_table(runs)
    assert run_dict(runs[1])["checks"]["in list but not first"] == 1


def test_sets_are_judged_by_the_objects_that_were_chosen(case, synonyms):
    queries = [
        EvalQuery("1", "all chairs", (1, 2), "set", fine_type="all"),
        EvalQuery("2", "Is there a piano?", (), "set", fine_type="whether: no"),
    ]
    asked = Case(case.scene, case.graph, case.matcher, queries)
    run = run_sets("ours", lambda graph: Retriever(graph, synonyms=synonyms), [asked])
    assert [verdict.exact for _, verdict in run.sets] == [True, True]
    assert "| clean | all of them | 2 | 100.0 | 100.0 | 100.0 |" in set_table({"clean": run})


class Reader:
    """A language model that always names the same objects."""

    sees = False

    def ask(self, prompt, images, schema):
        answer = schema(["object_2", "object_99"]) if prompt.role == "read" else prompt.fallback
        return answer, Usage("fixed", 1, 90, 10, 0.5, 0.1)


def test_interfaces_are_compared_with_what_they_cost(case, synonyms):
    rules, direct, structured = compare_interfaces({"fixed": Reader()}, [case], synonyms)
    assert (rules.interface, rules.cost, rules.failures) == ("structured", 0.0, 0)
    assert [v.top1 for v in direct.verdicts] == [True, False]
    assert (direct.cost, direct.tokens) == (0.5, 100.0)
    assert [v.top1 for v in structured.verdicts] == [True, True]
    assert "| fixed, direct | 50.0 |" in interface_table([rules, direct, structured])
