import numpy as np
import pytest

from inherit_fast.errors import ModelError
from inherit_fast.inference.check import check_model, relative_difference, write_record
from inherit_fast.inference.manifest import load_manifest
from inherit_fast.inference.tensors import TensorNote

ENTRY = """
[toy]
role = "toy"
file = "manifest.toml"
sha256 = "{sha256}"
licence = "MIT"
source = "here"
inputs = {{ x = "float32 nx3", count = "int64 1" }}
outputs = {{ y = "{note}" }}
sample = {{ count = [7] }}
"""


class Doubling:
    """A runtime whose answer is known."""

    def __init__(self, path):
        self.path = path

    def run(self, inputs):
        assert inputs["count"].dtype == np.int64
        return {"y": inputs["x"] * 2 + np.float32(inputs["count"][0] - 7)}


@pytest.fixture
def toy(tmp_path, monkeypatch):
    monkeypatch.setattr("inherit_fast.inference.model_entry.verified", lambda path, *_: path)

    def make(note="float32 nx3", extra=""):
        (tmp_path / "manifest.toml").write_text(ENTRY.format(sha256="0", note=note) + extra)
        return load_manifest(tmp_path)["toy"]

    return make


def test_a_model_that_keeps_its_promises_passes(toy):
    result = check_model(toy(), Doubling)
    assert (result.wrong, result.against) == ((), "manifest")


@pytest.mark.parametrize("note", ["float32 nx4", "float16 nx3", "float32 3"])
def test_other_shapes_and_types_are_told(toy, note):
    result = check_model(toy(note), Doubling)
    assert result.wrong == (f"y: expected {note}, got float32 2x3",)


@pytest.mark.parametrize(("error", "passes"), [(0.0, True), (1e-5, True), (0.1, False)])
def test_exports_are_held_to_the_recorded_outputs(toy, tmp_path, error, passes):
    x = np.arange(6, dtype=np.float32).reshape(2, 3)
    inputs = {"x": x, "count": np.array([7])}
    write_record(tmp_path / "record.npz", inputs, {"y": 2 * x + np.float32(error)})
    result = check_model(toy(extra='companions = { record = "record.npz" }'), Doubling)
    assert result.against == "record"
    assert (not result.wrong) is passes
    assert result.worst == pytest.approx(error / (10 + error), abs=1e-6)


def test_a_damaged_record_is_told(toy, tmp_path):
    (tmp_path / "record.npz").write_bytes(b"noise")
    with pytest.raises(ModelError, match="recorded outputs cannot be read; export again"):
        check_model(toy(extra='companions = { record = "record.npz" }'), Doubling)


def test_values_that_are_no_numbers_never_pass():
    assert not relative_difference(np.array([np.nan]), np.array([1.0])) <= 1e-3
    assert relative_difference(np.zeros(3), np.zeros(4)) == np.inf


def test_a_note_that_is_no_tensor_is_told():
    with pytest.raises(ModelError, match="'flaot 3' is not a type and a shape"):
        TensorNote.of("flaot 3")
