"""Several threads for the part of the work that may be done out of order."""

import threading
from collections.abc import Callable, Iterator
from concurrent.futures import wait
from typing import Generic, TypeVar

from inherit_fast.bounded_queue import BoundedQueue
from inherit_fast.mapper.background import in_background

T = TypeVar("T")
P = TypeVar("P")


class Crew(Generic[T, P]):
    """Prepares items side by side and finishes them one at a time, in the order they came.

    What comes out therefore does not depend on the number of threads. A thread takes an item only
    when it is free, so that a queue before the crew drops what nobody has begun.

    Args:
        prepare: called on any thread; must not depend on what ``finish`` changes.
        finish: called in the order of the items, never twice at a time.
        threads: items in work at most.
    """

    def __init__(
        self, prepare: Callable[[T], P], finish: Callable[[T, P], None], threads: int
    ) -> None:
        if threads < 1:
            raise ValueError(f"threads: expected >= 1, got {threads}")
        self._prepare = prepare
        self._finish = finish
        self._threads = threads
        self._taking = threading.Lock()
        self._taken = 0
        self._turn = threading.Condition()
        self._finished = 0
        self._failed = False

    def run(self, queue: BoundedQueue[T]) -> None:
        """Work off ``queue`` until it is closed and empty.

        The first failure, in the order of the items, closes the queue, ends all and is raised here.
        """
        source = iter(queue)
        hands = [
            in_background(lambda: self._labour(source, queue), f"semantic {i}", queue.close)
            for i in range(self._threads - 1)
        ]
        try:
            self._labour(source, queue)
        finally:
            wait(hands)
        for hand in hands:
            hand.result()

    def _labour(self, source: Iterator[T], queue: BoundedQueue[T]) -> None:
        try:
            self._work_off(source)
        finally:
            queue.close()  # nobody waits for a hand that is gone

    def _work_off(self, source: Iterator[T]) -> None:
        while True:
            with self._taking:
                if self._failed:
                    return
                try:
                    item = next(source)
                except StopIteration:
                    return
                number, self._taken = self._taken, self._taken + 1
            self._work(number, item)

    def _work(self, number: int, item: T) -> None:
        failure: BaseException | None = None
        try:
            prepared = self._prepare(item)
        except BaseException as error:  # what came before it is finished first
            failure = error
        with self._turn:
            self._turn.wait_for(lambda: self._finished == number or self._failed)
            if self._failed:
                return
            try:
                if failure is not None:
                    raise failure
                self._finish(item, prepared)
                self._finished += 1
            except BaseException:
                self._failed = True
                raise
            finally:
                self._turn.notify_all()
