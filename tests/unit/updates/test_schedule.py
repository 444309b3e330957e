import json

from inherit_fast.geometric.events import FloorChanged, PeriodReached, RoomChanged
from inherit_fast.updates.schedule import UpdateSchedule


def schedule():
    made = UpdateSchedule()
    made.keyframe(1, "floor_1", "room_1")
    made.keyframe(2, "floor_1", None)
    made.keyframe(3, "floor_1", "room_2")
    made.keyframe(4, "floor_2", "room_3")
    return made


ROOM = RoomChanged(10, "floor_1", "room_1", "room_2")
FLOOR = FloorChanged(11, "floor_1", "floor_2")


def test_a_room_change_works_off_its_floor():
    update = schedule().due(ROOM)
    assert (update.cause, update.floor_ids) == ("room", ("floor_1",))
    assert update.room_ids == ("room_1", "room_2")


def test_a_floor_change_works_off_everything():
    update = schedule().due(FLOOR)
    assert (update.cause, update.floor_ids) == ("floor", ("floor_1", "floor_2"))
    assert update.room_ids == ("room_1", "room_2", "room_3")


def test_a_period_works_off_everything():
    assert schedule().due(PeriodReached(12, 18)).floor_ids == ("floor_1", "floor_2")


def test_the_end_of_a_run_is_an_update_too():
    update = schedule().end()
    assert (update.cause, update.time_ns) == ("end", 4)
    assert update.room_ids == ("room_1", "room_2", "room_3")


def test_what_was_done_waits_no_longer():
    made = schedule()
    made.done(made.due(ROOM))
    assert made.due(ROOM) is None
    assert made.end().room_ids == ("room_3",)
    assert made.counts["room"] == 1


def test_without_news_nothing_is_due():
    assert UpdateSchedule().due(ROOM) is None
    assert UpdateSchedule().end() is None


def test_keyframes_during_an_update_wait_for_the_next():
    made = schedule()
    update = made.due(ROOM)
    made.keyframe(20, "floor_1", "room_9")
    made.keyframe(21, "floor_1", "room_1")
    made.done(update)
    assert made.due(ROOM).room_ids == ("room_1", "room_9")


def test_an_update_cut_off_is_due_again_after_a_restart():
    made = schedule()
    cut_off = made.due(FLOOR)
    again = UpdateSchedule()
    again.restore(json.loads(json.dumps(made.state())))
    assert again.due(FLOOR) == cut_off
