"""Rules that have moved since the edition before the digest's are found under either number, with and without the official texts."""

from __future__ import annotations

from pathlib import Path

import pytest

import rules_db
from rules_db import digest
from rules_db.concordance.chains import Chain
from rules_db.errors import UnknownRule
from rules_db.opening import database
from rules_db.store import renumbering, shipped
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
