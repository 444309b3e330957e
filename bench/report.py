"""Writes one section of RESULTS.md from a run of pytest-benchmark.

python -m pytest bench/bench_x.py --benchmark-only --benchmark-json=x.json
python bench/report.py x.json "Title of the section" "the command"

What people wrote between the command and the first table stays.
"""

import itertools
import json
import platform
import re
import subprocess
import sys
from pathlib import Path

RESULTS = Path(__file__).with_name("RESULTS.md")


def section(run, title, command, notes=()):
    groups = {}
    for entry in run["benchmarks"]:
        groups.setdefault(entry["group"], []).append(entry)
    lines = [f"## {title}", "", f"`{command}` · {machine(run)}", ""]
    for paragraph in notes:
        lines += [paragraph, ""]
    for group, entries in groups.items():
        ours = min((e["stats"]["min"] for e in entries if "core" in e["name"]), default=None)
        lines += [f"**{group}**", "", "| | minimum | median | against ours |", "|---|---|---|---|"]
        for entry in sorted(entries, key=lambda e: e["stats"]["min"]):
            low, middle = entry["stats"]["min"], entry["stats"]["median"]
            lines.append(
                f"| {label(entry)} | {time_text(low)} | {time_text(middle)}"
                f" | {'' if ours is None else ratio_text(low / ours)} |"
            )
        lines.append("")
    return "\n".join(lines)


def label(entry):
    """The parameters, without that which names the group; the test's name where there is none."""
    found = re.search(r"\[(.*)\]$", entry["name"])
    parts = found.group(1).split("-") if found else []
    parts = [part for part in parts if part not in entry["group"]]
    return " ".join(parts) or re.sub(r"\[.*|test_bench_", "", entry["name"]).replace("_", " ")


def ratio_text(ratio):
    return f"{ratio:.0f}x" if ratio >= 10 else f"{ratio:.2g}x"


def time_text(seconds):
    if seconds < 1e-4:
        return f"{seconds * 1e6:.0f} us"
    return f"{seconds * 1e3:.0f} ms" if seconds >= 0.1 else f"{seconds * 1e3:.3g} ms"


def machine(run):
    cpu = run["machine_info"].get("cpu", {}).get("brand_raw") or platform.processor()
    compiler = subprocess.run(
        ["g++", "-dumpfullversion"], capture_output=True, text=True, check=True
    ).stdout.strip()
    commit = run["commit_info"]["id"][:7]
    python = run["machine_info"]["python_version"]
    return f"{cpu}, g++ {compiler}, Python {python}, commit {commit}"


def section_of(title):
    return re.compile(rf"^## {re.escape(title)}\n.*?(?=^## |\Z)", re.M | re.S)


def notes_in(text, title):
    """The paragraphs that people wrote between the command and the first table."""
    known = section_of(title).search(text)
    paragraphs = known.group().strip().split("\n\n")[2:] if known else []
    return itertools.takewhile(lambda p: not p.startswith(("**", "|")), paragraphs)


def replaced(text, title, new):
    """``text`` with the section of that title replaced, or ``new`` added at its end."""
    if section_of(title).search(text):
        return section_of(title).sub(lambda _: new + "\n", text).rstrip("\n") + "\n"
    return text.rstrip("\n") + "\n\n" + new


def main(path, title, command):
    text = RESULTS.read_text()
    new = section(json.loads(Path(path).read_text()), title, command, notes_in(text, title))
    RESULTS.write_text(replaced(text, title, new).rstrip("\n") + "\n")


if __name__ == "__main__":
    main(*sys.argv[1:4])
