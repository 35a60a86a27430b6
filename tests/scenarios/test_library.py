"""Every scenario of the library holds, with the cards that ship with the project."""

from __future__ import annotations

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
DOCUMENTS = [
    pytest.param(document, str(path), id=key(path, place))
    for path in FILES
    for place, document in enumerate(documents(load(path), str(path)), 1)
]
PRINTS = kept()


@pytest.fixture(autouse=True, scope="module")
def home(built: Path) -> Iterator[Path]:
    """One home for all of them: a scenario writes nothing into it."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("JUDGE_HOME", str(built))
        patch.delenv("JUDGE_CARDS", raising=False)
        cards.standing_sources.cache_clear()
        yield built


@pytest.mark.parametrize(("document", "file"), DOCUMENTS)
def test_it_holds(document: object, file: str, request: pytest.FixtureRequest) -> None:
    found = run_document(document, file, cite=False)  # type: ignore[arg-type]
    assert found.status == "right", f"{found.status}: {found.detail}"
    assert difference(found, request.node.callspec.id, PRINTS) == "", (
        "python -m tests.rulings shows it; python -m tests.prints"
    )


def test_no_print_is_of_nothing() -> None:
    assert sorted(PRINTS.keys() - {each.id for each in DOCUMENTS}) == []


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


def test_each_says_what_it_is_about() -> None:
    assert [f"{each.id}: {about(each.values[0])}" for each in DOCUMENTS if about(each.values[0])] == []
