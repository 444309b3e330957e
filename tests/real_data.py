"""Where the real recordings lie, when they do: beside the repository, never inside it."""

from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
SHARED = ROOT.parent / "shared" / "data"


def need(*parts: str) -> Path:
    """The path of real data, or skip the test with the reason."""
    path = SHARED.joinpath(*parts)
    if not path.exists():
        pytest.skip(f"real data is not here: ../shared/data/{'/'.join(parts)}")
    return path
