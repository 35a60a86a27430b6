"""The laws of the house: floors, faces, no circles, rooms that fit in the head. The table of floors is the README's."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from tests import map as rules_map

ROOT = Path(__file__).resolve().parents[1]
PACKAGES = ("judge", "scenarios", "rules_db", "engine")
LONGEST_MODULE = 600
LONGEST_FUNCTION = 60


class Arrow:
    """An import: from which module and line, of which module, what name of it (if any), and where it stands."""

    def __init__(self, source: str, line: int, target: str, name: str, inside: bool, typing: bool) -> None:
        self.source, self.line, self.target, self.name = source, line, target, name
        self.inside, self.typing = inside, typing

    def __repr__(self) -> str:
        return f"{self.source}:{self.line}: {self.target}{'.' + self.name if self.name else ''}"


@cache
def modules() -> dict[str, Path]:
    """Every module of the packages by its dotted name."""
    found = {}
    for package in PACKAGES:
        for path in sorted((ROOT / package).rglob("*.py")):
            parts = path.relative_to(ROOT).with_suffix("").parts
            found[".".join(parts[:-1] if parts[-1] == "__init__" else parts)] = path
    return found


@cache
def tree(module: str) -> ast.Module:
    return ast.parse(modules()[module].read_text(encoding="utf-8"))


@cache
def arrows() -> tuple[Arrow, ...]:
    """All imports of the packages' own modules."""
    return tuple(arrow for module in modules() for arrow in _arrows(module, tree(module), False, False))


def _arrows(module: str, node: ast.AST, inside: bool, typing: bool) -> Iterator[Arrow]:
    for child in ast.iter_child_nodes(node):
        inner = inside or isinstance(child, ast.FunctionDef | ast.Lambda)
        types = typing or (
            isinstance(child, ast.If)
            and isinstance(child.test, ast.Name)
            and child.test.id == "TYPE_CHECKING"
        )
        if isinstance(child, ast.Import):
            for alias in child.names:
                if alias.name in modules():
                    yield Arrow(module, child.lineno, alias.name, "", inner, types)
        elif isinstance(child, ast.ImportFrom) and child.module:
            for alias in child.names:
                whole = f"{child.module}.{alias.name}"
                if whole in modules():
                    yield Arrow(module, child.lineno, whole, "", inner, types)
                elif child.module in modules():
                    yield Arrow(module, child.lineno, child.module, alias.name, inner, types)
        yield from _arrows(module, child, inner, types)


@cache
def floors() -> tuple[str, ...]:
    """The folders and modules of the engine from the ground up, as the README's table lists them."""
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    table = text.split("<!-- floors -->")[1].split("\n\n")[1]
    rows = [line.split("|")[2] for line in table.splitlines() if line.startswith("|")][2:]
    return tuple(
        name.rstrip("/").removesuffix(".py").replace("/", ".")
        for cell in rows
        for name in re.findall(r"`([^`]+)`", cell)
    )


def floor(module: str) -> int:
    """Which floor of the engine the module is on, from 0; -1 for the engine itself."""
    at = [n for n, name in enumerate(floors()) if module == name or module.startswith(f"{name}.")]
    return at[-1] if at else -1


def test_every_room_of_the_engine_is_in_the_table() -> None:
    lost = [m for m in modules() if m.startswith("engine.") and floor(m) < 0 and m != "engine.rules"]
    missing = [name for name in floors() if name not in modules()]
    assert lost == [] and missing == [] and len(floors()) > 10


def test_no_import_inside_a_function_of_the_engine() -> None:
    assert [a for a in arrows() if a.source.startswith("engine") and a.inside and not a.typing] == []


def test_imports_of_the_engine_go_down() -> None:
    """Those for types alone, too."""
    up = [a for a in arrows() if a.source.startswith("engine.") and floor(a.target) > floor(a.source)]
    assert up == []


def test_no_circle_of_modules() -> None:
    """Imports for types alone don't count; those inside functions do."""
    ahead: dict[str, set[str]] = {module: set() for module in modules()}
    for arrow in arrows():
        if not arrow.typing and arrow.target != arrow.source:
            ahead[arrow.source].add(arrow.target)
    while leaves := [module for module, targets in ahead.items() if not targets]:
        for leaf in leaves:
            del ahead[leaf]
        for targets in ahead.values():
            targets.difference_update(leaves)
    assert sorted(ahead) == [], "these modules are in circles, or above one"


def face(folder: str) -> set[str]:
    """The names that a folder hands on."""
    for node in tree(folder).body:
        if isinstance(node, ast.Assign) and any(
            isinstance(t, ast.Name) and t.id == "__all__" for t in node.targets
        ):
            return set(ast.literal_eval(node.value))
    return set()


ROOMS_WITHOUT_FACE = ("engine.abilities",)
"""The vocabulary hands on every name that it has (`ab.Destroy`)."""


def test_folders_are_imported_by_their_face() -> None:
    """From outside a room of the engine: `from room import name`, and the name stands in its `__all__`."""
    wrong = []
    for arrow in arrows():
        room = next((name for name in reversed(floors()) if _inside(arrow.target, name)), "")
        if arrow.typing or room in ("", *ROOMS_WITHOUT_FACE) or _inside(arrow.source, room):
            continue
        if modules()[room].name != "__init__.py":
            continue
        name = arrow.name if arrow.target == room else arrow.target.removeprefix(f"{room}.")
        if (
            name
            and name.split(".")[0] not in face(room)
            or arrow.name
            and arrow.target != room
            and modules()[arrow.target].name != "__init__.py"
        ):
            wrong.append(arrow)
    assert wrong == []


def _inside(module: str, folder: str) -> bool:
    return module == folder or module.startswith(f"{folder}.")


def test_rooms_fit_in_the_head() -> None:
    """A longer module says in its docstring why it is long; a function has no excuse."""
    wrong = []
    for module, path in modules().items():
        lines = len(path.read_text(encoding="utf-8").splitlines())
        if lines > LONGEST_MODULE and "long because" not in (ast.get_docstring(tree(module)) or ""):
            wrong.append(f"{module}: {lines} lines")
        for node in ast.walk(tree(module)):
            if isinstance(node, ast.FunctionDef) and node.end_lineno is not None:
                length = node.end_lineno - node.lineno + 1
                if length > LONGEST_FUNCTION:
                    wrong.append(f"{module}.{node.name}: {length} lines")
    assert wrong == []


def test_every_folder_says_what_it_is_for() -> None:
    bare = [
        m
        for m, path in modules().items()
        if path.name == "__init__.py" and len((ast.get_docstring(tree(m)) or "").split()) < 8
    ]
    assert bare == []


OPEN_VALUES = {
    "chosen": "what was chosen is a color, a number, a name, a player, ...",
    "fields": "the new values of any fields of an object or player",
    "options": "what a decision offers is of any kind",
    "default": "what a decision offers is of any kind",
    "answer": "what a decision offers is of any kind",
    "targets": "a thing, or a tuple of things for each use of the word",
}
"""Fields of the state's records that may hold anything, and why."""


def test_the_fields_of_the_state_say_what_they_hold() -> None:
    wrong = [
        f"{module}.{record.name}.{field.target.id}"
        for module in modules()
        if module.startswith("engine.game.")
        for record in ast.walk(tree(module))
        if isinstance(record, ast.ClassDef)
        for field in record.body
        if isinstance(field, ast.AnnAssign) and isinstance(field.target, ast.Name)
        if any(isinstance(n, ast.Name) and n.id == "Any" for n in ast.walk(field.annotation))
        if field.target.id not in OPEN_VALUES
    ]
    assert wrong == []


BAG = ("facts",)


@pytest.mark.parametrize("module", ["engine.game.game", "engine.game.context"])
def test_no_bag_of_facts(module: str) -> None:
    names = {n.attr for n in ast.walk(tree(module)) if isinstance(n, ast.Attribute)}
    assert names.isdisjoint(BAG)


def test_one_walk_over_the_tree() -> None:
    """No function goes through the fields of vocabulary values by itself, but the tree's own, the grammar's kernel and the gate that needs the path."""
    wrong = [
        f"{module}.{function.name}"
        for module in modules()
        if module.startswith("engine.") and module not in WALKS
        for function in ast.walk(tree(module))
        if isinstance(function, ast.FunctionDef) and _walks(function)
    ]
    assert wrong == []


WALKS = ("engine.abilities.tree", "engine.oracle.kernel.rules", "engine.oracle.executable.walk")


def _walks(function: ast.FunctionDef) -> bool:
    """Whether it calls itself for fields of a struct."""
    inside = list(ast.walk(function))
    fields = any(isinstance(n, ast.Attribute) and n.attr == "__struct_fields__" for n in inside)
    return fields and any(
        isinstance(n, ast.Call) and isinstance(n.func, ast.Name) and n.func.id == function.name
        for n in inside
    )


def test_the_map_is_that_of_the_code() -> None:
    """Written anew by `python -m tests.map`."""
    assert rules_map.MAP.read_text(encoding="utf-8") == rules_map.page()
