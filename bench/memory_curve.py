"""Resident memory and time a keyframe over many keyframes of a world that is ever new.

``python bench/memory_curve.py [--keyframes 10000] [--total-mb 32] [--every 500]`` prints one line
every so many keyframes; the last line says whether both are flat after the cap was reached.
"""

import argparse
import sys
import time
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "tests"))

from endless_mapping import frames, mapper


def resident_mb() -> float:
    """Resident memory of this process."""
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * 4096 / 1e6


def main() -> None:
    """Map, and print the curve."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--keyframes", type=int, default=10_000)
    parser.add_argument("--total-mb", type=float, default=32.0)
    parser.add_argument("--every", type=int, default=500)
    given = parser.parse_args()
    mapping = mapper(f"memory.total_mb={given.total_mb}", "queue.capacity=1")
    rows = []
    start = time.process_time()
    print("keyframes resident_mb held_mb objects forgotten ms_a_keyframe")
    for i, frame in enumerate(frames(given.keyframes), start=1):
        mapping.push(frame)
        if i % given.every == 0:
            stats = mapping.stats()
            held = sum(stats.bytes.values()) / 1e6
            spent = (time.process_time() - start) / given.every * 1e3
            rows.append((i, resident_mb(), held, sum(stats.nodes.values()), spent))
            forgotten = stats.dropped.get("objects forgotten", 0)
            print(
                f"{i} {rows[-1][1]:.1f} {held:.1f} {rows[-1][3]} {forgotten} {spent:.2f}",
                flush=True,
            )
            start = time.process_time()
    mapping.close()
    half = np.array(rows[len(rows) // 2 :])
    slope = np.polyfit(half[:, 0], half[:, 1], 1)[0] * 1000
    print(f"second half: {slope:+.2f} MB a thousand keyframes, {half[:, 1].max():.1f} MB at most;")
    print(f"ms a keyframe {half[0, 4]:.2f} at its start, {half[-1, 4]:.2f} at its end")


if __name__ == "__main__":
    main()
