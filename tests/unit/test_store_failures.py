import dataclasses
import os
import shutil
import signal
import sqlite3
import subprocess
import sys
import time
from contextlib import closing
from pathlib import Path

import numpy as np
import pytest

from graphs import add_object, full_graph, plain
from inherit_fast.errors import SchemaError, StoreError
from inherit_fast.graph import SceneGraph, Store, content_digest, schema

GOLDEN = Path(__file__).resolve().parents[1] / "golden"
WRITER = Path(__file__).resolve().parents[1] / "write_keyframes.py"


@pytest.fixture
def map_folder(tmp_path):
    with Store.create(tmp_path / "a.map") as store:
        store.save_keyframe(full_graph())
    return tmp_path / "a.map"


def execute(folder, statement):
    with closing(sqlite3.connect(folder / "map.db")) as connection, connection:
        connection.execute(statement)


def one_sentence(error):
    text = str(error.value)
    assert "\n" not in text
    return text


def test_a_missing_map_is_named(tmp_path):
    with pytest.raises(StoreError, match="no such map") as error:
        Store.open(tmp_path / "none.map")
    assert "none.map" in one_sentence(error)


def test_a_second_map_at_the_same_place_is_refused(map_folder):
    before = content_digest(map_folder)
    with pytest.raises(StoreError, match="already exists"):
        Store.create(map_folder)
    assert content_digest(map_folder) == before


def test_an_empty_file_left_by_a_kill_may_be_taken(tmp_path):
    (tmp_path / "map.db").touch()
    with pytest.raises(StoreError, match="is not a map"):
        Store.open(tmp_path)
    Store.create(tmp_path).close()
    Store.open(tmp_path).close()


@pytest.mark.parametrize("readonly", [True, False])
def test_another_kind_of_file_is_not_a_map(tmp_path, readonly):
    (tmp_path / "map.db").write_bytes(b"not a database at all" * 100)
    with pytest.raises(StoreError, match="is not a map"):
        Store.open(tmp_path, readonly=readonly)
    (tmp_path / "map.db").unlink()
    execute(tmp_path, "CREATE TABLE meta (key TEXT, value TEXT)")
    with pytest.raises(StoreError, match="is not a map"):
        Store.open(tmp_path, readonly=readonly)


@pytest.mark.parametrize("readonly", [True, False])
def test_a_newer_schema_is_one_sentence(map_folder, readonly):
    execute(map_folder, f"PRAGMA user_version = {schema.SCHEMA + 1}")
    with pytest.raises(SchemaError, match=f"has schema {schema.SCHEMA + 1}") as error:
        Store.open(map_folder, readonly=readonly)
    one_sentence(error)


def test_damaged_pages_are_told(map_folder):
    file = map_folder / "map.db"
    data = bytearray(file.read_bytes())
    data[4096:] = b"\xa5" * (len(data) - 4096)
    file.write_bytes(data)
    with (
        pytest.raises(StoreError, match="damaged") as error,
        Store.open(map_folder, readonly=True) as store,
    ):
        store.load()
    one_sentence(error)


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE objects SET points_m = x'0102'",
        "UPDATE objects SET label_votes = '{'",
        "UPDATE meta SET value = '[1, 2]'",
        "UPDATE objects SET colors = '[[1]]'",
    ],
)
def test_damaged_values_are_told(map_folder, statement):
    execute(map_folder, statement)
    with pytest.raises(StoreError, match="damaged"), Store.open(map_folder) as store:
        store.load()


def test_a_full_disk_keeps_what_was_saved(map_folder):
    graph = full_graph()
    with Store.open(map_folder) as store:
        pages = store._connection.execute("PRAGMA page_count").fetchone()[0]
        store._connection.execute(f"PRAGMA max_page_count = {pages + 2}")
        add_object(graph, np.random.default_rng(3)).points_m = np.ones((90000, 3), np.float32)
        with pytest.raises(StoreError, match="disk is full"):
            store.save_keyframe(graph, ())
    with Store.open(map_folder) as store:
        assert plain(store.load()) == plain(full_graph())


def test_a_read_only_map_refuses_to_be_written(map_folder):
    with (
        Store.open(map_folder, readonly=True) as store,
        pytest.raises(StoreError, match="read-only"),
    ):
        store.save_keyframe(SceneGraph())


def test_a_second_writer_is_refused_until_the_first_is_done_and_readers_never(map_folder):
    with Store.open(map_folder) as first:
        with pytest.raises(StoreError, match="is being written by another program") as error:
            Store.open(map_folder)
        assert "map.db" in one_sentence(error)
        with Store.open(map_folder, readonly=True) as reader:
            assert plain(reader.load()) == plain(full_graph())
        first.put_meta({"still": "mine"})
    with Store.open(map_folder) as second:
        assert second.meta()["still"] == "mine"
    assert [path.name for path in map_folder.iterdir()] == ["map.db"]


def test_a_killed_writer_stands_in_nobodys_way(map_folder):
    code = (
        "import os, sys; from pathlib import Path; from inherit_fast.graph import Store\n"
        "store = Store.open(Path(sys.argv[1])); print('open', flush=True); sys.stdin.read()"
    )
    command = [sys.executable, "-c", code, str(map_folder)]
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE}
    with subprocess.Popen(command, **pipes) as writer:
        writer.stdout.readline()
        with pytest.raises(StoreError, match="another program"):
            Store.open(map_folder)
        writer.kill()
    Store.open(map_folder).close()


def test_a_map_that_cannot_be_opened_is_not_kept_from_others(map_folder):
    execute(map_folder, f"PRAGMA user_version = {schema.SCHEMA + 1}")
    for _ in range(2):
        with pytest.raises(StoreError) as error:
            Store.open(map_folder)
        assert "another program" not in one_sentence(error)
    assert [path.name for path in map_folder.iterdir()] == ["map.db"]


def test_a_folder_that_cannot_be_made_is_told(tmp_path):
    (tmp_path / "file").write_text("in the way")
    with pytest.raises(StoreError, match=r"file/a\.map"):
        Store.create(tmp_path / "file" / "a.map")


@pytest.mark.parametrize("readonly", [True, False])
def test_an_older_schema_is_lifted_on_opening(map_folder, monkeypatch, readonly):
    def lift(connection):
        connection.execute("INSERT INTO meta VALUES ('lifted', 'true')")

    monkeypatch.setitem(schema.MIGRATIONS, schema.SCHEMA, lift)
    monkeypatch.setattr(schema, "SCHEMA", schema.SCHEMA + 1)
    with Store.open(map_folder, readonly=readonly) as store:
        assert store.meta() == {"lifted": True}
    monkeypatch.undo()
    if not readonly:
        with pytest.raises(SchemaError):
            Store.open(map_folder)
    else:
        Store.open(map_folder).close()


def test_a_migration_that_fails_leaves_the_old_file(map_folder, monkeypatch):
    def fail(connection):
        connection.execute("DELETE FROM objects")
        connection.execute("SELECT nonsense")

    before = content_digest(map_folder)
    monkeypatch.setitem(schema.MIGRATIONS, schema.SCHEMA, fail)
    monkeypatch.setattr(schema, "SCHEMA", schema.SCHEMA + 1)
    with pytest.raises(StoreError):
        Store.open(map_folder)
    monkeypatch.undo()
    assert content_digest(map_folder) == before


@pytest.mark.parametrize("version", range(1, schema.SCHEMA + 1))
def test_every_released_schema_still_loads(tmp_path, version):
    with closing(sqlite3.connect(tmp_path / "map.db")) as connection:
        connection.executescript((GOLDEN / f"map_schema{version}.sql").read_text())
    known = known_to_schema(version)
    with Store.open(tmp_path) as store:
        graph = store.load()
    # The rotation comes from LAPACK, whose last bit depends on the processor.
    assert np.allclose(graph.T_map_source, known.T_map_source, rtol=0, atol=1e-14)
    graph.T_map_source = known.T_map_source
    assert plain(graph) == plain(known)


def known_to_schema(version):
    """The full graph, with what a schema did not know yet at its defaults."""
    graph = full_graph()
    if version < 3:
        graph.hints = []
    if version < 2:
        graph.path_ns = [0, 0]
        for node in graph.objects.values():
            node.points_ns = np.full(len(node.points_m), node.last_seen_ns)
            node.given_label, node.pinned, node.moved_to, node.history = "", False, None, []
            node.views = [dataclasses.replace(view, label="") for view in node.views]
    return graph


@pytest.mark.parametrize("delay_s", [0.0, 0.013, 0.031, 0.057])
def test_a_kill_loses_at_most_the_keyframe_in_work(tmp_path, delay_s):
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
    child = subprocess.Popen(
        [sys.executable, str(WRITER), str(tmp_path)], stdout=subprocess.PIPE, env=environment
    )
    with child:
        assert child.stdout.readline() == b"1\n"
        time.sleep(delay_s)
        child.send_signal(signal.SIGKILL)
        acknowledged = int((child.stdout.read().splitlines() or [b"1"])[-1] or 1)
    with Store.open(tmp_path) as store:
        graph = store.load()
        saved = store.meta()["keyframes"]
    assert saved in (acknowledged, acknowledged + 1)
    assert [node.seen for node in graph.objects.values()] == list(range(saved, 0, -1))


def test_a_copy_without_its_log_on_a_read_only_place_can_be_read(map_folder, tmp_path):
    shutil.copytree(map_folder, tmp_path / "copy")
    (tmp_path / "copy" / "map.db").chmod(0o444)
    (tmp_path / "copy").chmod(0o555)
    try:
        with Store.open(tmp_path / "copy", readonly=True) as store:
            assert plain(store.load()) == plain(full_graph())
    finally:
        (tmp_path / "copy").chmod(0o755)
