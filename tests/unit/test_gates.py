"""The gates of the benchmarks: a lost lead fails, and so does one that was not measured."""

import tomllib
from importlib import util
from pathlib import Path

BENCH = Path(__file__).resolve().parents[2] / "bench"
spec = util.spec_from_file_location("gates", BENCH / "gates.py")
gates = util.module_from_spec(spec)
spec.loader.exec_module(gates)


def run(**seconds):
    """A run of one group, ``sides``, with these minima."""
    entries = [
        {"group": "sides", "name": f"test_bench_x[{n}]", "stats": {"min": s}}
        for n, s in seconds.items()
    ]
    return {"benchmarks": entries}


def passed(result, **least):
    return [ok for _, ok in gates.verdicts(result, {"sides": least})]


def test_a_lead_is_held_or_lost():
    result = run(core=1.0, numba=3.0, numpy=20.0)
    assert passed(result, numba=3, numpy=15) == [True, True]
    assert passed(result, numba=3.1, numpy=15) == [False, True]


def test_the_quickest_core_counts_and_the_quickest_of_a_side():
    result = run(**{"core stack": 2.0, "core list": 1.0, "numpy a": 9.0, "numpy b": 5.0})
    assert [line for line, _ in gates.verdicts(result, {"sides": {"numpy": 6}})] == [
        "sides: numpy: 5.0x, at least 6x wanted"
    ]


def test_what_was_not_measured_does_not_pass():
    assert passed(run(core=1.0), numba=2) == [False]
    assert passed(run(numba=1.0), numba=2) == [False]
    assert passed({"benchmarks": []}, numba=2) == [False]


def test_every_gate_names_a_group_and_a_lead():
    text = (BENCH / "gates.toml").read_text(encoding="utf-8")
    table = tomllib.loads(text)
    assert len(table) > 20
    assert all(least > 0 for sides in table.values() for least in sides.values())
