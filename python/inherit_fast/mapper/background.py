"""Threads that never keep a program from ending."""

import atexit
import threading
from collections.abc import Callable
from concurrent.futures import Future

# What a thread that hangs (in a driver, on a dead disk) may hold a program up at its end.
GRACE_S = 30.0

_running: dict[threading.Thread, Callable[[], None]] = {}


def in_background(task: Callable[[], None], name: str, stop: Callable[[], None]) -> Future[None]:
    """Run ``task`` on a thread of its own.

    A program that ends without closing its mapper ends all the same: the thread is told to stop
    and finishes what is queued, within ``GRACE_S``. To let the interpreter end beneath it would
    abort the process in compiled code; threads of a ThreadPoolExecutor would be waited for, without
    end.

    Args:
        task: what to do.
        name: of the thread.
        stop: makes ``task`` come to its end; called by another thread, maybe more than once.
    """
    outcome: Future[None] = Future()

    def run() -> None:
        try:
            task()
        except BaseException as error:
            outcome.set_exception(error)
        else:
            outcome.set_result(None)
        finally:
            _running.pop(threading.current_thread(), None)

    thread = threading.Thread(target=run, name=name, daemon=True)
    _running[thread] = stop
    thread.start()
    return outcome


@atexit.register
def _end_all() -> None:
    for thread, stop in list(_running.items()):
        stop()
        thread.join(GRACE_S)
