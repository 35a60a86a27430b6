"""Which rule of one edition is which of another: matched, kept, followed, cited."""

from __future__ import annotations

import csv
import os
import stat
from collections.abc import Iterator
from pathlib import Path

import pytest

import rules_db
from rules_db import opening
from rules_db.concordance import Chain, items, matching
from rules_db.errors import RulesError
from rules_db.histories import marking
from rules_db.opening import database
from rules_db.store import FILE_NAME
from tests.rules_db import small
from tests.rules_db.conftest import edition_file, seed_file


@pytest.mark.parametrize(
    ("number", "edition", "theirs"),
    [
        ("702.19", "2003-03-15", "502.9"),
        ("702.19", "2010-10-01", "702.17"),
        ("733", "2003-03-15", "422"),
        ("733", "2010-10-01", "715"),
        ("733", "2011-03-30-partial", "715"),
        ("704.5g", "2003-03-15", "420.5c"),
        ("704.5g", "2009-07-11", "704.5g"),
        ("101.2", "2003-03-15", "103.2"),
        ("608.2b", "2007-10-01", "413.2a"),
        ("306", "2007-10-01", "212.9"),
    ],
)
def test_known_renumberings(all_editions: Path, number: str, edition: str, theirs: str) -> None:
    with database() as connection:
        chain = Chain(connection)
        there = chain.follow(number, "2026-06-19", edition)
        back = chain.follow(theirs, edition, "2026-06-19")
    assert there is not None and there.number == theirs
    assert back is not None and back.number == number


@pytest.mark.parametrize("number", ["306.5b", "702.2c", "123.6", "702.150", "714.2b"])
def test_what_came_later_had_no_number(all_editions: Path, number: str) -> None:
    cite = rules_db.citations([number], "2003")[0]
    assert (cite.number, cite.match) == (None, "none")


def _item(number: str, text: str, title: str = "") -> items.Item:
    return items.Item(number, title, text)


BELL = "When the bell rings each player discards one card and then draws two cards from the top."
EMPTY = "A player who has no cards left to discard loses three life and skips drawing this time."


def test_a_split_rule_is_said_to_be_split() -> None:
    heading = _item("100", "General", "General")
    old = [heading, _item("100.1", f"{BELL} {EMPTY}")]
    new = [heading, _item("100.1", BELL), _item("100.2", EMPTY)]
    kinds = {(link.old, link.new): link.kind for link in matching.match(old, new) if "." in link.new}
    assert set(kinds) == {("100.1", "100.1"), ("100.1", "100.2")}
    assert "split" in kinds.values()
    back = {(link.old, link.new): link.kind for link in matching.match(new, old)}
    assert "merged" in back.values()


def _keywords(*order: tuple[str, str]) -> list[items.Item]:
    found = [_item("702", "Keywords", "Keywords")]
    for place, (title, text) in enumerate(order, 1):
        found += [_item(f"702.{place}", title, title), _item(f"702.{place}a", text)]
    return found


CHEWING = ("Chewing", "A creature that chews takes its time with what it was given.")


def test_a_keyword_that_imitates_another_is_new() -> None:
    """A new keyword's subrules read like those of one that has left; they aren't the same rules."""
    gnawing = ("Gnawing", "Several gnawings on the same creature are redundant and count once.")
    biting = ("Biting", "Several bitings on the same creature are redundant and count once.")
    links = matching.match(_keywords(gnawing, CHEWING), _keywords(CHEWING, biting))
    assert {(link.old, link.new) for link in links} == {
        ("702", "702"),
        ("702.2", "702.1"),
        ("702.2a", "702.1a"),
    }


def test_a_keyword_that_is_renamed_in_its_place_is_the_same() -> None:
    words = "{} armor means that whoever wears this aura is saved, all damage goes away and the aura is lost instead."
    old = _keywords(("Totem Armor", words.format("Totem")), CHEWING)
    new = _keywords(("Umbra Armor", words.format("Umbra")), CHEWING)
    assert {(link.old, link.new) for link in matching.match(old, new)} == {
        (number, number) for number in ("702", "702.1", "702.1a", "702.2", "702.2a")
    }


def test_a_rule_moves_with_its_keyword_though_the_words_are_common() -> None:
    words = "Several instances of it on one creature are redundant."
    titles = ["Gnawing", "Biting", "Chewing"]
    old = _keywords(*((title, words) for title in titles))
    new = _keywords(*((title, words) for title in ["Licking", *titles]))
    links = {link.old: link.new for link in matching.match(old, new)}
    assert all(links[f"702.{n}a"] == f"702.{n + 1}a" for n in (1, 2, 3))


def test_a_rule_that_grew_around_its_words_is_the_same() -> None:
    more = " ".join(f"Word{n} follows word{n + 1} wherever it goes." for n in range(12))
    heading = _item("100", "General", "General")
    old = [heading, _item("100.1", EMPTY), _item("100.2", BELL)]
    new = [heading, _item("100.1", EMPTY), _item("100.2", f"{BELL} {more}")]
    assert ("100.2", "100.2") in {(link.old, link.new) for link in matching.match(old, new)}


def test_marked_words() -> None:
    segments = marking.marked("a b c", "a x c d")
    assert [(s.op, s.text) for s in segments] == [
        ("same", "a"), ("removed", "b"), ("added", "x"), ("same", "c"), ("added", "d"),
    ]  # fmt: skip


# Kept links -----------------------------------------------------------------------------------------------------------


def _edition(tmp_path: Path, year: int, body: list[str]) -> str:
    """Import a whole edition: the small document, and two long chapters that stay as they are."""
    filling = ["2. Words", "", "200. Many Words", ""]
    filling += [line for n in range(1, 160) for line in (f"200.{n}. Word{n} counts {n * n} times.", "")]
    filling += ["3. Numbers", "", "300. Many Numbers", ""]
    filling += [line for n in range(1, 160) for line in (f"300.{n}. Number {n}x comes before {n}y.", "")]
    far = body.index("10. Far Away")
    front = [line.replace("2027", str(year)) for line in small.FRONT]
    at = front.index("10. Far Away")
    front[at:at] = ["2. Words", "200. Many Words", "", "3. Numbers", "300. Many Numbers", ""]
    path = tmp_path / f"{year}.txt"
    path.write_bytes(small.text([*body[:far], *filling, *body[far:]], front=front))
    done = rules_db.import_file(path)
    assert done.kind == "full"
    return done.edition


@pytest.fixture
def three(home: Path, tmp_path: Path) -> Iterator[list[str]]:
    """Three editions: a rule is numbered 101.2, then 102.2 in the one between that comes last, then 103.2."""
    first = _edition(tmp_path, 2027, small.BODY)
    last = _edition(tmp_path, 2029, [line.replace("101", "103") for line in small.BODY])
    between = _edition(tmp_path, 2028, [line.replace("101", "102") for line in small.BODY])
    yield [first, between, last]


def test_an_edition_that_lands_between_two_is_linked_with_both(three: list[str]) -> None:
    stages = rules_db.history("101.2a", three[0]).stages
    assert [(stage.edition, stage.number) for stage in stages] == list(
        zip(three, ("101.2a", "102.2a", "103.2a"), strict=True)
    )
    with database() as connection:
        pairs = connection.execute("SELECT DISTINCT old, new FROM concordance ORDER BY old").fetchall()
    assert pairs == [(three[0], three[1]), (three[1], three[2])]


def test_a_database_that_cannot_be_written_to_still_answers(
    three: list[str], home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with database(writable=True) as connection:
        connection.execute("DELETE FROM concordance")
        connection.execute("DELETE FROM meta WHERE key LIKE 'concordance %'")
    if os.geteuid() == 0:  # permissions don't keep root from writing
        connect = opening._connect

        def read_only(path: Path) -> object:
            connection = connect(path)
            connection.execute("PRAGMA query_only = ON")
            return connection

        monkeypatch.setattr(opening, "_connect", read_only)
    else:
        (home / FILE_NAME).chmod(stat.S_IRUSR)
    assert [stage.number for stage in rules_db.history("103.2a").stages] == ["101.2a", "102.2a", "103.2a"]
    assert rules_db.diff("2027", "2029", "101.2").changes
    assert rules_db.history("101.2a", "2027").stages[-1].number == "103.2a"


def test_what_stays_the_same_takes_no_row(home: Path, tmp_path: Path) -> None:
    _edition(tmp_path, 2027, small.BODY)
    _edition(tmp_path, 2028, small.BODY)
    with database() as connection:
        assert connection.execute("SELECT count(*) FROM concordance").fetchone() == (0,)
    assert [stage.changes for stage in rules_db.history("101.2a").stages] == [("first",), ()]


# Partial editions -----------------------------------------------------------------------------------------------------


def test_partial_editions_stand_beside_full_ones(all_editions: Path) -> None:
    with database() as connection:
        chain = Chain(connection)
        hosts = {e.id: chain.host(e.id) for e in rules_db.installed() if e.kind == "partial"}
    assert hosts["2011-03-30-partial"] == "2010-10-01"
    assert hosts["2004-01-15-partial"] == "2004-02-01"
    assert sorted(host for name, host in hosts.items() if name.startswith("undated")) == [
        "2003-03-15",
        "2015-01-23",
    ]


def test_a_history_shows_partial_editions_beside_full_ones(all_editions: Path) -> None:
    stages = {stage.edition: stage for stage in rules_db.history("702.19").stages}
    seed = stages["2011-03-30-partial"]
    assert (seed.number, seed.partial, seed.beside) == ("702.17", True, "2010-10-01")
    from_seed = rules_db.history("715", "2011-03-30")
    assert from_seed.edition == "2011-03-30-partial"
    assert [stage.number for stage in from_seed.stages][-1] == "733"
    assert from_seed.stages[0].number == "422"


def test_a_partial_edition_alone_has_no_history_and_says_so(home: Path) -> None:
    rules_db.import_file(seed_file("000"))
    with pytest.raises(RulesError, match="no full edition"):
        rules_db.history("715")
    assert rules_db.citations(["702.19"])[0].source == "digest"
    cite = rules_db.citations(["702.19"], "2011")[0]
    assert cite.number is None


def test_a_partial_edition_does_not_deny_what_it_leaves_out(all_editions: Path) -> None:
    cite = rules_db.citations(["510.2"], "2011-03-30")[0]
    assert cite.number is None
    assert "no such rule" not in cite.text


def test_a_partial_edition_is_compared_in_what_it_has(all_editions: Path) -> None:
    found = rules_db.diff("2012", "2011-03-30-partial")
    assert (found.old, found.new, found.partial) == (
        "2011-03-30-partial",
        "2012-06-01",
        ("2011-03-30-partial",),
    )
    assert found.left_out > 1000
    assert {change.new[0] for change in found.changes if change.new} == {"7"}
    kinds = {(change.old, change.new): change.kind for change in found.changes}
    assert kinds["702.17", "702.18"] == "renumbered"
    assert kinds["", "700.6"] == "added"
    with pytest.raises(RulesError, match="own words"):
        rules_db.diff("digest", "2012")


def test_an_edition_between_forgets_what_was_found_across(three: list[str], tmp_path: Path) -> None:
    first, _, last = three
    with database() as connection:
        assert Chain(connection).follow("101.2", first, last).number == "103.2"  # type: ignore[union-attr]
        kept = "SELECT count(*) FROM meta WHERE key = ?"
        assert connection.execute(kept, (f"concordance {first} {last}",)).fetchone() == (1,)
        _edition(tmp_path, 2000, small.BODY)
        assert connection.execute(kept, (f"concordance {first} {last}",)).fetchone() == (0,)


# Citations ------------------------------------------------------------------------------------------------------------


def test_citations_say_how_sure_they_are(all_editions: Path) -> None:
    cites = {cite.asked: cite for cite in rules_db.citations(["702.19b", "510.2", "702.19c"], "2003")}
    assert (cites["702.19b"].number, cites["702.19b"].match) == ("502.9b", "same")
    assert (cites["510.2"].number, cites["510.2"].match) == ("310.4", "weak")
    assert (cites["702.19c"].number, cites["702.19c"].match) == (None, "none")
    assert "its 702.19 was 502.9" in cites["702.19c"].text
    later = rules_db.citations(["702.2b", "702.2f"], "2010-10")
    assert "702.2 was 702.2" not in later[1].text


def test_the_digest_answers_for_its_own_date(home: Path) -> None:
    assert rules_db.citations(["702.19b"], "2026-06-19")[0].source == "digest"
    with pytest.raises(RulesError, match="none is yet"):
        rules_db.citations(["702.19b"], "2012")


def test_without_the_edition_of_the_digest_titles_lead_to_the_rule(home: Path) -> None:
    for name in ("2010-10-01", "2022-11-18"):
        rules_db.import_file(edition_file(name))
    newest = {cite.asked: cite for cite in rules_db.citations(["704.5g", "733", "701.26a"])}
    assert [(cite.number, cite.source) for cite in newest.values()] == [
        ("704.5g", "2022-11-18"),
        ("729", "2022-11-18"),
        ("701.21a", "2022-11-18"),
    ]
    older = {cite.asked: cite for cite in rules_db.citations(["702.19b", "733", "702.19e"], "2010")}
    assert older["702.19b"].number == "702.17b"
    assert older["733"].number == "715"
    assert "can't be told" in older["702.19e"].text or older["702.19e"].match != "same"


# A table of counterparts, found by reading the texts of both editions ---------------------------------------------------


def _truth() -> list[dict[str, str]]:
    """Where a rule of an edition stands today; without `number` the edition has nothing like it, without `newest` we."""
    with (Path(__file__).parents[1] / "counterparts.tsv").open(encoding="utf-8") as file:
        return list(csv.DictReader(file, delimiter="\t"))


def test_what_was_read_by_hand_is_found(all_editions: Path) -> None:
    """None of them may be wrong and called sure; nineteen in twenty have to be right."""
    table = _truth()
    wrong: list[tuple[str, str, str, str]] = []
    sure: list[tuple[str, str, str, str]] = []
    with database() as connection:
        chain = Chain(connection)
        for row in table:
            there, number = row["edition"], row["number"]
            if number:
                found = chain.follow(number, there, "2026-06-19")
            else:
                found = chain.follow(row["newest"], "2026-06-19", there)
            expected = row["newest"] if number else ""
            if (found.number if found else "") != expected:
                wrong.append((there, number, row["newest"], found.number if found else ""))
                if found is not None and found.kind == "same":
                    sure.append(wrong[-1])
    assert sure == []
    assert len(wrong) * 20 <= len(table), wrong
