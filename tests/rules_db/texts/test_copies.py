"""What copying does to an official text: remains of web pages and letters, lost characters, lines that come or go. The rules stay equal."""

from __future__ import annotations

import functools
import itertools
import random
import re
from collections.abc import Callable, Sequence

import pytest

from rules_db.notation import typography
from rules_db.texts import Document, decoding, read_document
from tests.rules_db.conftest import edition_file

Copy = Callable[[Sequence[str]], list[str]]


@functools.cache
def _lines(name: str) -> tuple[str, ...]:
    return decoding.read(edition_file(name).read_bytes()).lines


@functools.cache
def _document(name: str) -> Document:
    return read_document("\n".join(_lines(name)).encode())


def _told_apart(one: Document, other: Document) -> list[str]:
    """The numbers and terms that read otherwise in two documents."""

    def said(document: Document) -> dict[str, tuple[str, ...]]:
        texts = {rule.number: (rule.title, rule.text, *rule.examples) for rule in document.rules}
        texts |= {heading.number: (heading.title,) for heading in document.headings}
        texts |= {f"glossary {term.term}": (term.text,) for term in document.glossary}
        return {typography.fold(key): tuple(map(typography.fold, text)) for key, text in texts.items()}

    ours, theirs = said(one), said(other)
    differ = [key for key in ours.keys() | theirs.keys() if ours.get(key) != theirs.get(key)]
    return sorted(differ) + ["date"] * (one.date != other.date) + ["full"] * (one.full != other.full)


def _in_paragraphs(lines: Sequence[str]) -> list[str]:
    return [f"<p class='rule'>{line}</p>" if line.strip() else line for line in lines]


def _with_breaks(lines: Sequence[str]) -> list[str]:
    return ["".join(f"{line}<br />" for line in lines)]


def _cited(lines: Sequence[str]) -> list[str]:
    return [f"> {line}" if line.strip() else ">" for line in lines]


def _markdown(lines: Sequence[str]) -> list[str]:
    stressed = (re.sub(r"^(Example: [^*\"“]*)$", r"*\1*", line) for line in lines)
    return [re.sub(r"^(\d{3}\.\d+[a-z]?\.?) ", r"* **\1** ", line) for line in stressed]


def _with_blanks_that_are_none(lines: Sequence[str]) -> list[str]:
    pick = random.Random(1)
    return [line + pick.choice(("", " ", "\t", "\xa0")) for line in lines]


def _paged(lines: Sequence[str]) -> list[str]:
    found: list[str] = []
    page = itertools.count(2)
    for place, line in enumerate(lines):
        found.append(line)
        if place > 300 and place % 55 == 0 and not line.strip():
            found += ["", f"Magic: The Gathering Comprehensive Rules    Page {next(page)}", ""]
    return found


def _with_control_characters(lines: Sequence[str]) -> list[str]:
    pick = random.Random(1)
    return [
        line[:20] + pick.choice("\x01\x07\x1f\x7f") + line[20:] if pick.random() < 0.002 else line
        for line in lines
    ]


def _without_back_matter(lines: Sequence[str]) -> list[str]:
    return list(lines[: max(place for place, line in enumerate(lines) if line.strip() == "Credits")])


COPIES: tuple[Copy, ...] = (
    _in_paragraphs, _with_breaks, _cited, _markdown, _with_blanks_that_are_none, _paged, _with_control_characters,
    _without_back_matter,
)  # fmt: skip


@pytest.mark.parametrize("name", ["2003-03-15", "2018-07-13"])
@pytest.mark.parametrize("copy", COPIES, ids=lambda copy: copy.__name__.strip("_"))
def test_a_copy_holds_the_same_rules(copy: Copy, name: str) -> None:
    copied = copy(_lines(name))
    assert copied != list(_lines(name))
    assert _told_apart(_document(name), read_document("\n".join(copied).encode())) == []


def test_control_characters_are_left_out_and_remarked() -> None:
    copied = read_document("\n".join(_with_control_characters(_lines("2018-07-13"))).encode())
    assert [
        remark
        for remark in copied.remarks
        if re.match(r"\d+ control characters are left out; the first", remark)
    ]
    assert not any(re.search(r"[\x01-\x08\x0e-\x1f\x7f]", rule.text) for rule in copied.rules)


def test_quotes_that_became_question_marks_are_put_right() -> None:
    """All but a few that stand inside others."""
    lines = [re.sub("[’‘“”]", "?", line) for line in _lines("2018-07-13")]
    copied = read_document("\n".join(lines).encode())
    assert len(_told_apart(_document("2018-07-13"), copied)) <= 15
    assert any("put right where a question mark stands" in remark for remark in copied.remarks)


@pytest.mark.parametrize("seed", range(3))
def test_a_glossary_that_lost_some_blank_lines_keeps_nearly_all_entries(seed: int) -> None:
    pick = random.Random(seed)
    lines = _lines("2018-07-13")
    start = max(place for place, line in enumerate(lines) if line.strip() == "Glossary")
    kept = [
        line for place, line in enumerate(lines) if place <= start or line.strip() or pick.random() > 0.06
    ]
    ours, theirs = (
        {term.term for term in one.glossary}
        for one in (_document("2018-07-13"), read_document("\n".join(kept).encode()))
    )
    assert len(ours - theirs) <= 2
    assert theirs <= ours
