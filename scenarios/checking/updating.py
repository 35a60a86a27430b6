"""Rulings files written anew with the numbers of another edition: the numbers, and nothing else."""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import yaml

from rules_db.errors import RulesError
from rules_db.lookup import mentions, standings
from rules_db.opening import database
from rules_db.store import digest_names
from scenarios.format import LOADER, ScenarioError, each_document, load, read_text
from scenarios.format import types as t

_PROSE = ("question", "answer", "note")
_LISTS = ("cites", "quotes")


class Change(msgspec.Struct, frozen=True):
    """A number in a line of the file, and what stands there now; `doubt`: why it was left as it is, empty if it was not."""

    line: int
    old: str
    new: str
    doubt: str = ""


class Updated(msgspec.Struct, frozen=True):
    """A rulings file with the numbers of another edition: its text, and the numbers that have changed or couldn't be."""

    file: str
    since: str
    to: str
    text: str
    changes: tuple[Change, ...]


class _Place(msgspec.Struct, frozen=True):
    """A piece of the text, in the lines and columns of YAML, from 0: the end is the first column that isn't in it."""

    line: int
    column: int
    end_line: int
    end_column: int


def update(file: str, to: str, since: str | None = None) -> Updated:
    """The rulings of a file (`-`: standard input) with the numbers of the edition `to`: in `cites`, `quotes` and what is said, but not in scenarios, which always have
    the numbers of the newest rules; `rules` names that edition then. Nothing is written (see `write`).

    `since`: the edition of the numbers, where the file doesn't say. Raises ScenarioError where the file is at fault, RulesError where an edition isn't known.
    """
    raw = read_text(file)
    text = load(file) if file != "-" else raw
    edits: list[tuple[Change, int]] = []
    with database() as connection:
        new = standings.Shelf(connection, to)
        date = digest_names.DATE if new.edition == digest_names.ID else new.edition
        named = ""
        for document, tree in zip(
            _documents(text, file), yaml.compose_all(text, Loader=LOADER), strict=False
        ):
            if not isinstance(document, t.Rulings):
                continue
            wanted = document.rules.text if document.rules is not None else since
            if wanted is None:
                raise ScenarioError(
                    document.where,
                    "nothing says which edition the numbers are of",
                    expected="'rules', or --from DATE",
                )
            old = standings.Shelf(connection, wanted)
            named = named or wanted
            for place in _places(tree):
                edits += _edits(text, place, connection, old, new)
            edits += [(Change(place.line + 1, wanted, date), place.column) for place in _dates(tree)]
    # Each once: an alias stands for what is written elsewhere.
    changes = list({(c.line, column): (c, column) for c, column in edits if c.old != c.new}.values())
    changes.sort(key=lambda edit: (edit[0].line, edit[1]))
    written = _written(raw, text, [edit for edit in changes if not edit[0].doubt])
    return Updated(file, named, date, written, tuple(change for change, _ in changes))


def _documents(text: str, file: str) -> Iterator[t.Scenario | t.Rulings]:
    """The documents of a text. Raises ScenarioError for the first that is at fault."""
    for document in each_document(text, file):
        if isinstance(document, ScenarioError):
            raise document
        yield document


def _places(tree: Any) -> Iterator[_Place]:
    """Where the rulings of a document cite, quote and say something."""
    for key, value in tree.value:
        if key.value != "rulings":
            continue
        for ruling in value.value:
            for name, said in ruling.value if isinstance(ruling, yaml.MappingNode) else ():
                if name.value in _PROSE:
                    yield _place(said)
                elif name.value in _LISTS:
                    yield from map(_place, _numbers(said))


def _numbers(node: Any) -> list[Any]:
    """The scalars with numbers of `cites: 702.19b`, `cites: [702.19b]`, `quotes: {702.19b: ...}`."""
    match node:
        case yaml.MappingNode():
            return [key for key, _ in node.value]
        case yaml.SequenceNode():
            return list(node.value)
        case _:
            return [node]


def _dates(tree: Any) -> list[_Place]:
    return [_place(value) for key, value in tree.value if key.value == "rules"]


def _place(node: Any) -> _Place:
    start, end = node.start_mark, node.end_mark
    return _Place(start.line, start.column, end.line, end.column)


def _edits(
    text: str, place: _Place, connection: Any, old: standings.Shelf, new: standings.Shelf
) -> Iterator[tuple[Change, int]]:
    """What becomes of the numbers in a place, each with its column."""
    lines = text.split("\n")
    for at in range(place.line, min(place.end_line, len(lines) - 1) + 1):
        end = place.end_column if at == place.end_line else len(lines[at])
        start = place.column if at == place.line else 0
        for found in mentions.found_in(lines[at][start:end], sections=False):
            if not old.standing(found.number).exists:
                continue
            change = _change(found.number, at + 1, standings.renumbered(connection, found.number, old, new))
            if found.length == 1 and change.old != change.new:
                change = msgspec.structs.replace(change, doubt=change.doubt or "it is the end of a range")
            yield change, start + found.column - 1


def _change(number: str, line: int, there: Any) -> Change:
    if there is None:
        return Change(line, number, "", "it has no such rule, or which one it is can't be told")
    if there.kind == "same" or there.number == number:
        return Change(line, number, there.number)
    doubt = "that rule holds only a part of it" if there.kind == "part" else "perhaps that is another rule"
    return Change(line, number, there.number, doubt)


def _written(raw: str, text: str, edits: list[tuple[Change, int]]) -> str:
    """The file's own text with the edits. In Markdown a block may stand further to the right than its YAML."""
    lines = raw.splitlines(keepends=True)
    yaml_lines = text.split("\n")
    for change, column in reversed(edits):
        line = lines[change.line - 1]
        bare = line.rstrip("\r\n")
        start = len(bare) - len(yaml_lines[change.line - 1].rstrip("\r")) + column
        if line[start : start + len(change.old)].lower() != change.old:
            raise RulesError(
                f"line {change.line} isn't laid out as expected, so nothing is changed: {bare.strip()}"
            )
        lines[change.line - 1] = line[:start] + change.new + line[start + len(change.old) :]
    return "".join(lines)


def write(updated: Updated) -> None:
    """Put the text in the place of the file, all at once: whoever reads it meanwhile, or a power cut, finds the old text or the new. Raises OSError."""
    path = Path(os.path.realpath(updated.file))
    mark = "\ufeff" if path.read_bytes().startswith(b"\xef\xbb\xbf") else ""
    number, name = tempfile.mkstemp(prefix=f".{path.name}.", dir=path.parent)
    try:
        with os.fdopen(number, "wb") as opened:
            opened.write((mark + updated.text).encode("utf-8"))
            opened.flush()
            os.fsync(opened.fileno())
        shutil.copymode(path, name)
        os.replace(name, path)
    except BaseException:
        os.unlink(name)
        raise
