"""What a name or phrase was through the editions: when the rules began and ceased to say it, which rule it named."""

from __future__ import annotations

from pathlib import Path

import pytest

import rules_db
from rules_db.histories import usage

FIRST, LAST = "2003-03-15", "2026-06-19"


@pytest.mark.parametrize(
    ("phrase", "first", "last", "until"),
    [
        ("mana burn", FIRST, "2007-10-01", "2009-07-11"),
        ("damage on the stack", "2004-02-01", "2007-10-01", "2009-07-11"),
        ("comes into play", FIRST, "2007-10-01", "2009-07-11"),
        ("substance", "2005-10-01", "2007-10-01", "2009-07-11"),
        ("planeswalkers", "2007-10-01", LAST, ""),
        ("battlefield", "2009-07-11", LAST, ""),
        ("converted mana cost", FIRST, "2020-04-17", "2022-11-18"),
        ("companion", "2020-04-17", LAST, ""),
    ],
)
def test_when_the_rules_said_it(all_editions: Path, phrase: str, first: str, last: str, until: str) -> None:
    said = rules_db.history(phrase).said
    assert [(said[0].first, said[-1].last, said[-1].until)] == [(first, last, until)]
    assert said[-1].numbers


@pytest.mark.parametrize(
    ("name", "edition", "number", "gone"),
    [
        ("mana burn", "2007-10-01", "300.3", False),  # of unused mana, which now only empties (500.5)
        ("converted mana cost", "2020-04-17", "202.3", False),
        ("totem armor", "2022-11-18", "702.89", False),
        ("substance", "2007-10-01", "502.49", True),
        ("trample", LAST, "702.19", False),
    ],
)
def test_a_name_is_the_newest_rule_that_had_it(
    all_editions: Path, name: str, edition: str, number: str, gone: bool
) -> None:
    found = rules_db.history(name)
    assert (found.edition, found.number) == (edition, number)
    assert ("gone" in found.stages[-1].changes) is gone


def test_words_that_name_nothing_are_followed_as_words(all_editions: Path) -> None:
    found = rules_db.history("unused mana")
    assert (found.number, found.stages) == ("", ())
    assert found.said[0].first == FIRST


def test_a_number_is_no_phrase(all_editions: Path) -> None:
    assert rules_db.history("704.5g").said == ()


def test_a_phrase_that_comes_back_has_two_stretches(monkeypatch: pytest.MonkeyPatch) -> None:
    said = {"2001": ("1.1",), "2002": (), "2003": ("1.2",), "2004": ("1.2", "1.3")}
    monkeypatch.setattr(usage, "rules_saying", lambda _, __, edition: said[edition])
    assert usage.stretches(None, "x", list(said)) == (  # type: ignore[arg-type]
        usage.Stretch("2001", "2001", 1, ("1.1",), "2002"),
        usage.Stretch("2003", "2004", 2, ("1.2", "1.3"), ""),
    )


def test_what_was_split_from_a_rule_that_is_gone_is_followed_on(all_editions: Path) -> None:
    stages = rules_db.history("304.1", "2003").stages
    gone = next(place for place, stage in enumerate(stages) if "gone" in stage.changes)
    assert [stage.number for stage in stages[gone + 1 :] if stage.edition == LAST] == ["504.1"]
    assert "split" in stages[gone + 1].changes
    whole = rules_db.history("702.19b").stages
    assert not any("gone" in stage.changes for stage in whole)
    assert whole[-1].edition == LAST
