"""Fails when a kernel lost its lead over what runs beside it: ``make gates``.

python -m pytest bench --benchmark-only --benchmark-json=run.json
python bench/gates.py run.json

Ratios within one run hold on any machine and under load, where times do not.
"""

import json
import sys
import tomllib
from pathlib import Path

GATES = Path(__file__).with_name("gates.toml")


def leads(run):
    """Group -> side's name -> how many times as long as the core it took, by minimum."""
    groups = {}
    for entry in run["benchmarks"]:
        groups.setdefault(entry["group"], {})[entry["name"]] = entry["stats"]["min"]
    return {group: lead for group, times in groups.items() if (lead := lead_in(times))}


def lead_in(times):
    ours = [seconds for name, seconds in times.items() if "core" in name]
    return {name: s / min(ours) for name, s in times.items() if "core" not in name} if ours else {}


def verdicts(run, gates):
    """A line and whether it passes, for every gate; a gate that nothing ran for does not."""
    seen = leads(run)
    for group, sides in gates.items():
        for side, least in sides.items():
            found = [lead for name, lead in seen.get(group, {}).items() if side in name]
            if found:
                told = f"{min(found):.1f}x, at least {least}x wanted"
                yield f"{group}: {side}: {told}", min(found) >= least
            else:
                yield f"{group}: {side}: not in this run", False


def main():
    gates = tomllib.loads(GATES.read_text(encoding="utf-8"))
    run = json.loads(Path(sys.argv[1]).read_text(encoding="utf-8"))
    results = list(verdicts(run, gates))
    for line, passed in results:
        print("ok   " if passed else "SLOW ", line)
    sys.exit(not all(passed for _, passed in results))


if __name__ == "__main__":
    main()
