import json

import numpy as np
import pytest

from inherit_fast.geometric.room_book import LabelGrid, RoomBook, RoomBookConfig
from inherit_fast.geometric.snapshot import join_state, split_state


def grid(text, origin=(0, 0)):
    """One character a cell; a dot is no room."""
    rows = text.split()
    labels = np.array([[0 if c == "." else int(c) for c in row] for row in rows], np.int32)
    return LabelGrid(np.array(origin, np.int32), labels)


def book_of(*texts):
    """A book after those segmentations, and the names that the last one got."""
    book, names, number = RoomBook(RoomBookConfig()), {}, 1
    for text in texts:
        names = book.update(text if isinstance(text, LabelGrid) else grid(text), number)
        numbers = [int(room.split("_")[1]) for room in book.rooms]
        number = max(numbers, default=0) + 1
    return book, names


def test_first_rooms_are_numbered_in_order_of_labels():
    assert book_of("1122 1122")[1] == {1: "room_1", 2: "room_2"}


def test_ids_follow_the_place_not_the_label():
    assert book_of("1122 1122", "2211 2211")[1] == {2: "room_1", 1: "room_2"}


def test_ids_follow_a_grid_that_grew_to_the_other_side():
    grown = grid("..33.. 221133 221133", origin=(-2, -1))
    _, names = book_of(grid("1133 1133"), grown)
    assert names[1] == "room_1" and names[3] == "room_2" and names[2] == "room_3"


def test_a_split_keeps_the_id_on_the_larger_part():
    assert book_of("1111111", "2233333")[1] == {3: "room_1", 2: "room_2"}


def test_a_merge_keeps_the_older_id_even_on_the_smaller_part():
    book, names = book_of("1122222", "1111111")
    assert names == {1: "room_1"}
    assert book.aliases == {"room_2": "room_1"}
    assert not book.rooms["room_2"].standing


def test_a_vanished_room_leaves_a_tombstone_and_its_id_is_not_given_again():
    book, names = book_of("11.22", "11...", "11.33 ...33 ...33 ...33")
    assert names == {1: "room_1", 3: "room_3"}
    assert not book.rooms["room_2"].standing
    assert book.aliases == {}


def test_a_room_that_returns_to_its_place_returns_to_its_id():
    book, names = book_of("11.22", "11...", "11.33")
    assert names == {1: "room_1", 3: "room_2"}
    assert book.rooms["room_2"].standing


def test_a_merge_undone_gives_the_id_back():
    book, names = book_of("1111222", "1111111", "1111222")
    assert names == {1: "room_1", 2: "room_2"}
    assert book.aliases == {}


def test_a_last_cell_of_a_vanished_room_does_not_rename_its_neighbour():
    before = "1111111111 2222222222"
    after = "2......... 2222222222"
    book, names = book_of(before, after)
    assert names == {2: "room_2"}
    assert not book.rooms["room_1"].standing
    assert book.aliases == {}


def test_an_empty_floor_has_no_rooms():
    assert book_of("....")[1] == {}
    assert book_of(LabelGrid(np.zeros(2, np.int32), np.zeros((0, 0), np.int32)))[1] == {}


@pytest.mark.parametrize("seed", range(20))
def test_every_label_has_one_id_and_no_id_has_two(seed):
    rng = np.random.default_rng(seed)
    book, number = RoomBook(RoomBookConfig()), 1
    for _ in range(12):
        labels = np.kron(rng.integers(0, 5, (3, 4)), np.ones((4, 4))).astype(np.int32)
        names = book.update(LabelGrid(rng.integers(-3, 3, 2).astype(np.int32), labels), number)
        assert sorted(names) == [x for x in np.unique(labels).tolist() if x > 0]
        assert len(set(names.values())) == len(names)
        standing = {room.id for room in book.rooms.values() if room.standing}
        assert standing == set(names.values())
        assert all(heir in book.rooms and heir != room for room, heir in book.aliases.items())
        number = max([number - 1, *(int(r.split("_")[1]) for r in names.values())]) + 1


def test_a_restored_book_goes_on_as_if_never_closed():
    first, _ = book_of("11.22", "11...")
    values, arrays = split_state({"book": first.state()})
    second = RoomBook(RoomBookConfig())
    second.restore(join_state(json.loads(json.dumps(values)), arrays)["book"])
    assert second.update(grid("11.33"), 3) == {1: "room_1", 3: "room_2"}
