"""The one place where the geometric and the semantic stream meet."""

import threading
import time
from collections import deque
from collections.abc import Iterator
from typing import Generic, Literal, TypeVar

from inherit_fast.errors import QueueClosedError

T = TypeVar("T")
Overflow = Literal["block", "drop_oldest"]


class BoundedQueue(Generic[T]):
    """A closable queue from one producer to its consumers (paper, section III-B).

    ``block`` makes the producer wait: a replay loses nothing and repeats exactly.
    ``drop_oldest`` keeps a live robot current and counts what it dropped.

    Attributes:
        put_in: items taken in so far.
        dropped: items pushed out by newer ones.
        most: the fullest it was.
        waited_s: how long the producer waited for room, in all.
    """

    def __init__(self, capacity: int, overflow: Overflow = "block") -> None:
        if capacity < 1:
            raise ValueError(f"capacity: expected >= 1, got {capacity}")
        self._items: deque[T] = deque()
        self._capacity = capacity
        self._overflow = overflow
        self._closed = False
        self._changed = threading.Condition()
        self.put_in = 0
        self.dropped = 0
        self.most = 0
        self.waited_s = 0.0

    def put(self, item: T, *, may_drop: bool = True) -> T | None:
        """Add ``item``; returns what had to make room for it.

        Without ``may_drop`` it waits for room even where the queue drops the oldest.

        Raises:
            QueueClosedError: the queue was closed, so nobody would ever take the item.
        """
        with self._changed:
            waits = self._overflow == "block" or not may_drop
            if waits and len(self._items) == self._capacity:
                start = time.perf_counter()
                self._changed.wait_for(lambda: self._closed or len(self._items) < self._capacity)
                self.waited_s += time.perf_counter() - start
            if self._closed:
                raise QueueClosedError("put on a closed queue")
            pushed_out = self._items.popleft() if len(self._items) == self._capacity else None
            self.put_in += 1
            self.dropped += pushed_out is not None
            self._items.append(item)
            self.most = max(self.most, len(self._items))
            self._changed.notify_all()
            return pushed_out

    def close(self) -> None:
        """No more items. The consumer still drains what is queued."""
        with self._changed:
            self._closed = True
            self._changed.notify_all()

    def __len__(self) -> int:
        with self._changed:
            return len(self._items)

    def __iter__(self) -> Iterator[T]:
        while True:
            with self._changed:
                self._changed.wait_for(lambda: self._closed or self._items)
                if not self._items:
                    return
                item = self._items.popleft()
                self._changed.notify_all()
            yield item
