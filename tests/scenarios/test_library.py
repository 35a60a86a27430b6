"""Every scenario of the library holds, with the cards that ship with the project."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from scenarios import cards
from scenarios.checking import SUFFIXES
from scenarios.format import documents, load
from scenarios.format.types import Ask, Check
from scenarios.runner import run_document
from tests.prints import LIBRARY, difference, kept, key

FILES = sorted(path for path in LIBRARY.rglob("*") if path.suffix in SUFFIXES)
DIVIDER = re.compile(r"^---(?:\s|$)", re.MULTILINE)
PRINTS = kept()


def number_in(path: Path) -> int:
    """How many documents a file holds, found apart from the reader of scenarios."""
    before, *rest = DIVIDER.split(path.read_text(encoding="utf-8"))
    begun = any(line.strip() and not line.startswith("#") for line in before.splitlines())
    return begun + len(rest)


@pytest.fixture(autouse=True, scope="module")
def home(built: Path) -> Iterator[Path]:
    """One home for all of them: a scenario writes nothing into it."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("JUDGE_HOME", str(built))
        patch.delenv("JUDGE_CARDS", raising=False)
        cards.standing_sources.cache_clear()
        yield built


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(LIBRARY)))
def test_they_hold_and_say_what_they_are_about(path: Path) -> None:
    found = tuple(documents(load(path), str(path)))
    assert len(found) == number_in(path)
    assert {
        key(path, place): wrong
        for place, each in enumerate(found, 1)
        if (wrong := lacking(path, place, each))
    } == {}


def lacking(path: Path, place: int, document: object) -> str:
    """What is wrong with a scenario; or nothing."""
    ruling = run_document(document, str(path), cite=False)  # type: ignore[arg-type]
    if ruling.status != "right":
        return f"{ruling.status}: {ruling.detail}"
    if changed := difference(ruling, key(path, place), PRINTS):
        return f"{changed} (python -m tests.rulings shows it; python -m tests.prints)"
    return about(document)


def test_no_print_is_of_nothing() -> None:
    names = {key(path, place) for path in FILES for place in range(1, number_in(path) + 1)}
    assert sorted(PRINTS.keys() - names) == []


def about(document: object) -> str:
    """What a library scenario lacks of a title, expectations, and rules that it must cite or refuse an action under; or nothing."""
    actions = getattr(document, "do", ())
    expects = [
        *getattr(document, "expect", ()),
        *(e for a in actions if isinstance(a, Check) for e in a.expect),
    ]
    asked = [
        *getattr(document, "ask", ()),
        *(question for a in actions if isinstance(a, Ask) for question in a.questions),
    ]
    refused_under = [a.illegal for a in actions if isinstance(a.illegal, str)]
    if not getattr(document, "title", None):
        return "no title"
    if not expects and not any(question.answer is not None or question.cites for question in asked):
        return "nothing is expected"
    return "" if any(each.cites for each in (*expects, *asked)) or refused_under else "no rule is cited"
