import threading
import time

import pytest

from inherit_fast.bounded_queue import BoundedQueue
from inherit_fast.mapper.crew import Crew


def filled(items, capacity=100):
    queue = BoundedQueue[int](capacity)
    for item in items:
        queue.put(item)
    queue.close()
    return queue


@pytest.mark.parametrize("threads", [1, 2, 4])
def test_items_are_finished_in_the_order_they_came(threads):
    finished = []

    def prepare(item):
        time.sleep(0.002 * (item % 3))  # later ones are often ready first
        return item * 10

    Crew(prepare, lambda *both: finished.append(both), threads).run(filled(range(30)))
    assert finished == [(i, i * 10) for i in range(30)]


def test_as_many_items_as_threads_are_prepared_at_once():
    together, finished = threading.Barrier(3), []
    Crew(lambda _: together.wait(timeout=30), lambda *_: finished.append(1), 3).run(
        filled(range(6))
    )
    assert len(finished) == 6


def test_one_item_at_a_time_is_finished():
    inside, finished = threading.Lock(), []

    def finish(*_):
        assert inside.acquire(blocking=False)
        time.sleep(0.001)
        inside.release()
        finished.append(1)

    Crew(lambda item: item, finish, 4).run(filled(range(20)))
    assert len(finished) == 20


@pytest.mark.parametrize("threads", [1, 3])
@pytest.mark.parametrize("where", ["prepare", "finish"])
def test_the_first_failure_in_their_order_ends_the_run_with_its_own_type(threads, where):
    finished = []

    def prepare(item):
        if where == "prepare" and item >= 5:
            raise KeyError(item)
        return item

    def finish(item, _):
        if where == "finish" and item >= 5:
            raise KeyError(item)
        finished.append(item)

    with pytest.raises(KeyError, match="5"):
        Crew(prepare, finish, threads).run(filled(range(30)))
    assert finished == [0, 1, 2, 3, 4]


def test_a_failure_lets_the_producer_go():
    queue = BoundedQueue[int](100)
    for item in range(3):
        queue.put(item)  # and it stays open: the other hands wait for more

    def prepare(item):
        raise OSError(item)

    with pytest.raises(OSError, match="0"):
        Crew(prepare, lambda *_: None, 4).run(queue)


def test_a_crew_without_hands_is_refused():
    with pytest.raises(ValueError, match="threads"):
        Crew(lambda item: item, lambda *_: None, 0)
