"""Every scenario of the library holds, with the cards that ship with the project."""

from __future__ import annotations

from pathlib import Path

import pytest

from scenarios.checking import SUFFIXES
from scenarios.format import documents, load
from scenarios.format.types import Ask, Check
from scenarios.runner import run_document

LIBRARY = Path(__file__).resolve().parents[2] / "scenarios" / "library"
FILES = sorted(path for path in LIBRARY.rglob("*") if path.suffix in SUFFIXES)
DOCUMENTS = [
    pytest.param(document, str(path), id=f"{path.relative_to(LIBRARY)}:{document.where.line}")
    for path in FILES
    for document in documents(load(path), str(path))
]


@pytest.mark.parametrize(("document", "file"), DOCUMENTS)
def test_it_holds(document: object, file: str) -> None:
    found = run_document(document, file, cite=False)  # type: ignore[arg-type]
    assert found.status == "right", f"{found.status}: {found.detail}"


@pytest.mark.parametrize(("document", "file"), DOCUMENTS)
def test_it_says_what_it_is_about(document: object, file: str) -> None:
    """Each library scenario has a title, expectations, and rules that it must cite or refuse an action under."""
    assert getattr(document, "title", None), file
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
    assert expects or any(question.answer is not None or question.cites for question in asked), file
    assert any(each.cites for each in (*expects, *asked)) or refused_under, file
