import threading

import pytest

from inherit_fast.bounded_queue import BoundedQueue
from inherit_fast.errors import QueueClosedError


def test_items_leave_in_the_order_they_came():
    queue = BoundedQueue[int](8)
    for i in range(5):
        queue.put(i)
    queue.close()
    assert list(queue) == [0, 1, 2, 3, 4]


def test_drop_oldest_keeps_the_newest_and_counts_the_rest():
    queue = BoundedQueue[int](2, "drop_oldest")
    pushed_out = [queue.put(i) for i in range(5)]
    queue.close()
    assert list(queue) == [3, 4]
    assert pushed_out == [None, None, 0, 1, 2]
    assert queue.dropped == 3


def test_block_makes_the_producer_wait_until_there_is_room():
    queue = BoundedQueue[int](1)
    queue.put(0)
    second = threading.Thread(target=queue.put, args=(1,))
    second.start()
    second.join(timeout=0.05)
    assert second.is_alive()
    assert next(iter(queue)) == 0
    second.join(timeout=5)
    assert not second.is_alive()


def test_closing_frees_a_waiting_producer_with_an_error():
    queue = BoundedQueue[int](1)
    queue.put(0)
    caught = []

    def put() -> None:
        try:
            queue.put(1)
        except QueueClosedError as error:
            caught.append(error)

    waiting = threading.Thread(target=put)
    waiting.start()
    queue.close()
    waiting.join(timeout=5)
    assert len(caught) == 1


def test_closing_frees_a_waiting_consumer():
    queue = BoundedQueue[int](1)
    seen = []
    waiting = threading.Thread(target=lambda: seen.extend(queue))
    waiting.start()
    queue.close()
    waiting.join(timeout=5)
    assert not waiting.is_alive()
    assert seen == []


def test_a_queue_without_room_is_refused():
    with pytest.raises(ValueError, match="capacity"):
        BoundedQueue[int](0)
