import hashlib

import pytest

from inherit_fast.errors import ModelError
from inherit_fast.inference import find_model, load_manifest

ENTRY = """
[toy]
role = "detector"
file = "toy.onnx"
sha256 = "{sha256}"
licence = "Apache-2.0"
source = "here"
inputs = {{ x = "float32 1" }}
outputs = {{ y = "float32 1" }}
"""


@pytest.fixture
def folder(tmp_path):
    (tmp_path / "toy.onnx").write_bytes(b"weights")
    sha256 = hashlib.sha256(b"weights").hexdigest()
    (tmp_path / "manifest.toml").write_text(ENTRY.format(sha256=sha256))
    return tmp_path


@pytest.mark.parametrize("name", ["nanodet", "efflite2", "minilm"])
def test_the_shipped_models_are_what_the_manifest_says(name):
    entry = find_model(name)
    assert entry.path().is_file()
    assert entry.licence == "Apache-2.0"
    assert all(entry.companion(role).is_file() for role in entry.companions)


def test_the_feature_extractor_says_how_its_thresholds_were_found():
    entry = find_model("efflite2")
    assert 0 < entry.thresholds["association_moderate"] < entry.thresholds["association_high"] < 1
    assert "bench/calibrate_features.py" in entry.calibration


def test_an_altered_file_is_refused(folder):
    (folder / "toy.onnx").write_bytes(b"other weights")
    with pytest.raises(ModelError, match="was altered"):
        find_model("toy", folder).path()


def test_an_absent_file_is_named(folder):
    (folder / "toy.onnx").unlink()
    with pytest.raises(ModelError, match=r"toy: no file at .*toy\.onnx"):
        find_model("toy", folder).path()


def test_an_absent_package_is_named_with_the_extra_that_brings_it(folder):
    text = (folder / "manifest.toml").read_text() + 'package = "no_such_package"\n'
    (folder / "manifest.toml").write_text(text)
    with pytest.raises(ModelError, match=r"no_such_package is not installed.*\[cpu\]"):
        find_model("toy", folder).path()


def test_an_unknown_model_is_told_with_those_that_exist(folder):
    with pytest.raises(ModelError, match="unknown model 'tey'; the manifest lists toy"):
        find_model("tey", folder)


def test_a_companion_that_is_not_listed_is_told(folder):
    with pytest.raises(ModelError, match="names no file for 'labels'"):
        find_model("toy", folder).companion("labels")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("[toy", "not valid TOML"),
        ("[toy]\nrole = 'detector'\n", r"unknown or missing keys: \['file'"),
        (ENTRY.format(sha256="0") + "colour = 1\n", r"unknown or missing keys: \['colour'\]"),
    ],
)
def test_a_damaged_manifest_is_told(tmp_path, text, message):
    (tmp_path / "manifest.toml").write_text(text)
    with pytest.raises(ModelError, match=message):
        load_manifest(tmp_path)


def test_a_folder_without_manifest_is_told(tmp_path):
    with pytest.raises(ModelError, match="no model manifest at"):
        load_manifest(tmp_path)
