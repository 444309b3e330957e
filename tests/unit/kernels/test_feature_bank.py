import numpy as np

from assign_case import RULES, bank_of, case, unit
from inherit_fast.kernels import FeatureBank, assign
from reference import assign as reference


def test_features_survive_any_order_of_putting_replacing_and_removing():
    rng = np.random.default_rng(1)
    rows, inputs = case(rng, 20, 60, 48, views=4, noise=0.6)
    bank = bank_of([unit(rng.normal(size=(3, 48))) for _ in rows], 48)
    for slot in rng.permutation(60).tolist():
        bank.put(slot, rows[slot])
    for slot in (5, 17, 59, 0):
        bank.remove(slot)
        rows[slot] = np.zeros((0, 48), np.float32)
    bank.remove(5)
    assert len(bank) == sum(map(len, rows))
    ours, twin = assign(bank, **inputs, **RULES), reference.assign(rows, **inputs, **RULES)
    for got, expected in zip(ours, twin, strict=True):
        np.testing.assert_array_equal(got, expected)


def test_the_cap_holds_and_counts_what_it_leaves_out():
    bank = FeatureBank(dim=4, max_rows=5)
    row = unit(np.ones((3, 4)))
    for slot in range(4):
        bank.put(slot, row)
    assert len(bank) == 5
    assert bank.dropped_rows == 7
    bank.remove(0)
    bank.put(9, row)
    assert len(bank) == 5


def test_memory_follows_the_rows():
    bank = FeatureBank(dim=384, max_rows=10_000)
    small = bank.bytes
    bank.put(0, unit(np.ones((1000, 384))))
    assert 1000 * 384 * 6 <= bank.bytes - small <= 1000 * 384 * 14


def test_a_slot_without_features_is_never_found_by_appearance():
    rng = np.random.default_rng(2)
    rows, inputs = case(rng, 5, 5, 16, noise=0.01)
    rows = [np.zeros((0, 16), np.float32) for _ in rows]
    nodes, stages, _ = assign(bank_of(rows, 16), **inputs, **RULES)
    assert (nodes == -1).all()
    assert (stages == 0).all()
