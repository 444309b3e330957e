import sys

import numpy as np
import pytest

from inherit_fast.errors import ModelError
from inherit_fast.perception import PerceptionConfig, build_text_encoder
from inherit_fast.perception.text import MiniLmConfig


@pytest.fixture(scope="module")
def encode():
    return build_text_encoder(PerceptionConfig())


def test_vectors_are_unit_and_close_where_the_meaning_is(encode):
    rows = encode(["a coffee mug", "a cup of tea", "the staircase to the attic"])
    assert rows.shape == (3, 384)
    assert rows.dtype == np.float32
    np.testing.assert_allclose(np.linalg.norm(rows, axis=1), 1.0, rtol=1e-5)
    assert rows[0] @ rows[1] > rows[0] @ rows[2] + 0.2


def test_a_vector_does_not_depend_on_its_neighbours(encode):
    alone = build_text_encoder(PerceptionConfig(text=MiniLmConfig(cached=0)))
    texts = ["chair", "the red chair that stands next to the long dining table", "lamp"]
    np.testing.assert_array_equal(encode(texts)[2], alone(["lamp"])[0])


def test_a_long_text_is_cut_and_an_empty_one_still_has_a_vector(encode):
    assert np.isfinite(encode(["word " * 2000, ""])).all()


def test_no_texts_give_no_rows(encode):
    assert encode([]).shape == (0, 384)


def test_memory_of_sentences_is_bounded():
    encode = build_text_encoder(PerceptionConfig(text=MiniLmConfig(cached=2)))
    encode(["a", "b", "c"])
    assert list(encode._cache) == ["b", "c"]


def test_without_tokenizers_the_extra_is_named(monkeypatch):
    monkeypatch.setitem(sys.modules, "tokenizers", None)
    with pytest.raises(ModelError, match=r"tokenizers is not installed; pip install .*\[cpu\]"):
        build_text_encoder(PerceptionConfig())
