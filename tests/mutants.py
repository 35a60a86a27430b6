"""Random faults of one token in the engine, and which of them nothing notices: `python -m tests.mutants --seed N --count K` (a second or two each, a minute and a half for
one that the library doesn't notice).

Each fault is first put into the function that runs, and scenarios are played that call it. What they don't notice is put into a copy of the tree, where the whole library is
played and the tests of the engine are run until something fails. A survivor is printed with its place; exit status 1 if there is one. `--seed` makes the choice; `--only WORD` takes
faults in files whose path holds the word; `--list` only names them; `--library` leaves the copy and the tests out, to see what the scenarios that call a function hold.
What engine/oracle reads is held to the pool by a test that builds it anew, so that it is left out here.
"""

from __future__ import annotations

import argparse
import ast
import gc
import os
import random
import re
import shutil
import signal
import subprocess
import sys
import tempfile
from collections import defaultdict
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path
from types import CodeType, FrameType, FunctionType
from typing import Any, NamedTuple

from scenarios.cards import Cards
from scenarios.runner import run_document
from tests import prints
from tests.proof import measuring

ROOT = Path(__file__).resolve().parents[1]
LEFT_OUT = ("engine/oracle/", "engine/model/subtypes", "engine/abilities/")
"""Nothing here is carried out in a game: reading, lists, and the vocabulary as data."""
SECONDS = 900
"""How long the tests may take with a fault in the tree: a fault that makes them hang is noticed."""
TESTS = ("-m", "pytest", "-q", "-n", "0", "-p", "no:cacheprovider", "tests/engine", "--ignore=tests/engine/oracle", "--ignore=tests/engine/test_pool.py")  # fmt: skip
PLAY = ("-m", "tests.mutants", "--play")

SWAPPED: dict[type[ast.AST], tuple[str, str]] = {
    ast.Lt: ("<", "<="), ast.LtE: ("<=", "<"), ast.Gt: (">", ">="), ast.GtE: (">=", ">"), ast.Eq: ("==", "!="), ast.NotEq: ("!=", "=="),
    ast.In: ("in", "not in"), ast.NotIn: ("not in", "in"), ast.Is: ("is", "is not"), ast.IsNot: ("is not", "is"),
    ast.And: ("and", "or"), ast.Or: ("or", "and"), ast.Add: ("+", "-"), ast.Sub: ("-", "+"),
}  # fmt: skip
"""An operator as it is written, and the one that takes its place."""
NAMES = {"min": "max", "max": "min", "any": "all", "all": "any"}


class Fault(NamedTuple):
    """`old` at the offset in the file becomes `new`."""

    file: str
    line: int
    at: int
    old: str
    new: str

    def put_into(self, raw: bytes, lines_kept: bool = False) -> bytes:
        """The module with the fault; what follows it stands in the same lines, where they are kept."""
        new = self.new + "\n" * (self.old.count("\n") if lines_kept else 0)
        return raw[: self.at] + new.encode() + raw[self.at + len(self.old.encode()) :]

    def __str__(self) -> str:
        return f"{self.file}:{self.line}: {self.old.strip()!r} becomes {self.new.strip()!r}"


class _Source:
    """A module's text with the offsets of its nodes."""

    def __init__(self, file: str) -> None:
        self.file = file
        self.raw = (ROOT / file).read_bytes()
        self.starts = [0]
        for line in self.raw.splitlines(keepends=True):
            self.starts.append(self.starts[-1] + len(line))

    def start(self, node: ast.expr | ast.stmt) -> int:
        return self.starts[node.lineno - 1] + node.col_offset

    def end(self, node: ast.expr | ast.stmt) -> int:
        assert node.end_lineno is not None and node.end_col_offset is not None
        return self.starts[node.end_lineno - 1] + node.end_col_offset

    def between(self, left: ast.expr, right: ast.expr, operator: ast.AST) -> Iterator[Fault]:
        """The operator that stands between the two."""
        if type(operator) not in SWAPPED:
            return
        old, new = SWAPPED[type(operator)]
        first = self.end(left)
        gap = self.raw[first : self.start(right)].decode()
        spaced = r"\s+".join(map(re.escape, old.split(" ")))
        word = rf"(?<!\w){spaced}(?!\w)" if old[0].isalpha() else spaced
        if (found := re.search(word, gap)) is not None:
            yield self.fault(first + found.start(), found[0], new)

    def fault(self, at: int, old: str, new: str) -> Fault:
        return Fault(self.file, self.raw[:at].count(b"\n") + 1, at, old, new)

    def whole(self, node: ast.expr | ast.stmt, new: str) -> Fault:
        return self.fault(self.start(node), self.raw[self.start(node) : self.end(node)].decode(), new)


def faults(file: str) -> Iterator[Fault]:
    """Every fault that can be put into a module: in its functions and tables, not in what is only said."""
    source = _Source(file)
    said = set()
    for node in ast.walk(ast.parse(source.raw)):
        if isinstance(node, ast.ClassDef):  # how its values are kept
            said.update(id(k.value) for k in node.keywords)
        if isinstance(node, ast.keyword) and node.arg == "strict":  # an assertion
            said.add(id(node.value))
        if isinstance(node, ast.JoinedStr | ast.Raise | ast.Assert | ast.AnnAssign) or _tells(node):
            said.update(id(inner) for inner in ast.walk(node) if inner is not node)
        if isinstance(node, ast.arguments | ast.FunctionDef):
            said.update(id(inner) for inner in ast.walk(getattr(node, "returns", None) or ast.Pass()))
        if id(node) not in said:
            yield from _of(source, node)


def _tells(node: ast.AST) -> bool:
    """Whether it only makes a text: a call of `note`, `Unsupported`, `IllegalAction`."""
    name = getattr(node.func, "attr", getattr(node.func, "id", "")) if isinstance(node, ast.Call) else ""
    return name in ("note", "Unsupported", "IllegalAction", "heed", "heed_players")


def _of(source: _Source, node: ast.AST) -> Iterator[Fault]:
    match node:
        case ast.Compare(left=left, ops=operators, comparators=others):
            for before, operator, after in zip((left, *others), operators, others, strict=False):
                yield from source.between(before, after, operator)
        case ast.BoolOp(op=operator, values=values):
            for before, after in zip(values, values[1:], strict=False):
                yield from source.between(before, after, operator)
        case ast.BinOp(left=left, op=operator, right=right):
            yield from source.between(left, right, operator)
        case ast.UnaryOp(op=ast.Not()):
            yield source.fault(source.start(node), "not", "")
        case ast.Constant(value=bool() as value):
            yield source.whole(node, str(not value))
        case ast.Constant(value=int() as value):
            yield source.whole(node, str(value + 1))
        case ast.Name(id=name) if name in NAMES:
            yield source.whole(node, NAMES[name])
        case ast.Expr(value=ast.Call()) | ast.AugAssign() | ast.Continue():
            yield source.whole(node, "pass")


def all_faults(only: str = "") -> list[Fault]:
    """Every fault of the engine."""
    files = sorted(p.relative_to(ROOT).as_posix() for p in (ROOT / "engine").rglob("*.py"))
    wanted = [f for f in files if only in f and not f.startswith(LEFT_OUT) and not f.endswith("__init__.py")]
    return [fault for file in wanted for fault in faults(file)]


Callers = dict[tuple[str, int], list[measuring.Place]]
"""By function, its file and first line: the scenarios in which it is called, those that call the fewest functions first."""


def callers(library: dict[measuring.Place, Any]) -> Callers:
    """Who calls what, noted while the library is played in a copy of this process."""
    found: Callers = defaultdict(list)
    for place, called in sorted(measuring.in_fork(lambda: _noted(library)), key=lambda f: len(f[1])):
        for file, line in called:
            found[file, line].append(tuple(place))
    return found


def _noted(library: dict[measuring.Place, Any]) -> list[tuple[measuring.Place, list[tuple[str, int]]]]:
    now: set[CodeType] = set()

    def note(frame: FrameType, event: str, _: Any) -> None:
        if event == "call":
            now.add(frame.f_code)

    within = f"{ROOT}/"
    found = []
    for place, document in library.items():
        now.clear()
        sys.setprofile(note)
        try:
            run_document(document, place[0], cite=False)
        finally:
            sys.setprofile(None)
        engine = [c for c in now if c.co_filename.startswith(f"{within}engine/")]
        found.append((place, [(c.co_filename.removeprefix(within), c.co_firstlineno) for c in engine]))
    return found


def _functions(code: CodeType) -> Iterator[CodeType]:
    for inner in code.co_consts:
        if isinstance(inner, CodeType):
            yield inner
            yield from _functions(inner)


def scenario_that_fails(fault: Fault, library: dict[measuring.Place, Any], known: Callers) -> str:
    """The first of the scenarios that call the function with the fault, and don't hold with it; "" if all do, or it stands in no function."""
    raw = (ROOT / fault.file).read_bytes()
    name = str(ROOT / fault.file)
    right, wrong = (
        list(_functions(compile(text, name, "exec", dont_inherit=True)))
        for text in (raw, fault.put_into(raw, lines_kept=True))
    )
    changed = [(a, b) for a, b in zip(right, wrong, strict=False) if a != b]
    where = {p: None for a, _ in changed for p in known.get((fault.file, a.co_firstlineno), ())}
    return str(measuring.in_fork(lambda: next(_failing(changed, library, list(where)[: measuring.MOST]), "")))


@cache
def _made() -> list[FunctionType]:
    """The engine's functions, looked for once, before copies of this process are made."""
    functions = [f for f in gc.get_objects() if isinstance(f, FunctionType)]
    gc.freeze()
    return [f for f in functions if str(f.__module__).startswith("engine")]


def _failing(
    changed: list[tuple[CodeType, CodeType]],
    library: dict[measuring.Place, Any],
    where: Iterable[measuring.Place],
) -> Iterator[str]:
    for right, wrong in changed:
        for function in _made():
            if function.__code__ == right:
                function.__code__ = wrong
    signal.signal(signal.SIGPROF, measuring.too_long)
    for file, title in where:
        signal.setitimer(signal.ITIMER_PROF, measuring.SECONDS)
        try:
            status = amiss(file, title, library)
        except TimeoutError:
            status = "takes too long"
        finally:
            signal.setitimer(signal.ITIMER_PROF, 0)
        if status:
            yield f"{file}: {title}: {status}"


def amiss(file: str, title: str, library: dict[measuring.Place, Any]) -> str:
    """In which way a scenario doesn't hold, or is played or told otherwise than its print says; "" if it is as ever."""
    ruling = run_document(library[file, title], str(measuring.LIBRARY / file), cite=False)
    if ruling.status != "right":
        return ruling.status
    return prints.difference(ruling, _keys()[file, title], _kept())


@cache
def _kept() -> dict[str, tuple[str, str]]:
    return prints.kept()


@cache
def _keys() -> dict[measuring.Place, str]:
    """The names of the scenarios among the prints."""
    found: dict[measuring.Place, str] = {}
    places: dict[str, int] = defaultdict(int)
    for file, title in measuring.scenarios():
        places[file] += 1
        found[file, title] = f"{file}#{places[file]}"
    return found


def noticed(fault: Fault, tree: Path, failing: list[str]) -> str:
    """What fails with the fault in the tree, beside what fails as it stands; "" if nothing does."""
    path = tree / fault.file
    raw = path.read_bytes()
    path.write_bytes(fault.put_into(raw))
    try:
        for command in (PLAY, (*TESTS, "-x", *(f"--deselect={name}" for name in failing))):
            status, told = _run(command, tree)
            if status:
                return (told.splitlines() or ["?"])[-1][:150]
        return ""
    finally:
        path.write_bytes(raw)


def _run(command: tuple[str, ...], tree: Path) -> tuple[int, str]:
    """The exit status and what was printed."""
    try:
        done = subprocess.run(
            [sys.executable, *command], cwd=tree, env=_environment(tree), capture_output=True, text=True, timeout=SECONDS
        )  # fmt: skip
    except subprocess.TimeoutExpired:
        return 1, "it takes too long"
    return done.returncode, done.stdout.strip() or done.stderr.strip()


def failing_already(tree: Path) -> list[str]:
    """The tests that fail without any fault."""
    _, told = _run(TESTS, tree)
    return re.findall(r"^FAILED (\S+)", told, re.MULTILINE)


def _environment(tree: Path) -> dict[str, str]:
    return {**os.environ, "PYTHONPATH": str(tree), "PYTHONDONTWRITEBYTECODE": "1"}


def play() -> int:
    """Play the library in a random order, until a scenario doesn't hold. For the copy of the tree that has a fault."""
    library = measuring.scenarios()
    for file, title in random.Random(1).sample(list(library), len(library)):
        if told := amiss(file, title, library):
            print(f"{file}: {title}: {told}")
            return 1
    return 0


def main() -> int:
    """The command line."""
    asked = argparse.ArgumentParser(prog="python -m tests.mutants", description=__doc__)
    asked.add_argument("--seed", type=int, default=0)
    asked.add_argument("--count", type=int, default=20)
    asked.add_argument("--only", default="")
    asked.add_argument("--list", action="store_true")
    asked.add_argument("--library", action="store_true")
    asked.add_argument("--play", action="store_true", help=argparse.SUPPRESS)
    given = asked.parse_args()
    if given.play:
        return play()
    known = all_faults(given.only)
    picked = random.Random(given.seed).sample(known, min(given.count, len(known)))
    if given.list:
        print("\n".join(map(str, picked)))
        return 0
    survivors = _survivors(picked) if given.library else list(_in_a_copy(_survivors(picked)))
    print(f"{len(picked)} faults of {len(known)}, {len(survivors)} survive")
    return int(bool(survivors))


def _survivors(picked: list[Fault]) -> list[Fault]:
    """Those that the scenarios don't notice in which their functions are called."""
    library = measuring.scenarios()
    _ = Cards().sources
    known = callers(library)
    _made()
    left = []
    for fault in picked:
        told = scenario_that_fails(fault, library, known)
        print(f"{fault}: {told or 'no scenario that calls it notices'}", flush=True)
        left += [] if told else [fault]
    return left


def _in_a_copy(picked: list[Fault]) -> Iterator[Fault]:
    """Those that neither the whole library nor the tests notice."""
    with tempfile.TemporaryDirectory() as folder:
        tree = Path(folder) / "tree"
        shutil.copytree(ROOT, tree, ignore=shutil.ignore_patterns(".git", "__pycache__", ".*_cache"))
        failing = failing_already(tree)
        print(f"left out, since they fail without a fault: {', '.join(failing) or 'nothing'}")
        for fault in picked:
            told = noticed(fault, tree, failing)
            print(f"{fault}: {told or 'SURVIVES'}", flush=True)
            if not told:
                yield fault


if __name__ == "__main__":
    raise SystemExit(main())
