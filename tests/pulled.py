"""Models that the tests fetch as a user would, once, into the cache; or the reason why not."""

from functools import cache

import pytest

from inherit_fast.errors import ModelError
from inherit_fast.inference import matching_models
from inherit_fast.inference.fetch import pull


@cache
def _problem(name: str) -> str:
    try:
        pull(matching_models(name), timeout_s=120)
    except ModelError as error:
        return str(error)
    return ""


def need_model(name: str) -> None:
    """Have the models of that name or family here, or skip the test with the reason."""
    if problem := _problem(name):
        pytest.skip(problem)
