"""The table of floors in `rules_db`'s docstring, held against the imports; and what a start may load."""

from __future__ import annotations

import ast
import importlib
import re
import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import rules_db
from rules_db import opening

ROOT = Path(__file__).resolve().parents[2]
PACKAGE = ROOT / "rules_db"
FLOORS = re.findall(r"^    (\w+)/?  +\S", rules_db.__doc__ or "", re.MULTILINE)
"""From the ground up: each may import what stands before it."""
LONGEST_MODULE, LONGEST_FUNCTION = 600, 60
HEAVY = {
    "rapidfuzz",
    "sqlite_utils",
    "httpx",
    "rules_db.texts",
    "rules_db.concordance",
    "rules_db.exchange",
    "rules_db.digest",
    "rules_db.store.writing",
    "rules_db.notation.dates",
}


@cache
def trees() -> dict[str, ast.Module]:
    """The modules of `rules_db` by their names."""
    found = {}
    for path in sorted(PACKAGE.rglob("*.py")):
        parts = path.relative_to(ROOT).with_suffix("").parts
        name = ".".join(parts[:-1] if parts[-1] == "__init__" else parts)
        found[name] = ast.parse(path.read_text(encoding="utf-8"))
    return found


def imports(tree: ast.Module) -> Iterator[tuple[str, str, int, bool]]:
    """What is imported from `rules_db` anywhere in it: from where, what, in which line, and whether for types alone."""
    typing_only = {
        id(inner)
        for node in ast.walk(tree)
        if isinstance(node, ast.If) and isinstance(node.test, ast.Name) and node.test.id == "TYPE_CHECKING"
        for inner in ast.walk(node)
    }
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and (node.module or "").split(".")[0] == "rules_db":
            for alias in node.names:
                yield node.module or "", alias.name, node.lineno, id(node) in typing_only


def target(module: str, name: str) -> str:
    """The module that `from module import name` imports."""
    return f"{module}.{name}" if f"{module}.{name}" in trees() else module


def floor(module: str) -> str:
    """The floor of a module; empty for `rules_db` itself."""
    return module.split(".")[1] if "." in module else ""


def test_every_module_has_a_floor() -> None:
    assert {floor(module) for module in trees()} - {""} == set(FLOORS)
    assert len(set(FLOORS)) == len(FLOORS) > 5


def test_imports_go_down_the_table() -> None:
    wrong = [
        f"{module}:{line}: {found}"
        for module, tree in trees().items()
        for source, name, line, _ in imports(tree)
        if floor(module)
        and (found := floor(target(source, name)))
        and FLOORS.index(found) > FLOORS.index(floor(module))
    ]
    assert wrong == []


def test_folders_are_imported_by_their_faces() -> None:
    """From outside a folder only what its `__all__` lists, and never one of its files."""
    outside = {
        str(path.relative_to(ROOT)): ast.parse(path.read_text(encoding="utf-8"))
        for package in ("judge", "scenarios")
        for path in sorted((ROOT / package).rglob("*.py"))
    }
    wrong = []
    for where, tree in {**trees(), **outside}.items():
        for source, name, line, _ in imports(tree):
            room = f"rules_db.{floor(target(source, name))}".rstrip(".")
            inside = where == room or where.startswith(f"{room}.")
            if inside or source == "rules_db" and room != "rules_db":
                continue
            handed_on = getattr(importlib.import_module(room), "__all__", None)
            if source != room or name.startswith("_") or handed_on is not None and name not in handed_on:
                wrong.append(f"{where}:{line}: from {source} import {name}")
    assert wrong == []


def test_no_module_imports_itself_through_others() -> None:
    graph = {
        module: {target(source, name) for source, name, _, typing_only in imports(tree) if not typing_only}
        for module, tree in trees().items()
    }
    while bare := {module for module, needed in graph.items() if not needed & graph.keys()}:
        graph = {module: needed for module, needed in graph.items() if module not in bare}
    assert graph == {}


def test_modules_and_functions_fit_in_the_head() -> None:
    long = []
    for module, tree in trees().items():
        nodes = list(ast.walk(tree))
        if max((getattr(node, "end_lineno", 0) for node in nodes), default=0) > LONGEST_MODULE:
            long.append(module)
        for node in nodes:
            if isinstance(node, ast.FunctionDef):
                lines = (node.end_lineno or 0) - node.lineno + 1
                long += [f"{module}.{node.name}: {lines} lines"] if lines > LONGEST_FUNCTION else []
    assert long == []


def test_a_look_up_loads_only_what_answers_it(home: Path) -> None:
    with opening.database():
        pass
    code = "import rules_db, sys; rules_db.rule('704.5g'); print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    loaded = set(done.stdout.split())
    assert "rules_db.lookup" in loaded
    assert loaded & HEAVY == set()
