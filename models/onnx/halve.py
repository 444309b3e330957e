"""Stores the large float32 weights of an ONNX file as float16, each behind a Cast.

The file halves; a runtime folds the casts when it loads the file and computes in float32 as
before, so only the rounding of the weights is left (2^-11 relative).

    python models/onnx/halve.py full.onnx half.onnx        (needs the package ``onnx``)
"""

import argparse
from pathlib import Path

import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper

# Biases and shape constants stay exact; together they are a few kilobytes.
MIN_VALUES = 1024


def halve(model: onnx.ModelProto) -> onnx.ModelProto:
    """A copy of ``model`` with its float32 initialisers of MIN_VALUES and more halved.

    Raises:
        ValueError: a weight does not fit float16.
    """
    out = onnx.ModelProto()
    out.CopyFrom(model)
    casts = []
    for tensor in out.graph.initializer:
        weights = numpy_helper.to_array(tensor)
        if weights.dtype != np.float32 or weights.size < MIN_VALUES:
            continue
        if np.abs(weights).max() > np.finfo(np.float16).max:
            raise ValueError(f"{tensor.name}: weights beyond the range of float16")
        name = tensor.name
        tensor.CopyFrom(numpy_helper.from_array(weights.astype(np.float16), f"{name}_half"))
        casts.append(helper.make_node("Cast", [tensor.name], [name], to=TensorProto.FLOAT))
    nodes = [*casts, *out.graph.node]
    del out.graph.node[:]
    out.graph.node.extend(nodes)
    onnx.checker.check_model(out)
    return out


def main() -> None:
    """Read one file, write the other."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("full", type=Path)
    parser.add_argument("half", type=Path)
    paths = parser.parse_args()
    onnx.save(halve(onnx.load(paths.full)), paths.half)


if __name__ == "__main__":
    main()
