"""A perception service on a real socket, with a segmenter whose answers are known."""

import threading
import time
from contextlib import contextmanager

import numpy as np
import uvicorn

from inherit_fast.errors import VocabularyError
from inherit_fast.perception.detector_segmenter import mask_box
from inherit_fast.perception.seams import Instance

KNOWN = {"red": 0, "green": 1, "blue": 2}


class Painted:
    """Finds what is painted in a pure colour; ``fail`` makes the next calls raise it."""

    def __init__(self):
        self.fail = []
        self.wait_s = 0.0

    def __call__(self, frame, vocabulary):
        time.sleep(self.wait_s)
        if self.fail:
            raise self.fail.pop()
        if unknown := set(vocabulary) - KNOWN.keys():
            raise VocabularyError(f"unknown labels {sorted(unknown)}")
        found = []
        for label in vocabulary:
            others = np.delete(frame.rgb, KNOWN[label], axis=2)
            mask = ((frame.rgb[..., KNOWN[label]] > 200) & (others.max(axis=2) < 60)).view(np.uint8)
            if mask.any():
                found.append(Instance(mask.copy(), label, 0.75, mask_box(mask), mask_score=0.5))
        return found


@contextmanager
def serving(app):
    """Its address, while the block runs."""
    server = uvicorn.Server(uvicorn.Config(app, port=0, log_level="error", lifespan="off"))
    thread = threading.Thread(target=server.run)
    thread.start()
    try:
        until = time.monotonic() + 20
        while not (server.started and server.servers) and time.monotonic() < until:
            time.sleep(0.01)
        port = server.servers[0].sockets[0].getsockname()[1]
        yield f"http://127.0.0.1:{port}"
    finally:
        server.should_exit = True
        thread.join()
