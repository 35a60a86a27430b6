"""What rulings are asked on: a file, a text, plain data or a scenario that has been read."""

from __future__ import annotations

import collections.abc as abc
import errno
import os
import time
from typing import Any, TypeAlias

from msgspec.structs import replace

from scenarios.format import STANDARD_INPUT, ScenarioError, YamlError, each_document, load, parts, read_data
from scenarios.format import types as t
from scenarios.runner.results import Ruling
from scenarios.runner.running import at_fault, crashed, run_document

Source: TypeAlias = str | os.PathLike[str] | abc.Mapping[str, Any] | t.Scenario
"""The path of a file (`-`: standard input), YAML text, the data of a scenario, or a scenario."""
_Document: TypeAlias = t.Scenario | t.Rulings | ScenarioError
TEXT, DATA, QUESTION = "<text>", "scenario", "question"
"""What a text, a dict and what is asked are called where a file would be named."""


def run(source: Source, edition: str | None = None, *, cite: bool = True) -> Ruling:
    """The ruling on a scenario: a path, YAML text, or a dict.

    A text is taken for a path unless it has several lines, or a key (`players: ...`) and no file is called so. `edition`: the date of the edition of the
    rules that are cited, if not the one that the scenario names; `cite`: with the text of those rules. A scenario at fault has a ruling, too, which says
    what is wrong. Raises FileNotFoundError for a path where nothing is, ValueError where there are several scenarios (see `run_all`)."""
    began = time.perf_counter()
    file, found = _documents(source)
    found = [document for document in found if isinstance(document, YamlError)] or found
    if len(found) != 1:
        raise ValueError(f"{file} holds {len(found)} scenarios, and run takes one; run_all takes them all")
    return _ruling(found[0], file, edition, cite, began)


def run_all(source: Source, edition: str | None = None, *, cite: bool = True) -> list[Ruling]:
    """The rulings on all scenarios of a file or text, in their order; see `run`."""
    began = time.perf_counter()
    file, found = _documents(source)
    return [_ruling(document, file, edition, cite, began) for document in found]


def ask(
    source: Source, *questions: str | t.Question, edition: str | None = None, number: int | None = None
) -> Ruling:
    """The ruling on a scenario that is asked these questions, in words ("why did the bears die?") or as the format has them, instead of its own; see
    `run`. `number`: which scenario of the source, counted from 1. Raises FileNotFoundError, and ValueError where there are several and none is named, or
    fewer."""
    file, found = _documents(source)
    return _asked(file, found, questions, edition, number)


def ask_text(text: str, *questions: str, edition: str | None = None, number: int | None = None) -> Ruling:
    """The same of a text, which is never taken for a path. Raises ValueError as `ask` does."""
    return _asked(TEXT, list(each_document(text, TEXT)), questions, edition, number)


def _asked(
    file: str,
    found: list[_Document],
    questions: abc.Sequence[str | t.Question],
    edition: str | None,
    number: int | None,
) -> Ruling:
    began = time.perf_counter()
    if number is None and len(found) != 1:
        raise ValueError(f"{file} holds {len(found)} scenarios: say which one, by its number from 1")
    if number is not None and not 1 <= number <= len(found):
        held = "1 scenario" if len(found) == 1 else f"{len(found)} scenarios"
        raise ValueError(f"{file} holds {held}, and no number {number}")
    document = found[0 if number is None else number - 1]
    if not isinstance(document, t.Scenario):
        return _ruling(document, file, edition, True, began)
    where = t.Where(QUESTION)
    asked = tuple(t.InWords(text=q, where=where) if isinstance(q, str) else q for q in questions)
    do = tuple(action for action in document.do if not isinstance(action, t.Ask))
    return run_document(replace(document, ask=asked, do=do), file, edition, keep_game=True)


def run_text(
    text: str, edition: str | None = None, *, cite: bool = True, pictures: bool = False
) -> list[Ruling]:
    """The rulings on every document of a text, which is never taken for a path; see `run_file`. Never raises."""
    began = time.perf_counter()
    try:
        found = list(each_document(text, TEXT))
    except ScenarioError as error:
        found = [error]
    except Exception:
        return [crashed(TEXT, began)]
    return [
        at_fault(document, TEXT, began)
        if isinstance(document, ScenarioError)
        else run_document(document, TEXT, edition, cite=cite, pictures=pictures)
        for document in found
    ]


def run_file(
    path: str | os.PathLike[str],
    edition: str | None = None,
    *,
    cite: bool = True,
    read: abc.Callable[[str], str] = load,
) -> list[Ruling]:
    """The rulings on every document of a file; for one at fault, and for a file that can't be read, a ruling that says so. The games are
    not kept, since there may be many. `read`: how the YAML of a file is had. Never raises."""
    file = os.fspath(path)
    began = time.perf_counter()
    found: list[_Document]
    try:
        found = list(each_document(read(file), file))
    except ScenarioError as error:
        found = [error]
    except Exception:
        return [crashed(file, began)]
    return [
        at_fault(document, file, began)
        if isinstance(document, ScenarioError)
        else run_document(document, file, edition, cite=cite)
        for document in found
    ]


def run_file_drawn(path: str | os.PathLike[str], edition: str | None = None) -> list[tuple[Ruling, str]]:
    """The rulings on every document of a file with the boards on the way, each beside the text of its document; see `run_file`. Never raises."""
    file = os.fspath(path)
    began = time.perf_counter()
    try:
        text = load(path)
        found = list(each_document(text, file))
    except ScenarioError as error:
        return [(at_fault(error, file, began), "")]
    except Exception:
        return [(crashed(file, began), "")]
    texts = _texts(text, len(found))
    return [
        (at_fault(document, file, began), piece)
        if isinstance(document, ScenarioError)
        else (run_document(document, file, edition, pictures=True), piece)
        for document, piece in zip(found, texts, strict=True)
    ]


def _texts(text: str, number: int) -> list[str]:
    """The texts of that many documents; of each the whole where it can't be told where they begin."""
    pieces = [part.text.removeprefix("---").strip("\n") for part in parts(f"---\n{text}")]
    full = [each for each in pieces if any(line.strip() and line[0] != "#" for line in each.split("\n"))]
    return full if len(full) == number else [text] * number


def _ruling(document: _Document, file: str, edition: str | None, cite: bool, began: float) -> Ruling:
    if isinstance(document, ScenarioError):
        return at_fault(document, file, began)
    return run_document(document, file, edition, cite=cite, keep_game=True)


def _documents(source: Source) -> tuple[str, list[_Document]]:
    """What the source is called, and its documents or what is wrong with each. Raises FileNotFoundError, TypeError."""
    if isinstance(source, t.Scenario):
        return source.where.file, [source]
    if isinstance(source, abc.Mapping):
        try:
            return DATA, [read_data(source)]
        except ScenarioError as error:
            return DATA, [error]
    if isinstance(source, str) and _is_text(source):
        return TEXT, list(each_document(source, TEXT))
    if not isinstance(source, str | os.PathLike):
        kind = type(source).__name__
        raise TypeError(f"a scenario is a path, YAML text or a dict, and this is of the type {kind}")
    file = os.fspath(source)
    if file != STANDARD_INPUT and not os.path.exists(file):
        raise FileNotFoundError(errno.ENOENT, "no such scenario file", file)
    try:
        return file, list(each_document(load(file), file))
    except ScenarioError as error:
        return file, [error]


def _is_text(source: str) -> bool:
    """Whether a string is a scenario and not the path of one."""
    if "\n" in source:
        return True
    return (": " in source or source.endswith(":")) and not os.path.exists(source)
