"""Rules that have moved since the edition before the digest's are found under either number, with and without the official texts."""

from __future__ import annotations

from pathlib import Path

import pytest

import rules_db
from rules_db import digest
from rules_db.concordance import Counterparts
from rules_db.concordance.chains import Chain
from rules_db.errors import UnknownRule
from rules_db.opening import database
from rules_db.store import numbering, renumbering, shipped
from rules_db.store.digest_names import DATE
from rules_db.texts.reading import read_document
from tests.rules_db.conftest import edition_file


def _rows() -> list[tuple[str, str]]:
    lines = shipped.RENUMBERED_FILE.read_text(encoding="utf-8").splitlines()[1:]
    return [(earlier, now) for earlier, now in (line.split("\t") for line in lines)]


def _numbers(edition: str) -> set[str]:
    document = read_document(edition_file(edition).read_bytes())
    return {rule.number for rule in document.rules} | {heading.number for heading in document.headings}


def test_the_table_leads_from_every_number_to_every_number() -> None:
    before, after = _numbers(renumbering.DATE), {entry.number for entry in digest.load()}
    new = {now for earlier, now in _rows() if earlier == "-"}
    halves = {now for earlier, now in _rows() if earlier != "-" and renumbering.now(earlier) != now}
    assert {renumbering.now(number) for number in before} == after - new - halves
    assert halves == {"714.3b"}  # Sagas with read ahead, in one rule with those without before
    assert {renumbering.earlier(number) for number in after} - {None} == before


def test_the_table_says_what_the_texts_say(all_editions: Path) -> None:
    """The concordance goes by the words alone, through the edition between the two."""
    with database() as connection:
        chain = Chain(connection)
        for earlier, now in _rows():
            if earlier == "-":
                found = chain.follow(now, DATE, renumbering.DATE)
                assert found is None or found.kind != "same", (now, found)
            else:
                found = chain.follow(earlier, renumbering.DATE, DATE)
                assert found is None or found.kind != "same" or (earlier, found.number) in _rows(), (
                    earlier,
                    now,
                    found,
                )


@pytest.mark.parametrize(
    ("number", "said"),
    [
        ("730.2j", "729.2j in the rules of 2026-01-16"),
        ("729.2", "728.2 in the rules of 2026-01-16; their 729.2 is 730.2 now"),
        ("722.1", "the 722.1 of 2026-01-16 is 723.1 now"),
        ("702.190a", ""),
        ("704.5g", ""),
        ("714.3a", ""),
        ("714.3b", "714.3a in the rules of 2026-01-16; their 714.3b is 714.3c now"),
    ],
)
def test_a_number_says_what_it_was(home: Path, number: str, said: str) -> None:
    assert rules_db.rule(number).entries[0].formerly == said


def test_a_number_that_is_none_any_more_leads_on(home: Path) -> None:
    with pytest.raises(UnknownRule, match="the 729.2j of 2026-01-16 is 730.2j now"):
        rules_db.rule("729.2j")


def test_the_edition_before_the_digests_is_enough(home: Path) -> None:
    """With only that one installed the table says which of its rules is which."""
    for name in (renumbering.DATE, "2012-06-01"):
        rules_db.import_file(edition_file(name))
    cites = {cite.asked: cite for cite in rules_db.citations(["733.1", "506.3e", "702.19b", "702.190a"])}
    assert [(cite.number, cite.source) for cite in cites.values()] == [
        ("732.1", "2026-01-16"),
        ("506.3d", "2026-01-16"),
        ("702.19b", "2026-01-16"),
        ("702.190a", "digest"),
    ]
    older = rules_db.citations(["733.1", "702.190a"], "2012")
    assert [cite.number for cite in older] == ["717.1", None]
    assert "had no such rule" in older[1].text or "surely this one" in older[1].text
    entry = rules_db.rule("729.2j", digest=True).entries[0]
    assert (entry.edition, entry.today, entry.match) == ("2026-01-16", "730.2j", "same")
    assert "merged permanent" in entry.digest
    assert rules_db.search("when does my saga get another counter")[0].number == "714.3b"
    assert renumbering.earlier("714.3b") == "714.3a"


@pytest.mark.parametrize(
    ("number", "told"),
    [
        ("502.9b", "from 2003-03-15 to 2007-10-01 it was what is 702.19b now"),
        ("300.4", "perhaps what is 500.5a now"),
        ("214.7a", "in 2003-03-15 it was a rule that is gone"),
    ],
)
def test_an_old_number_is_known_without_its_text(home: Path, number: str, told: str) -> None:
    with pytest.raises(UnknownRule, match=told):
        rules_db.rule(number)


def test_a_rule_says_which_numbers_it_had(home: Path) -> None:
    was = rules_db.rule("702.19b").entries[0].was
    assert was.startswith("was 502.9b until 2007-10-01, 702.17b until 2010-10-01, 702.18b until 2013-05-01; ")
    assert was.endswith("702.22b (until 2010-10-01), 702.20b (until 2013-05-01)")
    mentioned = set(shipped.NUMBERS_FILE.read_text(encoding="utf-8").split())
    unmoved = next(entry.number for entry in digest.load() if entry.number not in mentioned)
    assert rules_db.rule(unmoved).entries[0].was == ""


def test_the_table_of_old_numbers_makes_sense() -> None:
    known = {entry.number for entry in digest.load()}
    rows = [line.split("\t") for line in shipped.NUMBERS_FILE.read_text(encoding="utf-8").splitlines()[1:]]
    assert len(rows) > 4000
    for number, now, first, last in rows:
        assert number != now
        assert first <= last < DATE
        assert now == "-" or now.rstrip("?") in known
        assert now[-1] not in "-?" or number not in known


def test_the_table_of_old_numbers_says_what_the_texts_say(all_editions: Path) -> None:
    with database() as connection:
        for edition in ("2003-03-15", "2012-06-01"):
            places = Counterparts(connection, edition)
            for number in [
                row[0] for row in connection.execute("SELECT number FROM rules WHERE edition = ?", (edition,))
            ][::40]:
                there = places.today_of(number)
                spans = [span for span in numbering.since(number) if span.first <= edition <= span.last]
                if spans and there is not None:
                    assert spans[0].now.rstrip("?") == there.number
                elif there is not None and there.kind == "same":
                    assert there.number == number
