import ast
from pathlib import Path

PACKAGE = Path(__file__).resolve().parents[2] / "python" / "inherit_fast"

# Lowest first; a part may import its own layer and those before it.
LAYERS = [
    {"_core", "errors", "extras", "kernels"},
    {"frame", "bounded_queue", "timings"},
    {"datasets", "inference", "language", "graph"},
    {"perception", "geometric"},
    {"semantic"},
    {"updates", "scene", "retrieval", "export"},
    {"config", "evaluation", "mapper", "view"},
    {"cli"},
    {"__main__"},
]
LEVEL = {part: level for level, parts in enumerate(LAYERS) for part in parts}
NEVER_TOGETHER = {("geometric", "semantic"), ("semantic", "geometric")}


def part_of(path: Path) -> str:
    return path.relative_to(PACKAGE).parts[0].removesuffix(".py")


def imported_parts(path: Path) -> set[str]:
    names = set()
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.ImportFrom) and node.module:
            names |= {node.module, *(f"{node.module}.{alias.name}" for alias in node.names)}
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
    parts = {n.split(".")[1] for n in names if n.startswith("inherit_fast.")}
    return parts & LEVEL.keys()


def modules() -> list[Path]:
    return [p for p in sorted(PACKAGE.rglob("*.py")) if part_of(p) in LEVEL]


def test_every_part_has_a_layer():
    parts = {part_of(p) for p in PACKAGE.rglob("*.py")} - {"__init__"}
    assert parts <= LEVEL.keys()


def test_no_part_imports_one_above_it():
    broken = [
        f"{path.relative_to(PACKAGE)} imports {part}"
        for path in modules()
        for part in sorted(imported_parts(path))
        if LEVEL[part] > LEVEL[part_of(path)] or (part_of(path), part) in NEVER_TOGETHER
    ]
    assert broken == []


def test_the_layer_test_reads_real_imports():
    assert "errors" in imported_parts(PACKAGE / "frame.py")
