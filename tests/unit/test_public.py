import subprocess
import sys

import pytest

import inherit_fast


@pytest.mark.parametrize("name", inherit_fast.__all__)
def test_every_public_name_resolves(name):
    assert getattr(inherit_fast, name) is not None


def test_an_unknown_name_is_an_attribute_error():
    with pytest.raises(AttributeError, match="no_such"):
        inherit_fast.no_such  # noqa: B018


def test_the_import_brings_in_nothing_heavy():
    heavy = {"onnxruntime", "faiss", "numba", "PIL", "typer", "simplejpeg"}
    code = "import inherit_fast, sys; print(*sys.modules)"
    loaded = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True
    )
    assert heavy.isdisjoint(loaded.stdout.split())


def test_the_package_runs_as_a_module():
    told = subprocess.run(
        [sys.executable, "-m", "inherit_fast", "--help"], capture_output=True, text=True, check=True
    )
    assert "Usage: python -m inherit_fast" in told.stdout
