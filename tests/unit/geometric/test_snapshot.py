import json

import numpy as np

from inherit_fast.geometric.snapshot import join_state, split_state


def test_what_was_split_joins_again():
    state = {"a": 1, "b": [np.arange(3), {"c": np.eye(2), "d": None}], "e": {"f": "x"}}
    values, arrays = split_state(state)
    joined = join_state(json.loads(json.dumps(values)), arrays)
    assert joined["a"] == 1 and joined["e"] == {"f": "x"} and joined["b"][1]["d"] is None
    np.testing.assert_array_equal(joined["b"][0], np.arange(3))
    np.testing.assert_array_equal(joined["b"][1]["c"], np.eye(2))
    assert sorted(arrays) == ["/b/0", "/b/1/c"]
