"""Editions set again in layouts that texts have come in: the same rules, examples, terms, headings and date come out."""

from __future__ import annotations

import functools

import msgspec
import pytest

from rules_db.texts import Document, read_document
from tests.rules_db import layouts
from tests.rules_db.conftest import EDITIONS, edition_file, need_texts

# More of them by hand: python -m tests.rules_db.layouts FIRST LAST
SEEDS = range(1, 19)


def _changed(layout: layouts.Layout) -> str:
    official = layouts.Layout()
    fields = msgspec.structs.asdict(layout)
    return ", ".join(f"{field} {way!r}" for field, way in fields.items() if way != getattr(official, field))


@functools.cache
def _document(name: str) -> Document:
    return read_document(edition_file(name).read_bytes())


@pytest.mark.parametrize("layout", layouts.one_at_a_time(), ids=_changed)
def test_one_thing_set_otherwise_changes_nothing(layout: layouts.Layout) -> None:
    document = _document("2003-03-15")
    again = read_document(layouts.render(document, layout))
    assert layouts.told_apart(document, again, layout) == []


@pytest.mark.parametrize("seed", SEEDS)
def test_many_things_set_otherwise_change_nothing(seed: int) -> None:
    need_texts()
    layout = layouts.chosen(seed)
    document = _document(EDITIONS[seed % len(EDITIONS)].stem)
    again = read_document(layouts.render(document, layout))
    assert layouts.told_apart(document, again, layout) == [], _changed(layout)


@pytest.mark.parametrize("name", ["2003-03-15", "2018-07-13"])
def test_a_glossary_without_blank_lines_is_told_apart_and_remarked(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Hard-wrapped besides, and with no blank line even where only the words could tell."""
    monkeypatch.setattr(layouts, "_told_by_itself", lambda entry, below: True)
    document = _document(name)
    again = read_document(layouts.render(document, layouts.Layout(glossary="dense", wrap=72, gap="none")))
    ours, theirs = ({term.term for term in one.glossary} for one in (document, again))
    assert len(ours - theirs) <= 2
    assert theirs <= ours
    assert any("no blank lines" in remark for remark in again.remarks)


@pytest.mark.parametrize("name", ["2009-07-11", "2026-01-16"])
def test_a_text_from_which_all_blank_lines_are_gone_has_its_end(name: str) -> None:
    lines = edition_file(name).read_bytes().replace(b"\r", b"\n").split(b"\n")
    document, again = _document(name), read_document(b"\n".join(line for line in lines if line.strip()))
    assert [rule.number for rule in again.rules] == [rule.number for rule in document.rules]
    assert {"credits"} <= {piece.name for piece in again.matter}
    assert len(document.glossary) - len(again.glossary) <= 3


def test_a_difference_would_be_seen() -> None:
    """What these tests compare by does tell documents apart."""
    document = _document("2003-03-15")
    layout = layouts.Layout()
    rules, glossary = list(document.rules), list(document.glossary)
    rules[40] = msgspec.structs.replace(rules[40], text=rules[40].text + " Not")
    glossary[3] = msgspec.structs.replace(glossary[3], term="Bogus")
    other = msgspec.structs.replace(
        document,
        rules=tuple(rules),
        glossary=tuple(glossary),
        headings=document.headings[1:],
        date="1999-01-01",
    )
    assert len(layouts.told_apart(document, other, layout)) == 4
