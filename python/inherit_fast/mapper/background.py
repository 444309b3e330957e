"""Threads that never keep a program from ending."""

import threading
from collections.abc import Callable
from concurrent.futures import Future


def in_background(task: Callable[[], None], name: str) -> Future[None]:
    """Run ``task`` on a thread of its own.

    A program that ends without closing its mapper ends all the same: what was saved is saved, as
    after a kill. The threads of a ThreadPoolExecutor would be waited for, without end.
    """
    outcome: Future[None] = Future()

    def run() -> None:
        try:
            task()
        except BaseException as error:
            outcome.set_exception(error)
        else:
            outcome.set_result(None)

    threading.Thread(target=run, name=name, daemon=True).start()
    return outcome
