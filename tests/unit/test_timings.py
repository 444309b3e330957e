import pytest

from inherit_fast.timings import Timings


def test_percentiles_are_over_the_latest_and_counts_over_all():
    timings = Timings(window=10)
    for ms in [1000.0] * 5 + [2.0] * 10:
        timings.record("lift", int(ms * 1e6))
    lift = timings.summary()["lift"]
    assert lift.count == 15
    assert lift.p50_ms == lift.p95_ms == 2.0
    assert lift.total_s == pytest.approx(5.02)


def test_a_failing_block_is_timed_too():
    timings = Timings()
    with pytest.raises(KeyError), timings.measure("work"):
        raise KeyError
    assert timings.summary()["work"].count == 1


def test_stages_keep_the_order_of_their_first_call():
    timings = Timings()
    for stage in ["b", "a", "b"]:
        timings.record(stage, 1)
    assert list(timings.summary()) == ["b", "a"]
