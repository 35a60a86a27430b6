"""Scenario files as typed scenarios."""

from __future__ import annotations

import collections.abc as abc
import os
import sys
from collections.abc import Callable, Iterator
from functools import cache
from typing import Any

import msgspec

from scenarios.format import joining
from scenarios.format import types as t
from scenarios.format.data import ROOT, as_nodes
from scenarios.format.errors import ScenarioError, together
from scenarios.format.kinds import Reading
from scenarios.format.markdown import SUFFIXES, as_yaml, is_markdown
from scenarios.format.nodes import (
    MAX_CHARACTERS,
    Mapping,
    Node,
    Scalar,
    Sequence,
    describe,
    is_nothing,
    place,
    trees,
)
from scenarios.format.parts import parts
from scenarios.format.tables import RULINGS, SCENARIO
from scenarios.format.types import Rulings, Scenario, Where


def each_document(text: str, file: str, first_line: int = 1) -> Iterator[Scenario | Rulings | ScenarioError]:
    """Every document of a YAML text, or what is wrong with it: a fault of one leaves the others as they are; after a fault of the YAML itself
    (YamlError) the reading goes on where the next document begins. `first_line`: the number of the text's first line in the file."""
    count = 0
    parts = trees(text, file, first_line)
    while True:
        try:
            tree = next(parts)
        except StopIteration:
            break
        except ScenarioError as error:
            error.source = t.Text(text, first_line)
            yield error
            yield from _after(error, text, file, first_line)
            return
        count += 1
        try:
            yield _read(tree, Reading(file), t.Text(text, first_line))
        except ScenarioError as error:
            yield error
    if not count:
        yield ScenarioError(Where(file, 1, 1), "the file is empty", expected="a scenario")


def _after(
    error: ScenarioError, text: str, file: str, first_line: int
) -> Iterator[Scenario | Rulings | ScenarioError]:
    """The documents that begin after a fault of the YAML: `---` at the beginning of a line begins one, whatever came before it."""
    for part in parts(text)[1:]:
        line = first_line + part.first_line - 1
        if line >= error.where.line > 0:
            rest = "\n".join(text.split("\n")[part.first_line - 1 :])
            for found in each_document(rest, file, line):
                if not (
                    isinstance(found, ScenarioError) and str(found) == str(error)
                ):  # it is of that document
                    yield found
            return


def read_data(data: abc.Mapping[str, Any]) -> Scenario | Rulings:
    """A document given as plain data: dicts, lists, texts, numbers. Raises ScenarioError, whose place is told as in ``scenario['do'][0]``."""
    node, places = as_nodes(data)
    return _read(node, Reading(ROOT, places), None)


def documents(text: str, file: str) -> list[Scenario | Rulings]:
    """Every document of a YAML text: scenarios, and rulings files. Raises ScenarioError."""
    found = []
    for document in each_document(text, file):
        if isinstance(document, ScenarioError):
            raise document
        found.append(document)
    return found


def read(text: str, file: str) -> list[Scenario]:
    """The scenarios of a YAML text, in order. Raises ScenarioError, for a rulings file too."""
    scenarios = []
    for document in documents(text, file):
        if isinstance(document, Rulings):
            raise ScenarioError(document.where, "this is a rulings file", expected="a scenario")
        scenarios.append(document)
    return scenarios


def read_file(path: str | os.PathLike[str]) -> list[Scenario]:
    """The scenarios of a file. Raises ScenarioError, also when there is no such file or it is no UTF-8 text."""
    return read(load(path), os.fspath(path))


STANDARD_INPUT = "-"
"""What is given for a file to have standard input read."""


def load(path: str | os.PathLike[str]) -> str:
    """The YAML of a scenario file: its text or, of a Markdown file, the fenced blocks that hold scenarios or rulings, each in the lines where it stands. `-` is
    standard input, of either kind. Raises ScenarioError."""
    file = os.fspath(path)
    text = read_text(file)
    if file.lower().endswith(SUFFIXES) or (file == STANDARD_INPUT and is_markdown(text)):
        return as_yaml(text, file)
    return text


def read_text(file: str) -> str:
    """The text of a file, or of standard input for `-`. Raises ScenarioError, also when it is no UTF-8 text."""
    # A character has four bytes at most: what is longer is refused without reading all of it.
    most = 4 * MAX_CHARACTERS + 1
    try:
        if file == STANDARD_INPUT:
            raw = sys.stdin.buffer.read(most)
        else:
            with open(file, "rb") as opened:
                raw = opened.read(most)
    except IsADirectoryError:
        told = f"it is a folder; `judge check {file}` checks all that is in it"
        raise ScenarioError(Where(file), told) from None
    except OSError as error:
        raise ScenarioError(Where(file), f"the file can't be read: {error.strerror or error}") from None
    if len(raw) == most:
        raise ScenarioError(
            Where(file), "the file is too long", expected=f"at most {MAX_CHARACTERS:,} characters"
        )
    try:
        return raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        before = raw[: error.start].decode("utf-8", "replace")
        raise ScenarioError(
            place(before, len(before), file),
            "not a text file in UTF-8",
            expected="UTF-8",
            found=f"the byte 0x{raw[error.start]:02x}",
        ) from None


def _read(node: Node, reading: Reading, text: t.Text | None) -> Scenario | Rulings:
    """A document, with what it was read from. Raises ScenarioError with all that is wrong with it."""
    for where, name in joining.joined(node, _known(node)):
        reading.remark(where, f"the comma in {name}", "it belongs to the name of the card")
    document = None
    try:
        document = _document(node, reading)
    except ScenarioError as fault:
        reading.faults.append(fault)
    if reading.faults or document is None:
        error = together(reading.faults, text)
        if isinstance(document, Scenario):
            error.partial = msgspec.structs.replace(document, text=text)
        raise error
    if isinstance(document, Scenario):
        return msgspec.structs.replace(document, remarks=tuple(reading.remarks), text=text)
    return document


def _known(node: Node) -> Callable[[str], bool]:
    """Whether a card is called so: one of the scenario's own, or of the pool and the imports."""
    own = set()
    for key, value in node.pairs if type(node) is Mapping else ():
        if key.text == "cards" and type(value) is Sequence:
            for card in value.items:
                for name, called in card.pairs if type(card) is Mapping else ():
                    if name.text == "name" and type(called) is Scalar:
                        own.add(called.text)

    @cache
    def known(name: str) -> bool:
        # Here, since finding cards loads the engine.
        from scenarios.cards import Cards

        return name in own or Cards().knows(name)

    return known


def _document(node: Node, reading: Reading) -> Scenario | Rulings:
    if is_nothing(node):
        raise reading.error(node, "an empty document", "a scenario")
    if type(node) is not Mapping:
        raise ScenarioError(
            reading.where(node),
            "not a scenario",
            expected="a mapping with 'players', 'do', 'expect', ...",
            found=describe(node),
        )
    kind = RULINGS if any(key.text == "rulings" for key, _value in node.pairs) else SCENARIO
    document: Scenario | Rulings = kind.read(reading, node)
    return document
