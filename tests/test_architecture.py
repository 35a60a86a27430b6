"""What the packages may know of one another, and of the rules and cards: held against their source."""

from __future__ import annotations

import ast
import gzip
import json
import os
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from rules_db import digest

ROOT = Path(__file__).resolve().parents[1]
CORPUS = ROOT.parent / "shared" / "cards" / "oracle.jsonl.gz"
MAY_IMPORT = {
    "judge": {"scenarios", "rules_db", "engine"},
    "scenarios": {"rules_db", "engine"},
    "rules_db": set(),
    "engine": set(),
}
"""Each package, and the others that it may import: never one that imports it."""
DATA = ("engine/model", "engine/abilities", "engine/cards")
"""Frozen data: these may import one another and none of the engine's behaviour."""
TOOLS = {"engine/oracle/__main__.py"}
"""What prints although it is no command of `judge`: the to-do list for those who work on the grammar."""
RULE = re.compile(r"\b\d{3}\.\d{1,3}[a-z]?\b")


@cache
def trees() -> dict[str, ast.Module]:
    """The modules of the four packages by their paths."""
    paths = [path for package in MAY_IMPORT for path in sorted((ROOT / package).rglob("*.py"))]
    return {str(path.relative_to(ROOT)): ast.parse(path.read_text(encoding="utf-8")) for path in paths}


def imported(tree: ast.AST) -> Iterator[tuple[str, int]]:
    """The modules that are imported anywhere in it, and in which lines."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from ((alias.name, node.lineno) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, "relative imports hide where they point"
            assert node.module is not None
            yield from ((f"{node.module}.{alias.name}", node.lineno) for alias in node.names)


def constants(tree: ast.AST) -> Iterator[ast.Constant]:
    """Every text in it that is no docstring and no comment in the form of a text."""
    bare = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in bare:
            yield node


def test_imports_never_point_up() -> None:
    wrong = [
        f"{path}:{line}: {name}"
        for path, tree in trees().items()
        for name, line in imported(tree)
        if (package := name.split(".")[0]) in {*MAY_IMPORT, "tests"}
        and package != path.split("/")[0]
        and package not in MAY_IMPORT[path.split("/")[0]]
    ]
    assert wrong == []


def test_data_knows_no_behaviour() -> None:
    allowed = tuple(folder.replace("/", ".") for folder in DATA)
    wrong = [
        f"{path}:{line}: {name}"
        for path, tree in trees().items()
        if path.startswith(DATA)
        for name, line in imported(tree)
        if name.startswith("engine.") and not name.startswith(allowed)
    ]
    assert wrong == []


def test_nothing_but_judge_prints() -> None:
    """Neither by `print` nor through the standard streams, nor with a library that prints."""
    wrong = []
    for path, tree in trees().items():
        if path.startswith("judge/") or path in TOOLS:
            continue
        for node in ast.walk(tree):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "print":
                wrong.append(f"{path}:{node.lineno}: print")
            if isinstance(node, ast.Attribute) and node.attr in ("stdout", "stderr"):
                wrong.append(f"{path}:{node.lineno}: {node.attr}")
        wrong += [
            f"{path}:{line}: {name}"
            for name, line in imported(tree)
            if name.split(".")[0] in ("typer", "rich", "click", "logging")
        ]
    assert wrong == []


def test_the_engine_names_no_card() -> None:
    """Classes, not cards: no text in the engine's behaviour is a card's name. Names of one word may be words of the rules."""
    if not CORPUS.exists():
        assert not os.environ.get("CI"), f"{CORPUS} is not there"
        pytest.skip(f"{CORPUS} is not there")
    with gzip.open(CORPUS, "rt", encoding="utf-8") as lines:
        cards = {json.loads(line)["name"] for line in lines}
    parts = {part.lower() for name in cards for part in (name, *name.split(" // "))}
    # Some cards have the name of a keyword.
    names = {part for part in parts if " " in part} - {entry.title.lower() for entry in digest.load()}
    wrong = [
        f"{path}:{node.lineno}: {node.value}"
        for path, tree in trees().items()
        if path.startswith(
            ("engine/rules/", "engine/queries/", "engine/game/", "engine/actions/", "engine/keywords/")
        )
        for node in constants(tree)
        if node.value.strip().lower() in names
    ]
    assert wrong == []


def test_every_rule_that_is_cited_exists() -> None:
    """Numbers in the code and in its docstrings are those of the edition that the digest digests."""
    known = {entry.number for entry in digest.load()}
    wrong = []
    for path, tree in trees().items():
        if not path.startswith(("engine/", "scenarios/")):
            continue
        for node in ast.walk(tree):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                wrong += [
                    f"{path}:{node.lineno}: {number}"
                    for number in RULE.findall(node.value)
                    if number not in known
                ]
    assert wrong == []


def test_enough_is_cited() -> None:
    """The tests above see what they are meant to see."""
    cited = {n for tree in trees().values() for node in constants(tree) for n in RULE.findall(node.value)}
    assert {"704.5g", "601.2c", "702.19b"} <= cited and len(cited) > 200
