import json

import pytest
from typer.testing import CliRunner

from graphs import full_graph
from inherit_fast.cli import build_app
from inherit_fast.errors import EditError
from inherit_fast.graph import Store


@pytest.fixture
def map_folder(tmp_path):
    graph = full_graph()
    for node in graph.objects.values():
        node.given_label, node.pinned, node.moved_to, node.history = "", False, None, []
    with Store.create(tmp_path / "a.map") as store:
        store.save_keyframe(graph)
    return tmp_path / "a.map"


def run(map_folder, *arguments):
    command = ["edit", str(map_folder), *arguments, "--json"]
    return CliRunner().invoke(build_app(), command)


def loaded(map_folder):
    with Store.open(map_folder, readonly=True) as store:
        return store.load()


def test_a_renamed_object_is_told_of_under_its_new_name(map_folder):
    done = run(map_folder, "rename", "object_1", "tea pot")
    assert json.loads(done.stdout)["object"]["label"] == "tea pot"
    graph = loaded(map_folder)
    assert "tea pot" in graph.objects["object_1"].description
    told = [
        r.sentence for r in graph.relations.values() if "object_1" in (r.subject_id, r.object_id)
    ]
    assert all("tea pot" in sentence for sentence in told)


def test_deleted_restored_pinned_and_merged_objects_stay_so_in_the_file(map_folder):
    run(map_folder, "delete", "object_1")
    assert loaded(map_folder).objects["object_1"].state == "deleted"
    run(map_folder, "restore", "object_1")
    run(map_folder, "pin", "object_1")
    assert loaded(map_folder).objects["object_1"].pinned
    run(map_folder, "merge", "object_1", "object_2")
    graph = loaded(map_folder)
    assert "object_2" not in graph.objects
    assert graph.resolve("object_2") == "object_1"
    whats = [event.what for event in graph.objects["object_1"].history]
    assert whats == ["deleted", "confirmed", "pinned", "merged"]


def test_an_unknown_object_is_one_sentence(map_folder):
    assert isinstance(run(map_folder, "delete", "object_99").exception, EditError)


@pytest.mark.parametrize("arguments", [("merge", "object_1"), ("delete", "object_1", "x")])
def test_a_missing_or_needless_argument_is_wrong_usage(map_folder, arguments):
    assert run(map_folder, *arguments).exit_code == 2
