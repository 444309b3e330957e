import json

from inherit_fast.geometric.events import (
    EventDetector,
    EventsConfig,
    FloorChanged,
    PeriodReached,
    RoomChanged,
)


def run(rooms, config=None, step_s=0.1, floor="floor_1"):
    detector = EventDetector(config or EventsConfig())
    events = []
    for i, room in enumerate(rooms):
        events += detector.push(round(i * step_s * 1e9), floor, None, room)
    return detector, events


def test_another_room_counts_after_five_frames():
    _, events = run(["room_1"] * 6 + ["room_2"] * 4)
    assert events == []
    _, events = run(["room_1"] * 6 + ["room_2"] * 5)
    assert events == [RoomChanged(1_000_000_000, "floor_1", "room_1", "room_2")]


def test_another_room_counts_after_a_second_of_slow_frames():
    _, events = run(["room_1"] * 3 + ["room_2"] * 2, step_s=1.0)
    assert [e.room_id for e in events] == ["room_2"]


def test_the_first_room_is_no_change():
    detector, events = run([None, None] + ["room_1"] * 10)
    assert events == []
    assert detector.room_id == "room_1"


def test_a_step_into_a_doorway_and_back_is_no_change():
    _, events = run((["room_1"] * 6 + ["room_2"] * 4) * 3)
    assert events == []


def test_frames_between_rooms_do_not_break_the_stay():
    _, events = run(["room_1"] * 6 + ["room_2", None, "room_2", None, "room_2", "room_2", "room_2"])
    assert len(events) == 1


def test_another_floor_counts_at_once_and_forgets_the_room():
    detector, _ = run(["room_1"] * 6)
    assert detector.push(10**9, "floor_2", "floor_1", None) == [
        FloorChanged(10**9, "floor_1", "floor_2")
    ]
    assert detector.room_id is None
    for i in range(6):
        assert detector.push(2 * 10**9 + i * 10**8, "floor_2", None, "room_7") == []
    assert detector.room_id == "room_7"


def test_a_room_merged_into_another_is_no_change():
    detector, _ = run(["room_1"] * 3 + ["room_2"] * 9)
    detector.rename({"room_2": "room_1"})
    for i in range(9):
        assert detector.push(5 * 10**9 + i * 10**8, "floor_1", None, "room_1") == []


def test_every_n_keyframes_takes_the_place_of_structural_events():
    detector, events = run(
        ["room_1"] * 6 + ["room_2"] * 9, EventsConfig(trigger="period", period_keyframes=3)
    )
    assert events == []
    assert detector.push(0, "floor_2", "floor_1", None) == []
    reached = [detector.keyframe(i) for i in range(7)]
    assert reached == [[], [], [PeriodReached(2, 3)], [], [], [PeriodReached(5, 6)], []]


def test_structural_events_do_not_count_keyframes():
    detector, _ = run(["room_1"] * 6)
    assert [detector.keyframe(i) for i in range(40)] == [[]] * 40


def test_a_restored_detector_remembers_a_stay_half_done():
    first, _ = run(["room_1"] * 6 + ["room_2"] * 4)
    second = EventDetector(EventsConfig())
    second.restore(json.loads(json.dumps(first.state())))
    assert [e.room_id for e in second.push(10**9, "floor_1", None, "room_2")] == ["room_2"]
