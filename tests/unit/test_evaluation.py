import json

import numpy as np
import pytest

from inherit_fast.errors import DatasetError, QueryError
from inherit_fast.evaluation import (
    EvalQuery,
    LabelTable,
    Matcher,
    TruthObject,
    evaluate,
    missing_targets,
    read_queries,
    read_truth,
    truth_of,
)
from inherit_fast.graph import Box
from inherit_fast.language import Synonyms
from inherit_fast.retrieval import Retriever
from rooms import flat


@pytest.fixture(scope="module")
def synonyms():
    return Synonyms.load()


@pytest.fixture(scope="module")
def labels(synonyms):
    return LabelTable.load(synonyms)


def turned(degrees):
    c, s = np.cos(np.radians(degrees)), np.sin(np.radians(degrees))
    return np.array([[c, -s, 0], [s, c, 0], [0, 0, 1.0]])


def truth(number, label, center, extent, R=None):
    return TruthObject(
        number, (label,), Box(np.array(center), np.array(extent), np.eye(3) if R is None else R)
    )


TABLE = truth(1, "table", (0.0, 0, 0.5), (2.0, 1.0, 1.0))
MUG = truth(2, "mug", (0.0, 0, 1.05), (0.1, 0.1, 0.1))


@pytest.mark.parametrize(
    ("point", "found"),
    [
        ((0.9, 0.4, 0.5), 1),  # inside
        ((1.24, 0.0, 0.5), 1),  # within a quarter of a metre
        ((1.26, 0.0, 0.5), None),
        ((1.18, 0.68, 0.5), None),  # 0.25 m from the corner, not from a face
    ],
)
def test_a_position_matches_inside_the_box_or_within_a_quarter_of_a_metre(labels, point, found):
    assert Matcher([TABLE], labels).match(point, "table") == found


def test_distances_follow_the_turned_box(labels):
    matcher = Matcher([truth(1, "shelf", (0.0, 0, 0), (4.0, 0.2, 2.0), turned(90))], labels)
    assert matcher.match((0.0, 1.9, 0.0), "shelf") == 1
    assert matcher.match((1.9, 0.0, 0.0), "shelf") is None


def test_close_calls_are_settled_by_label(labels):
    matcher = Matcher([TABLE, MUG], labels)
    point = (0.0, 0.0, 1.02)  # in the mug, 0.02 m above the table
    assert matcher.match(point, "cup") == 2
    assert matcher.match(point, "dining table") == 1
    assert matcher.match(point, "lamp") == 2  # no label fits: geometry decides


def test_a_label_does_not_reach_beyond_a_close_call(labels):
    matcher = Matcher([TABLE, MUG], labels)
    assert matcher.match((0.0, 0.0, 0.9), "cup") == 1  # 0.1 m below the mug, inside the table


def test_the_reviewed_table_goes_beyond_synonyms(labels):
    assert labels.compatible("tv", "monitor")
    assert labels.compatible("dining table", "desk")
    assert labels.compatible("potted plant", "indoor-plant")
    assert labels.compatible("shelf", "bookshelf")
    assert not labels.compatible("cup", "table")


def report_for(queries, synonyms, labels, **kwargs):
    graph, names = flat()
    for number, node in enumerate(graph.objects.values()):
        node.source_id = number
    matcher = Matcher(truth_of(graph), labels)
    retriever = Retriever(graph, synonyms=synonyms)
    return evaluate(retriever, queries, matcher, **kwargs), list(names.values())


def test_shares_and_reasons_are_counted(synonyms, labels):
    names = list(flat()[1].values())
    at = names.index
    queries = [
        EvalQuery("a", "the red mug", (at("mug_red"),), "attribute"),
        EvalQuery("b", "the red mug", (at("mug_white"),), "attribute"),
        EvalQuery("c", "the toilet", (at("fridge"),), "basic"),
        EvalQuery("d", "elephant", (at("fridge"),), "basic"),
        EvalQuery("e", "the toilet", (999,), "basic"),
    ]
    for by_source_id in (True, False):
        report, _ = report_for(queries, synonyms, labels, by_source_id=by_source_id)
        document = report.to_dict()
        verdicts = [query["verdict"] for query in document["queries"]]
        assert verdicts == [
            "right",
            "in the list",
            "not in the list",
            "no answer",
            "target unknown",
        ]
        assert document["strict_top1"] == pytest.approx(0.2)
        assert document["recall_at_5"] == pytest.approx(0.4)
        assert document["sr_at_1m"] == pytest.approx(0.4)  # the two mugs stand 0.9 m apart
        assert document["by_category"]["attribute"]["strict_top1"] == 0.5
        assert json.loads(json.dumps(document)) == document
        assert "| attribute | 2 | 50.00 % | 100.00 % |" in report.to_markdown()


def test_targets_that_the_truth_lacks_are_listed(labels):
    queries = [EvalQuery("a", "x", (1, 7)), EvalQuery("b", "y", (5,))]
    assert missing_targets(queries, Matcher([TABLE], labels)) == [5, 7]


def test_query_files_are_checked_line_by_line(tmp_path):
    path = tmp_path / "q.jsonl"
    path.write_text('{"text": "the mug", "target_ids": [3], "category": "basic"}\n\n')
    assert read_queries(path) == [EvalQuery("1", "the mug", (3,), "basic")]
    for line, message in [
        ("nonsense", "q.jsonl:1: is not JSON"),
        ("[]", "a string in `text`"),
        ('{"text": 3, "target_ids": [1]}', "a string in `text`"),
        ('{"text": "a", "target_ids": ["1"]}', "whole numbers in `target_ids`"),
        ('{"text": "a"}', "whole numbers in `target_ids`"),
        ("", "holds no queries"),
    ]:
        path.write_text(line)
        with pytest.raises(QueryError, match=message):
            read_queries(path)
    with pytest.raises(QueryError, match="cannot be read"):
        read_queries(tmp_path / "none.jsonl")


def test_truth_in_the_sources_world_is_brought_into_the_maps(tmp_path):
    path = tmp_path / "truth.json"
    row = {"id": 4, "label": "mug", "synonyms": ["cup"], "center": [1, 2, 3], "extent": [1, 2, 4]}
    path.write_text(json.dumps({"objects": [row]}))
    T = np.eye(4)
    T[:3, :3], T[:3, 3] = turned(90), (10.0, 0.0, 0.0)
    [same], [moved] = read_truth(path), read_truth(path, T)
    assert same.labels == ("mug", "cup")
    np.testing.assert_allclose(same.box.center_m, [1, 2, 3])
    np.testing.assert_allclose(moved.box.center_m, [8, 1, 3])
    np.testing.assert_allclose(moved.box.R_world_box, turned(90), atol=1e-12)
    np.testing.assert_allclose(moved.box.extent_m, [1, 2, 4])


@pytest.mark.parametrize(
    "text", ["", "{}", '{"objects": []}', '{"objects": [{"id": 1, "label": "a", "center": [1]}]}']
)
def test_a_file_that_is_not_truth_is_told(tmp_path, text):
    path = tmp_path / "truth.json"
    path.write_text(text)
    with pytest.raises(DatasetError, match="not a list of true objects"):
        read_truth(path)
