"""Does a model on this machine give what its manifest promises?"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np
import numpy.typing as npt

from inherit_fast.errors import ModelError
from inherit_fast.inference.model_entry import ModelEntry
from inherit_fast.inference.onnx_session import OnnxSession
from inherit_fast.inference.precision import Precision, agreement, lowered
from inherit_fast.inference.session import Arrays, Session
from inherit_fast.inference.tensors import TensorNote, sample_inputs

RECORD = "record"  # the companion that holds inputs and the outputs that torch gave for them


@dataclass(frozen=True, slots=True)
class CheckResult:
    """What a check saw.

    Attributes:
        name: of the model.
        against: ``record`` where the outputs seen at the export were compared, ``manifest`` for
            types and shapes alone.
        worst: largest difference, as a share of the largest value of that output.
        wrong: what is not as promised; empty when all is well.
    """

    name: str
    against: str
    worst: float
    wrong: tuple[str, ...]


def check_model(
    entry: ModelEntry, open_session: Callable[[Path], Session], tolerance: float = 1e-3
) -> CheckResult:
    """Run ``entry`` once and hold its outputs against the manifest and, for exports, torch's.

    Raises:
        ModelError: it is not on this machine, or the runtime cannot load or run it.
    """
    session = open_session(entry.path())
    if RECORD in entry.companions:
        inputs, expected = read_record(entry.companion(RECORD))
    else:
        inputs, expected = sample_inputs(entry.inputs, entry.sample), {}
    outputs = session.run(inputs)
    wrong = _misfits(entry.outputs, outputs)
    worst = 0.0
    for name, values in expected.items():
        difference = relative_difference(outputs[name], values) if name in outputs else np.inf
        worst = max(worst, difference)
        if not difference <= tolerance:
            wrong.append(f"{name} differs from the record by {difference:.2g} of its largest value")
    return CheckResult(entry.name, "record" if expected else "manifest", worst, tuple(wrong))


def check_precision(
    entry: ModelEntry, precision: Precision, samples: Callable[[], Iterable[Arrays]]
) -> dict[str, float]:
    """What a lower precision costs: correlation of each output with the file's own, on the CPU.

    Args:
        entry: the model.
        precision: see ``lowered``.
        samples: begins inputs of the real task anew; every second one calibrates ``int8``, the
            others are compared.

    Raises:
        ModelError: the model cannot be had in that precision, or nothing is left to compare.
    """
    with TemporaryDirectory() as room:
        file = lowered(entry.path(), precision, Path(room), islice(samples(), 0, None, 2))
        others = islice(samples(), 1, None, 2)
        found = agreement(OnnxSession(entry.path()), OnnxSession(file), others)
    if not found:
        raise ModelError(f"{entry.name}: two frames at least are needed to compare precisions")
    return found


def relative_difference(got: npt.NDArray[Any], expected: npt.NDArray[Any]) -> float:
    """Largest difference as a share of the largest expected value; infinite for other shapes."""
    if got.shape != expected.shape:
        return float("inf")
    if not expected.size:
        return 0.0
    scale = max(float(np.abs(expected).max()), 1e-12)
    return float(np.abs(got.astype(np.float64) - expected).max()) / scale


def read_record(
    path: Path,
) -> tuple[dict[str, npt.NDArray[Any]], dict[str, npt.NDArray[Any]]]:
    """Inputs and outputs that ``write_record`` kept.

    Raises:
        ModelError: the file is damaged.
    """
    try:
        with np.load(path, allow_pickle=False) as record:
            arrays = {key: record[key] for key in record.files}
    except (OSError, ValueError, KeyError) as error:
        raise ModelError(f"{path}: the recorded outputs cannot be read; export again") from error
    kinds: tuple[dict[str, npt.NDArray[Any]], ...] = ({}, {})
    for key, array in arrays.items():
        kind, _, name = key.partition(":")
        kinds[kind == "out"][name] = array
    return kinds[0], kinds[1]


def write_record(
    path: Path,
    inputs: Mapping[str, npt.NDArray[Any]],
    outputs: Mapping[str, npt.NDArray[Any]],
) -> None:
    """Keep what torch was given and gave, for ``check_model`` on any machine and runtime."""
    arrays = {f"in:{name}": array for name, array in inputs.items()}
    arrays |= {f"out:{name}": array for name, array in outputs.items()}
    with path.open("wb") as file:
        np.savez_compressed(file, **arrays)  # type: ignore[arg-type]


def _misfits(notes: Mapping[str, str], outputs: Mapping[str, npt.NDArray[Any]]) -> list[str]:
    wrong = [f"no output {name}" for name in notes if name not in outputs]
    for name, note in notes.items():
        if name in outputs and not TensorNote.of(note).accepts(outputs[name]):
            got = f"{outputs[name].dtype} {'x'.join(map(str, outputs[name].shape))}"
            wrong.append(f"{name}: expected {note}, got {got}")
    return wrong
