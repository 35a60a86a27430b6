"""Editions against each other: identification, concordance, history, differences, checks, export."""

from __future__ import annotations

from pathlib import Path

import pytest

import rules_db
from rules_db.concordance import items
from rules_db.errors import RulesError
from rules_db.opening import database
from tests.rules_db import small
from tests.rules_db.conftest import EDITIONS, SEEDS, edition_file, seed_file


def test_the_2024_seed_is_the_official_text(all_editions: Path) -> None:
    found = rules_db.identify(seed_file("002"))
    assert found.date == "2024-06-07"
    assert found.candidates[0].edition == "2024-06-07"
    assert found.candidates[0].agreement == 1.0
    assert found.differences == ()


@pytest.mark.parametrize(
    ("seed", "edition", "least"),
    [
        ("000", "2010-10-01", 0.99),
        ("001", "2003-03-15", 0.85),
        ("003", "2015-01-23", 0.9),
        ("004", "2004-06-01", 0.95),
    ],
)
def test_seeds_are_identified(all_editions: Path, seed: str, edition: str, least: float) -> None:
    found = rules_db.identify(seed_file(seed))
    assert found.candidates[0].edition == edition
    assert found.candidates[0].agreement >= least
    assert found.candidates[0].agreement > found.candidates[1].agreement or seed == "001"


def test_identifying_needs_editions(home: Path, tmp_path: Path) -> None:
    path = tmp_path / "small.txt"
    path.write_bytes(small.text())
    with pytest.raises(RulesError, match="no full edition"):
        rules_db.identify(path)


def _stages(query: str, edition: str | None = None) -> dict[str, tuple[str, ...]]:
    return {stage.edition: stage.changes for stage in rules_db.history(query, edition).stages}


def test_damage_on_the_stack_left_in_july_2009(all_editions: Path) -> None:
    rewritten = next(s for s in rules_db.history("510.2").stages if s.edition == "2009-07-11")
    assert (rewritten.origin, rewritten.number) == ("310.4", "510.2")
    assert "weak" in rewritten.changes


def test_mana_burn_left_in_july_2009(all_editions: Path) -> None:
    stages = rules_db.history("300.3", "2007").stages
    texts = {stage.edition: stage.text for stage in stages}
    assert "mana burn" in texts["2007-10-01"]
    assert "mana burn" not in texts.get("2009-07-11", "")


def test_planeswalkers_came_in_october_2007(all_editions: Path) -> None:
    stages = rules_db.history("212.9", "2007").stages
    assert (stages[0].edition, stages[0].changes) == ("2007-10-01", ("came",))
    assert stages[1].number == "306"


def test_a_history_marks_the_words(all_editions: Path) -> None:
    reworded = [s for s in rules_db.history("704.5g").stages if "reworded" in s.changes]
    assert reworded
    for stage in reworded:
        kept = " ".join(segment.text for segment in stage.words if segment.op != "removed")
        assert kept.split() == stage.text.split()


def test_a_difference_names_each_change_once(all_editions: Path) -> None:
    found = rules_db.diff("2012", "2024")
    new = [change.new for change in found.changes if change.new and change.kind != "merged"]
    old = [change.old for change in found.changes if change.old and change.kind != "split"]
    assert len(new) == len(set(new))
    assert len(old) == len(set(old))
    trample = rules_db.diff("2012", "2024", "702.19").changes
    assert ("added", "", "702.19c") in [(c.kind, c.old, c.new) for c in trample]
    assert ("renumbered", "702.18", "702.19") in [(c.kind, c.old, c.new) for c in trample]


GONE = ("removed", "merged")


def test_a_difference_is_complete(all_editions: Path) -> None:
    """Every rule and heading of both editions is unchanged, or in one change."""
    found = rules_db.diff("2025", "2026")
    with database() as connection:
        old = {item.number for item in items.items_of(connection, found.old)}
        new = {item.number for item in items.items_of(connection, found.new)}
    listed = {change.new for change in found.changes if change.new and change.kind != "merged"}
    assert len(new) == found.unchanged + len(listed)
    gone = {change.old for change in found.changes if change.kind in GONE}
    paired = {change.old for change in found.changes if change.kind not in (*GONE, "added", "split")}
    assert len(old) == found.unchanged + len(gone) + len(paired)


def test_the_same_edition_has_no_difference(all_editions: Path) -> None:
    with pytest.raises(RulesError, match="both"):
        rules_db.diff("2012", "2012-06")


def test_contradictions_are_reported(all_editions: Path) -> None:
    kinds = {(f.kind, f.number) for f in rules_db.check("2004-06-01")}
    assert ("duplicate", "502.35b") in kinds
    assert [f for f in rules_db.check("2020-04-17") if f.kind != "dangling"] == []


def test_a_number_used_twice_and_a_gap_import_and_are_reported(home: Path, tmp_path: Path) -> None:
    body = [line.replace("101.2b A", "101.2a A").replace("101.1.", "101.0.") for line in small.BODY]
    body = [line.replace("100.1b", "100.1e") for line in body]
    path = tmp_path / "odd.txt"
    path.write_bytes(small.text(body))
    edition = rules_db.import_file(path).edition
    kinds = {(f.kind, f.number) for f in rules_db.check(edition)}
    assert {("duplicate", "101.2a"), ("gap", "100.1e")} <= kinds
    entry = rules_db.rule("101.2a", edition).entries[0]
    assert entry.duplicates == 1
    assert "library" in entry.text


@pytest.mark.parametrize("style", ["json", "md"])
@pytest.mark.parametrize("path", [*EDITIONS[::6], *SEEDS], ids=lambda path: path.name)
def test_exported_and_imported_again_nothing_is_lost(
    path: Path, style: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("JUDGE_HOME", str(tmp_path / "one"))
    first = rules_db.import_file(path)
    exported = rules_db.export(first.edition, style)
    file = tmp_path / f"export.{style}"
    file.write_text(exported, encoding="utf-8")
    monkeypatch.setenv("JUDGE_HOME", str(tmp_path / "two"))
    second = rules_db.import_file(file)
    assert not second.already
    # The name of an undated edition comes from its file's bytes; everything else is the same.
    again = rules_db.export(second.edition, style)
    source = next(e.source for e in rules_db.installed())
    assert again.replace(source, path.name) == exported.replace(source, path.name)


def test_a_damaged_export_is_refused(home: Path, tmp_path: Path) -> None:
    rules_db.import_file(edition_file("2003-03-15"))
    for style in ("json", "md"):
        file = tmp_path / f"cut.{style}"
        file.write_text(rules_db.export("2003", style)[:-500], encoding="utf-8")
        with pytest.raises(RulesError, match="cut"):
            rules_db.import_file(file)


@pytest.mark.parametrize(
    ("style", "before", "after"),
    [
        ("md", b"2027", b"\xff\xfe2027"),
        ("md", b'"line"', b'"lin"'),
        ("md", b'{"line"', b'{"line'),
        ("json", b'"100.1"', b'"abc"'),
        ("json", b'"100.1"', b'"100"'),
        ("json", b'"2027-04-01"', b'"some day"'),
    ],
)
def test_an_export_that_makes_no_sense_is_refused(
    home: Path, tmp_path: Path, style: str, before: bytes, after: bytes
) -> None:
    path = tmp_path / "small.txt"
    path.write_bytes(small.text())
    edition = rules_db.import_file(path).edition
    file = tmp_path / f"odd.{style}"
    raw = rules_db.export(edition, style).encode()
    file.write_bytes(raw.replace(before, after, 1))
    assert file.read_bytes() != raw
    with pytest.raises(RulesError, match="export"):
        rules_db.import_file(file)
    assert len(rules_db.installed()) == 1


@pytest.mark.parametrize(
    "typed",
    [
        "2012-06-01",
        "2012-6-1",
        "2012/06/01",
        "2012.06.01",
        "20120601",
        "June 2012",
        "1 June 2012",
        "2012-6",
        "06/2012",
        " 2012 ",
    ],
)
def test_an_edition_by_its_date_as_people_write_it(all_editions: Path, typed: str) -> None:
    assert rules_db.edition_named(typed) == "2012-06-01"


def test_an_edition_by_a_name(all_editions: Path) -> None:
    assert rules_db.edition_named("Digest") == "digest"
    assert rules_db.edition_named("LATEST") == "2026-06-19"
    assert rules_db.editions_named("2004") == ["2004-06-01", "2004-02-01", "2004-01-15-partial"]
    for edition in rules_db.installed():
        assert rules_db.edition_named(edition.id) == edition.id


@pytest.mark.parametrize(
    ("typed", "told"),
    [
        ("", "an empty name names no edition"),
        ("2014", "near it: .*2013-05-01, 2015-01-23"),
        ("2013-04-29", "near it: .*2013-05-01"),
        ("1850", "near it: 2003-03-15, "),
        ("foo", "name one by its date or the start of it, such as 2026-06-19"),
        ("undated", "several editions are undated; name one: undated-[0-9a-f]+, undated-[0-9a-f]+$"),
    ],
)
def test_an_edition_that_is_none(all_editions: Path, typed: str, told: str) -> None:
    with pytest.raises(RulesError, match=told) as caught:
        rules_db.edition_named(typed)
    assert "\n" not in str(caught.value)


def test_a_difference_goes_from_the_older_edition_to_the_newer(all_editions: Path) -> None:
    forwards, backwards = rules_db.diff("2024", "2025", "702.2"), rules_db.diff("2025", "2024", "702.2")
    assert (forwards.swapped, backwards.swapped) == (False, True)
    assert (forwards.old, forwards.changes) == (backwards.old, backwards.changes)
