"""The base package stays light: what its import costs, in processor time."""

import subprocess
import sys

MOST_S = 0.15
CODE = """
import sys, time
import numpy  # what it costs by itself is not ours
before = time.process_time()
import inherit_fast
took = time.process_time() - before
heavy = {"onnxruntime", "faiss", "numba", "torch", "fastapi", "PIL"} & set(sys.modules)
print(took, *sorted(heavy))
"""


def cost():
    done = subprocess.run([sys.executable, "-c", CODE], capture_output=True, text=True, check=True)
    seconds, *heavy = done.stdout.split()
    assert heavy == []
    return float(seconds)


def test_importing_the_package_takes_less_than_150_ms_and_loads_nothing_heavy():
    cost()  # writes the bytecode
    assert min(cost() for _ in range(5)) < MOST_S
