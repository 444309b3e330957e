"""Are the hot inner loops of the aarch64 core NEON code? Prints them; fails where one is not.

Run by `make aarch64`: python tests/neon_loops.py build/aarch64/libinherit_fast_core.a
"""

import re
import subprocess
import sys

# Functions, with all that was inlined into them, and how many vector loops each has at least.
HOT = {
    "DepthColumns::fill<unsigned short>": 3,  # occupancy: pixels to cells and slices
    "DepthColumns::fill<float>": 3,
    "OccupancyGrid::gather_known": 1,
    "MaskSums inherit_fast::sum_runs<unsigned short>": 3,  # back-projection
    "MaskSums inherit_fast::sum_runs<float>": 3,
    "edge_distance<unsigned short>": 4,
    "count_in_range<unsigned short>": 1,
    "trusted_metres<unsigned short>": 1,
    "VoxelMeans::add(": 2,
    "runs_of_masks": 1,
    "preprocess(": 5,
    "distance_to_zero": 4,  # rooms
    "FeatureBank::search": 2,  # association
    "project_scan": 2,
}
INSTRUCTION = re.compile(r"\s+([0-9a-f]+):\s+(\S+)\s*(.*)")
VECTOR = re.compile(r"\bv\d+\.(16b|8b|8h|4h|4s|2s|2d)\b")


def functions(library):
    """Name to instructions: address, operation, operands."""
    command = ["aarch64-linux-gnu-objdump", "-dC", "--no-show-raw-insn", library]
    found, here = {}, []
    for line in subprocess.run(command, capture_output=True, text=True, check=True).stdout.split(
        "\n"
    ):
        if line.endswith(">:"):
            here = found.setdefault(line[line.index("<") + 1 : -2], [])
        elif match := INSTRUCTION.match(line):
            here.append((int(match[1], 16), match[2], match[3]))
    return found


def inner_loops(code):
    """From the target of each backward branch to the branch, where no other lies within."""
    place = {address: i for i, (address, _, _) in enumerate(code)}
    spans = []
    for i, (_, operation, operands) in enumerate(code):
        target = re.search(r"([0-9a-f]+) <", operands)
        if target and operation != "bl" and place.get(int(target[1], 16), i + 1) <= i:
            spans.append((place[int(target[1], 16)], i))
    return [code[a : b + 1] for a, b in spans if not any(a <= c and d < b for c, d in spans)]


def is_vector(loop):
    lanes = sum(VECTOR.search(operands) is not None for _, _, operands in loop)
    single = sum(op[0] == "f" and not VECTOR.search(operands) for _, op, operands in loop)
    return lanes > 1 and single == 0


def main():
    code, short = functions(sys.argv[1]), 0
    for name, least in HOT.items():
        bodies = [body for function, body in code.items() if name in function]
        loops = max((sum(map(is_vector, inner_loops(body))) for body in bodies), default=0)
        print(f"{name:50} {loops} vector loops, at least {least} expected")
        short += loops < least
    sys.exit(f"{short} hot functions have fewer vector loops than they had" if short else 0)


if __name__ == "__main__":
    main()
