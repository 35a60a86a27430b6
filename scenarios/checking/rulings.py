"""Rulings that somebody gave, checked: does their scenario come out so, are the rules that they cite rules and does the scenario turn on them, are quotations
what the rules say."""

from __future__ import annotations

import os
import sqlite3
import time
from collections.abc import Sequence
from contextlib import ExitStack
from types import TracebackType

from rules_db.errors import RulesError
from rules_db.histories import Segment, quoting
from rules_db.lookup import standings
from rules_db.notation import numbers
from rules_db.opening import database
from rules_db.store import digest_names
from scenarios.checking.beside import Read
from scenarios.checking.cases import Case, place_in
from scenarios.format import load
from scenarios.format import types as t
from scenarios.runner import Ruling, Status, run_document, run_file

NO_WORDS = "the official text isn't installed (`judge rules fetch` or `judge rules import`)"


class Books:
    """The editions that rulings cite, each opened when it is first asked for, and closed together."""

    def __init__(self) -> None:
        self._open = ExitStack()
        self._connection: sqlite3.Connection | None = None
        self._shelves: dict[str | None, standings.Shelf] = {}

    def __enter__(self) -> Books:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._open.close()

    def shelf(self, edition: str | None) -> standings.Shelf:
        """The numbers of an edition. Raises RulesError."""
        found = self._shelves.get(edition)
        if found is None:
            if self._connection is None:
                self._connection = self._open.enter_context(database())
            found = self._shelves[edition] = standings.Shelf(self._connection, edition)
        return found


def check_ruling(
    ruling: t.Ruling | t.Fault,
    rules: t.Name | None,
    file: str,
    books: Books,
    strict: bool = False,
    read: Read = load,
) -> Case:
    """The case of one ruling. `rules`: the edition that it cites; `file`: where it stands, and the path of its scenario begins; `strict`: a cited rule that nothing
    in the scenario turns on, and a quotation that can't be checked, are errors; `read`: how the file of its scenario is had."""
    began = time.perf_counter()
    status: Status = "invalid"
    problems: list[str] = []
    warnings: list[str] = []
    title = "ruling"
    if isinstance(ruling, t.Fault):
        problems = [ruling.told]
    else:
        title = ruling.question
        try:
            shelf = books.shelf(rules.text if rules is not None else None)
            status, problems, warnings = _Check(ruling, file, shelf, strict, read).made()
        except RulesError as error:
            problems = [f"{rules.where if rules is not None else ruling.where}: {error}"]
    detail = "\n".join(problems)
    line = place_in(detail, file) or ruling.where.line
    ms = round((time.perf_counter() - began) * 1000, 2)
    return Case(file, title, status, detail, ms, line, "ruling", tuple(warnings))


class _Check:
    """One ruling being checked: what is wrong with it, and what is not as it should be."""

    def __init__(self, ruling: t.Ruling, file: str, shelf: standings.Shelf, strict: bool, read: Read) -> None:
        self.ruling, self.file, self.shelf, self.strict, self.read = ruling, file, shelf, strict, read
        self.problems: list[str] = []
        self.warnings: list[str] = []

    def made(self) -> tuple[Status, list[str], list[str]]:
        """How it ended, what is wrong, and the warnings."""
        ruling = self.ruling
        status: Status = "right"
        played = _played(ruling, self.file, self.read)
        for one in played:
            if one.status != "right" and status == "right":
                status = one.status
                self.problems.append(one.detail)
        if played and not any(one.checks for one in played) and status == "right":
            self._doubt("its scenario expects nothing, so that the answer isn't checked")
        if not (played or ruling.cites or ruling.quotes):
            self._doubt("there is nothing to check: neither 'scenario' nor 'cites' nor 'quotes'")
        applied = _applied(played) if played and status == "right" else None
        for number in dict.fromkeys(ruling.cites):
            self._cited(number, applied)
        for quote in ruling.quotes:
            self._quoted(quote)
        if self.problems and status == "right":
            status = "wrong"
        return status, self.problems, self.warnings

    def _wrong(self, told: str) -> None:
        self.problems.append(f"{self.ruling.where}: {told}")

    def _doubt(self, told: str) -> None:
        """A warning, or an error where rulings are checked strictly."""
        if self.strict:
            self._wrong(told)
        else:
            self.warnings.append(told)

    def _cited(self, number: str, applied: Sequence[str] | None) -> None:
        standing = self.shelf.standing(number)
        if not standing.exists:
            self._wrong(f"cites {number}: {standing.problem}")
            return
        if standing.today not in (number, "") and standing.match == "same":
            self.warnings.append(
                f"{number} of the edition of {standing.edition} is {standing.today} in the rules of {digest_names.DATE}"
            )
        if applied is None or any(numbers.is_under(rule, standing.today or number) for rule in applied):
            return
        self._doubt(f"{number} exists, but nothing in this scenario turns on it{_instead(standing, applied)}")

    def _quoted(self, quote: t.Quote) -> None:
        standing = self.shelf.standing(quote.rule)
        if not standing.exists:
            self._wrong(f"quotes {quote.rule}: {standing.problem}")
        elif not standing.official:
            self._doubt(f"the quotation of {quote.rule} can't be checked: {NO_WORDS}")
        elif difference := quoting.difference(quote.text, standing.text):
            self._wrong(
                f"quotes {quote.rule} otherwise than the edition of {standing.edition}, whose words are in [- -] and the quotation's in {{+ +}}:"
                f" {_shown(difference)}"
            )


def file_of(ruling: t.Ruling, file: str) -> tuple[str, str] | None:
    """The file that a ruling names for its scenario, and the number of the scenario there, empty for all; None where it stands in place or there is none."""
    if not isinstance(ruling.scenario, str):
        return None
    path, _, number = ruling.scenario.rpartition("#")
    if not (path and number.isdigit()):
        path, number = ruling.scenario, ""
    return os.path.join(os.path.dirname(file), path), number


def _played(ruling: t.Ruling, file: str, read: Read) -> list[Ruling]:
    """The rulings on its scenario: one, or one for each scenario of the file that it names. What led to the outcome is worked out where a rule is cited."""
    scenario, cite = ruling.scenario, bool(ruling.cites)
    if scenario is None:
        return []
    if isinstance(scenario, t.Scenario):
        return [run_document(scenario, file, cite=cite)]
    named = file_of(ruling, file)
    assert named is not None
    whole, number = named
    found = run_file(whole, cite=cite, read=read)
    if not number:
        return found
    if 1 <= int(number) <= len(found):
        return [found[int(number) - 1]]
    told = f"{ruling.where}: {whole} has no scenario #{number}; it has {len(found)}"
    return [Ruling(file=file, title=ruling.question, status="invalid", detail=told)]


def _applied(played: Sequence[Ruling]) -> list[str]:
    """The rules that scenarios turned on: those of the lines that led to the answer."""
    return [
        rule
        for ruling in played
        for rules in (ruling.deciding, ruling.beside, *(ruling.timeline[at].rules for at in ruling.path))
        for rule in rules
    ]


def _instead(standing: standings.Standing, applied: Sequence[str]) -> str:
    """What it turns on that may have been meant: the same number after the last renumbering, or a neighbour."""
    now = standings.moved(standing.number) if standing.today == standing.number else ""
    if now in applied:
        return f"; it turns on {now}, which was {standing.number} until the last renumbering"
    above = numbers.parent(standing.today) if standing.today else None
    near = [
        rule for rule in dict.fromkeys(applied) if above and "." in above and numbers.is_under(rule, above)
    ]
    return f"; of {above} it turns on {', '.join(numbers.in_order(near))}" if near else ""


_MARKS = {"same": ("", ""), "removed": ("[-", "-]"), "added": ("{+", "+}")}


def _shown(difference: Sequence[Segment]) -> str:
    """The words that came and went, marked as `wdiff` does."""
    return " ".join(f"{_MARKS[part.op][0]}{part.text}{_MARKS[part.op][1]}" for part in difference)
