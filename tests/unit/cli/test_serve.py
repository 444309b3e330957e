"""The map over a real socket: the same answers as the commands give, and nothing that writes."""

import io
import json
import os
import signal
import socket
import subprocess
import sys
import threading
import urllib.error
import urllib.request

import pytest
from PIL import Image
from typer.testing import CliRunner

from inherit_fast.cli import build_app, main
from inherit_fast.cli.map_app import build_map_service
from inherit_fast.cli.map_service import MapService, MapServiceConfig
from inherit_fast.cli.maps import load_graph
from inherit_fast.export.plain_json import to_document
from inherit_fast.graph import Relation, Store, View
from inherit_fast.retrieval import Retriever
from rooms import flat
from served import serving


def jpeg(rgb):
    file = io.BytesIO()
    Image.new("RGB", (8, 6), rgb).save(file, "JPEG")
    return file.getvalue()


def furnished():
    """The flat, its red mug with two pictures, a relation and an older id."""
    graph, names = flat()
    mug = next(graph.objects[i] for i, name in names.items() if name == "mug_red")
    for keyframe, rgb in ((4, (200, 0, 0)), (2, (0, 0, 200))):
        crop = jpeg(rgb)
        mug.views.append(View(keyframe, 0, 1.0, crop, mug.text_feature, (0, 0, 8, 6), 0.0))
    graph.aliases["object_99"] = mug.id
    graph.add_relation(Relation(mug.id, "on", "object_1", 1.0, 3, "mug is on the dining table"))
    return graph, mug.id


@pytest.fixture(scope="module")
def map_path(tmp_path_factory):
    path = tmp_path_factory.mktemp("maps") / "flat.map"
    with Store.create(path) as store:
        store.save_keyframe(furnished()[0])
    return path


@pytest.fixture(scope="module")
def mug_id():
    return furnished()[1]


def service_of(graph, **limits):
    return MapService(graph, Retriever(graph), config=MapServiceConfig(**limits))


@pytest.fixture(scope="module")
def url(map_path):
    with serving(build_map_service(service_of(load_graph(map_path)))) as address:
        yield address


def fetch(url, body=None, **headers):
    request = urllib.request.Request(url, body, headers)
    try:
        with urllib.request.urlopen(request, timeout=20) as answer:
            return answer.status, answer.headers["content-type"], answer.read()
    except urllib.error.HTTPError as error:
        with error:
            return error.code, error.headers["content-type"], error.read()


def ask(url, document):
    status, _, body = fetch(f"{url}/query", json.dumps(document).encode())
    return status, json.loads(body)


def test_a_question_gets_the_document_of_query_json(url, map_path):
    text = "the red mug on the table"
    told = CliRunner().invoke(build_app(), ["query", str(map_path), text, "--top", "1", "--json"])
    status, answer = ask(url, {"text": text, "top": 1})
    assert status == 200
    assert answer == json.loads(told.stdout)
    assert [a["label"] for a in answer["answers"]] == ["mug"]
    assert answer["answers"][0]["why"]


def test_the_graph_is_the_plain_json_export(url, map_path):
    status, kind, body = fetch(f"{url}/graph")
    assert (status, kind) == (200, "application/json")
    assert json.loads(body) == json.loads(json.dumps(to_document(load_graph(map_path))))


def test_an_object_comes_with_its_relations_and_under_the_ids_it_had(url, mug_id):
    documents = [json.loads(fetch(f"{url}/objects/{i}")[2]) for i in (mug_id, "object_99")]
    assert documents[0] == documents[1]
    assert documents[0]["id"] == mug_id
    assert documents[0]["views"] == 2
    assert documents[0]["relations"] == ["mug is on the dining table"]


def test_the_best_view_is_a_jpeg(url, mug_id):
    status, kind, body = fetch(f"{url}/objects/{mug_id}/view.jpg")
    assert (status, kind) == (200, "image/jpeg")
    assert body == jpeg((200, 0, 0))


def test_the_picture_shows_all_floors_or_the_one_asked_for(url):
    status, kind, both = fetch(f"{url}/map.svg")
    assert (status, kind.split(";")[0]) == (200, "image/svg+xml")
    upper = fetch(f"{url}/map.svg?floor=floor_2")[2]
    assert b"kitchen" in both
    assert b"bedroom" in both
    assert b"kitchen" not in upper
    assert b"bedroom" in upper
    assert fetch(f"{url}/map.svg?floor=")[2] == both


def test_health_counts_what_is_there(url):
    document = json.loads(fetch(f"{url}/healthz")[2])
    assert (document["status"], document["floors"], document["rooms"]) == ("ok", 2, 4)
    assert document["objects"] == len(flat()[0].objects)


@pytest.mark.parametrize(
    ("place", "words"),
    [
        ("/objects/object_1000", "no object 'object_1000'"),
        ("/objects/object_1/view.jpg", "no picture"),
        ("/map.svg?floor=attic", "floor_1, floor_2"),
    ],
)
def test_what_is_not_there_is_a_sentence_and_404(url, place, words):
    status, _, body = fetch(url + place)
    assert status == 404
    assert words in json.loads(body)["error"]


@pytest.mark.parametrize(
    ("document", "words"),
    [
        ({"text": " "}, "empty"),
        ({"top": 2}, "text"),
        ({"text": 7}, "text"),
        ({"text": "x" * 2001}, "2000"),
        ({"text": "\ud800"}, "text"),
        ({"text": "mug", "top": 0}, "top"),
        ({"text": "mug", "top": True}, "top"),
        ({"text": "mug", "tops": 3}, "tops"),
        (["mug"], "object"),
    ],
)
def test_a_question_that_makes_no_sense_is_refused(url, document, words):
    status, answer = ask(url, document)
    assert status == 400
    assert words in answer["error"]


def test_a_body_that_is_no_json_or_too_long_is_refused(url):
    assert fetch(f"{url}/query", b"{")[0] == 400
    assert fetch(f"{url}/query", b" " * 70_000)[0] == 413


def test_nothing_can_be_written(url):
    for place in ("/graph", "/objects/object_1", "/map.svg", "/healthz"):
        assert fetch(url + place, b"{}")[0] == 405


@pytest.mark.parametrize(("place", "body", "status"), [("/", None, 404), ("/query", None, 405)])
def test_a_request_that_it_does_not_know_is_told_which_there_are(url, place, body, status):
    answer = fetch(url + place, body)
    assert answer[0] == status
    told = json.loads(answer[2])["error"]
    assert f"no GET {place};" in told
    assert "POST /query" in told


def test_a_page_that_gives_this_machine_a_name_of_its_own_reads_nothing(url):
    for name in ("evil.example", "evil.example:8000", "127.0.0.1.evil.example"):
        assert fetch(f"{url}/graph", Host=name)[0] == 403
    for name in ("localhost:8000", "127.0.0.1", "[::1]:8000"):
        assert fetch(f"{url}/graph", Host=name)[0] == 200


def test_a_taken_port_is_one_sentence(map_path):
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        code = "from inherit_fast.cli import main; main()"
        done = subprocess.run(
            [sys.executable, "-c", code, "serve", str(map_path), "--port", port],
            capture_output=True,
            text=True,
            check=False,
        )
    assert done.returncode == 1
    assert f"cannot listen on 127.0.0.1 port {port}" in done.stderr
    assert "choose another --port" in done.stderr
    assert "Traceback" not in done.stderr


def test_the_command_says_where_it_listens_and_ends_at_ctrl_c(map_path):
    code = "from inherit_fast.cli import main; main()"
    command = [sys.executable, "-c", code, "serve", str(map_path), "--port", "0"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as server:
        watchdog = threading.Timer(60, server.kill)
        watchdog.start()
        try:
            address = server.stdout.readline().split()[0]
            assert json.loads(fetch(f"{address}/healthz")[2])["status"] == "ok"
            server.send_signal(signal.SIGINT)
            assert server.wait(timeout=20) == 0
        finally:
            watchdog.cancel()
            server.kill()


def test_all_but_health_wants_the_token_where_one_is_set():
    graph, mug = furnished()
    bearer = {"Authorization": "Bearer secret"}
    with serving(build_map_service(service_of(graph, token="secret"))) as address:
        for place in ("/graph", f"/objects/{mug}", f"/objects/{mug}/view.jpg", "/map.svg"):
            assert fetch(address + place)[0] == 401
            assert fetch(address + place, **bearer)[0] == 200
        assert fetch(f"{address}/query", b'{"text": "mug"}')[0] == 401
        assert fetch(f"{address}/query", b'{"text": "mug"}', **bearer)[0] == 200
        assert fetch(f"{address}/healthz")[0] == 200


def test_questions_beyond_the_queue_are_told_to_come_back(mug_id):
    graph = furnished()[0]
    with serving(build_map_service(service_of(graph, max_waiting=0))) as address:
        assert ask(address, {"text": "mug"})[0] == 503
        assert fetch(f"{address}/objects/{mug_id}")[0] == 200


def test_an_address_that_others_reach_needs_a_token(map_path, monkeypatch, capsys):
    monkeypatch.delenv("INHERIT_FAST_TOKEN", raising=False)
    monkeypatch.setattr(sys, "argv", ["inherit-fast", "serve", str(map_path), "--host", "0.0.0.0"])
    with pytest.raises(SystemExit) as stop:
        main()
    assert stop.value.code == 1
    assert "set a token" in capsys.readouterr().err


@pytest.mark.parametrize("missing", ["uvicorn", "fastapi"])
def test_without_the_extra_it_says_what_to_install(map_path, missing):
    code = f"import sys; sys.modules[{missing!r}] = None\nfrom inherit_fast.cli import main; main()"
    done = subprocess.run(
        [sys.executable, "-c", code, "serve", str(map_path)],
        capture_output=True,
        text=True,
        env=dict(os.environ),
        check=False,
    )
    assert done.returncode == 1
    assert "pip install 'inherit-fast[serve]'" in done.stderr
    assert "Traceback" not in done.stderr
