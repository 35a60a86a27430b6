"""What a ruling hangs on besides its document: the program, which has to be the same wherever documents are checked, and what the user has imported, which travels
there."""

from __future__ import annotations

import functools
import hashlib
import os
import shutil
import sqlite3
import sys
import zlib
from contextlib import closing, suppress
from importlib import metadata
from pathlib import Path

import msgspec

import engine
import rules_db
import scenarios
from rules_db.store import database_path, home
from scenarios.cards import imports_path, pool_source
from scenarios.checking.executors import ExecutorProblem

LIBRARIES = ("msgspec", "PyYAML", "RapidFuzz")
"""Those that have a say in what comes out: how a document is read, and which names are near."""
PACKAGES = (engine, rules_db, scenarios)
DATA = (".py", ".tsv", ".gz")
"""The files of the packages that a ruling can hang on; scenarios that ship with them are none."""


@functools.cache
def versions() -> dict[str, str]:
    """What has to be the same everywhere, by its name: Python, the libraries, and a print of the packages with their rules and cards."""
    found = {"Python": f"{sys.version_info.major}.{sys.version_info.minor}"}
    for library in LIBRARIES:
        with suppress(metadata.PackageNotFoundError):
            found[library] = metadata.version(library)
    print_of = hashlib.sha256()
    for package in PACKAGES:
        root = Path(str(package.__file__)).parent
        for file in sorted(root.rglob("*")):
            if file.suffix in DATA and file.is_file():
                print_of.update(f"{package.__name__}/{file.relative_to(root).as_posix()}\n".encode())
                print_of.update(file.read_bytes())
    return {**found, "judge": f"the build {print_of.hexdigest()[:12]}"}


def differences(there: dict[str, str]) -> str:
    """What is another version there than here, in words; empty where nothing is."""
    here = versions()
    return "; ".join(
        f"{name} is {there.get(name, 'not installed')} there and {here.get(name, 'not installed')} here"
        for name in {**here, **there}
        if here.get(name) != there.get(name)
    )


class Imports(msgspec.Struct, frozen=True):
    """What the user has imported. `home`: that directory as it is called where they come from; `files`: its databases, packed, by their names; `card_file`: what
    JUDGE_CARDS names, and `cards`, what is in it, packed."""

    home: str
    files: dict[str, bytes]
    card_file: str
    cards: bytes


def packed() -> Imports:
    """The imports of this machine. Raises ExecutorProblem for what can't be read."""
    files = {
        path.name: zlib.compress(_whole(path), 1)
        for path in (imports_path(), database_path())
        if path.exists()
    }
    card_file = os.environ.get("JUDGE_CARDS", "")
    try:
        cards = zlib.compress(Path(card_file).read_bytes(), 1) if card_file else b""
    except OSError as error:
        raise ExecutorProblem(f"JUDGE_CARDS: {card_file} can't be read: {error.strerror}") from None
    return Imports(str(home()), files, card_file, cards)


def _whole(path: Path) -> bytes:
    """An SQLite file as it is when nobody is writing to it."""
    try:
        with closing(sqlite3.connect(path, timeout=30.0)) as connection:
            return connection.serialize()
    except sqlite3.Error as error:
        raise ExecutorProblem(f"{path} can't be read: {error}") from None


class Home:
    """A directory of this machine that has the imports of another."""

    def __init__(self, imports: Imports, place: Path) -> None:
        """Unpack them. The pool's index is that of our own home: it takes a second to make."""
        place.mkdir(parents=True, exist_ok=True)
        for name, data in imports.files.items():
            (place / name).write_bytes(zlib.decompress(data))
        index = getattr(pool_source(), "path", None)
        if index is not None:
            shutil.copy(index, place)
        self.environment = {"JUDGE_HOME": str(place), "JUDGE_CARDS": ""}
        self._names = {str(place): imports.home}
        if imports.card_file:
            file = place / f"judge_cards{''.join(Path(imports.card_file).suffixes)}"
            file.write_bytes(zlib.decompress(imports.cards))
            self.environment["JUDGE_CARDS"] = str(file)
            self._names = {str(file): imports.card_file, **self._names}

    def as_there(self, told: str) -> str:
        """A message with the places as they are called where the imports come from."""
        for here, there in self._names.items():
            told = told.replace(here, there)
        return told
