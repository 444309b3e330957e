import pytest

from inherit_fast.updates.clean import clean_label, clean_phrase, clean_text, clean_words


@pytest.mark.parametrize(
    ("said", "kept"),
    [
        ("The Kitchen.", "kitchen"),
        ("living_room", "living room"),
        ("  TV\nstand ", "tv stand"),
        ("'coffee-table'", "coffee-table"),
        ("caf\u00e9", "caf\u00e9"),
        ("**", ""),
        ("a room in which people of all ages like to sit together", ""),
    ],
)
def test_labels_are_short_and_lower_case(said, kept):
    assert clean_label(said) == kept


def test_phrases_lose_article_and_full_stop():
    assert clean_phrase("A small\tRed mug. ") == "small Red mug"
    assert len(clean_phrase("word " * 200)) <= 200


def test_texts_are_one_line_that_ends():
    assert clean_text("Two\nlines.\x00") == "Two lines."
    long = clean_text(" ".join(f"word{i}" for i in range(300)))
    assert len(long) <= 502 and long.endswith("\u2026")


def test_a_text_that_goes_in_circles_is_none():
    assert clean_text("A large, white table, a large, white table, a large, white table.") == ""
    assert clean_text("A white table and a white chair by a white wall.") != ""


def test_words_are_distinct_and_few():
    said = ["Red", "red", "", "the metal", *"abcdefgh"]
    assert clean_words(said) == ["red", "metal", "a", "b", "c"]
