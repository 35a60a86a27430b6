"""Reading rules documents: nothing lost, whatever the year, the encoding or the shape."""

from __future__ import annotations

import re
import textwrap
from collections import Counter
from pathlib import Path

import msgspec
import pytest

from rules_db.errors import NotRulesText
from rules_db.notation import dates, numbers, references, typography
from rules_db.texts import Document, decoding, read_document, shapes
from tests.rules_db import small
from tests.rules_db.conftest import EDITIONS, SEEDS, edition_file, need_texts, seed_file


def _words(text: str) -> list[str]:
    return re.findall(r"[^\W_]+", text)


def _kept(document: Document) -> list[str]:
    """Every word that a document's pieces hold."""
    pieces: list[str] = []
    pieces += [f"{h.number} {h.title}" for h in document.headings]
    for rule in document.rules:
        pieces += [rule.number, rule.text, rule.source, *rule.examples]
    pieces += [f"{term.term} {term.text}" for term in document.glossary]
    for ruling in document.rulings:  # a note has its number from the rule above it
        label = f"{ruling.number} {ruling.label}" if ruling.label != "Note" else ""
        pieces.append(f"{label} {ruling.text} {ruling.attribution} {ruling.date}")
    pieces += [matter.text for matter in document.matter]
    return sorted(_words("\n".join(pieces)))


@pytest.mark.parametrize("path", [*EDITIONS, *SEEDS], ids=lambda path: path.name)
def test_no_word_is_lost(path: Path) -> None:
    raw = path.read_bytes()
    document = read_document(raw)
    source = decoding.read(raw)
    kept = _kept(document)
    lost = _words(re.sub(r"(?m)^\\subsection\*\{(.*)\}$", r"\1", "\n".join(source.lines)))
    # What announces an example, heads the glossary or numbers a ruling stands for itself in the pieces.
    for word in ("Example", "Glossary"):
        lost = [w for w in lost if w != word]
        kept = [w for w in kept if w != word]
    if document.rulings:
        lost = [w for w in lost if w != "Note"]
        kept = [w for w in kept if w != "Note"]
        lost, kept = sorted(" ".join(lost).lower().split()), sorted(" ".join(kept).lower().split())
    assert Counter(lost) == Counter(kept)


@pytest.mark.parametrize("path", EDITIONS, ids=lambda path: path.name)
def test_every_line_has_a_role(path: Path) -> None:
    raw = path.read_bytes()
    document = read_document(raw)
    filled = {n for n, line in enumerate(decoding.read(raw).lines, 1) if line.strip()}
    assert set(document.roles) == filled
    assert document.full
    assert document.remarks == ()


def test_the_current_edition_is_counted_right() -> None:
    document = read_document(edition_file("2026-06-19").read_bytes())
    assert len(document.rules) == 3153
    assert len({rule.number for rule in document.rules}) == 3153
    assert document.date == "2026-06-19"


def test_a_heading_command_around_a_number_is_that_number() -> None:
    """2026-02-27 has one left from the program that it was made with."""
    there = {rule.number: rule.text for rule in read_document(edition_file("2026-02-27").read_bytes()).rules}
    before = {rule.number: rule.text for rule in read_document(edition_file("2026-01-16").read_bytes()).rules}
    assert there["119.1d"] == before["119.1d"]
    assert there["119.1c"] == before["119.1c"]
    assert there["205.4c"] == before["205.4c"]  # in two paragraphs


def test_a_header_that_contradicts_the_file_name_wins() -> None:
    assert read_document(edition_file("2006-06-01").read_bytes()).date == "2004-06-01"


def test_seeds_hold_their_examples_and_rulings() -> None:
    need_texts()
    documents = [read_document(path.read_bytes()) for path in SEEDS]
    examples = sum(len(rule.examples) for document in documents for rule in document.rules)
    in_rulings = sum(r.text.count("Example:") for document in documents for r in document.rulings)
    rulings = sum(r.label != "Note" for document in documents for r in document.rulings)
    assert examples + in_rulings == 234
    assert rulings == 79


def test_rulings_carry_attribution_and_date() -> None:
    document = read_document(seed_file("004").read_bytes())
    credited = [r for r in document.rulings if r.label != "Note"]
    assert all(r.attribution and re.fullmatch(r"\d{4}-\d{1,2}-\d{1,2}", r.date) for r in credited)
    first = next(r for r in credited if r.number == "502.3" and r.label == "Ruling 1")
    assert (first.attribution, first.date) == ("D'Angelo", "1998-02-03")


# One hard-wrapped text, one with a paragraph a line, one web page.
@pytest.mark.parametrize("path", [*EDITIONS[1:2], *EDITIONS[-1:], *SEEDS[2:3]], ids=lambda path: path.name)
@pytest.mark.parametrize("encoding", ["utf-16", "utf-16-be", "utf-8"])
@pytest.mark.parametrize("ends", ["\r", "\n"])
def test_another_encoding_and_other_line_ends_change_nothing(path: Path, encoding: str, ends: str) -> None:
    raw = path.read_bytes()
    plain = read_document(raw)
    again = read_document(ends.join(decoding.read(raw).lines).encode(encoding))
    assert again.rules == plain.rules
    assert again.glossary == plain.glossary


def _wrapped(lines: list[str]) -> list[str]:
    return [part for line in lines for part in (textwrap.wrap(line, 80, break_on_hyphens=False) or [""])]


def _without_blanks_before_subrules(lines: list[str]) -> list[str]:
    after = [*lines[1:], ""]
    return [a for a, b in zip(lines, after, strict=True) if a.strip() or not re.match(r"\d{3}\.\d+[a-z]", b)]


SETTINGS = {
    "wrapped": _wrapped,
    "dense": _without_blanks_before_subrules,
    "wrapped and dense": lambda lines: _without_blanks_before_subrules(_wrapped(lines)),
    "double-spaced": lambda lines: [part for line in lines for part in (line, "")],
    "tabbed": lambda lines: [re.sub(r"^(\d{3}\.\d+[a-z]?\.?) ", r"\1\t", line) for line in lines],
    "indented": lambda lines: ["  " + line if line.strip() else line for line in lines],
}


@pytest.mark.parametrize("setting", SETTINGS)
@pytest.mark.parametrize("name", ["2003-03-15", "2010-10-01", "2026-01-16"])
def test_a_text_set_in_another_way_reads_the_same(name: str, setting: str) -> None:
    raw = edition_file(name).read_bytes()
    plain = read_document(raw)
    again = read_document("\n".join(SETTINGS[setting](list(decoding.read(raw).lines))).encode())
    assert [rule.number for rule in again.rules] == [rule.number for rule in plain.rules]
    for one, other in zip(plain.rules, again.rules, strict=True):
        assert typography.fold(other.text) == typography.fold(one.text)
        assert [typography.fold(e) for e in other.examples] == [typography.fold(e) for e in one.examples]
    assert [(t.term, typography.fold(t.text)) for t in again.glossary] == [
        (t.term, typography.fold(t.text)) for t in plain.glossary
    ]


def test_the_small_document_reads() -> None:
    document = read_document(small.text())
    assert [r.number for r in document.rules] == [
        "100.1", "100.1a", "100.1b", "101.1", "101.2", "101.2a", "101.2b", "1000.1",
    ]  # fmt: skip
    assert document.date == "2027-04-01"
    assert document.rules[0].examples == ("Your spell waits there.",)
    assert document.rules[4].title == "Colors"
    assert document.rules[5].text == "There are five.\nThey go round."
    assert [(t.term, t.text) for t in document.glossary] == [
        ("Mana", "What pays. See rule 101.1."),
        ("Stack", "1. Where spells wait.\n2. A pile."),
    ]
    assert [h.number for h in document.headings] == ["1", "100", "101", "10", "1000"]


def test_a_line_that_fits_nowhere_fails_with_its_number() -> None:
    body = [*small.BODY[:11], "lorem ipsum dolor", "", *small.BODY[11:]]
    with pytest.raises(NotRulesText, match="lorem") as caught:
        read_document(small.text(body))
    assert caught.value.line == len(small.FRONT) + 12


def test_misprinted_numbers_are_read() -> None:
    body = [
        line.replace("101.2a There", "101. 2a There").replace("101.2b A", "101.2b. A") for line in small.BODY
    ]
    assert [r.number for r in read_document(small.text(body)).rules][-3:] == ["101.2a", "101.2b", "1000.1"]


def test_contents_that_go_down_to_rules_are_no_rules() -> None:
    front = list(small.FRONT)
    at = front.index("101. Mana") + 1
    front[at:at] = ["101.1 Paying", "101.2 Colors", "101.2a Number of colors"]
    assert read_document(small.text(front=front)).rules[0].number == "100.1"
    assert len(read_document(small.text(front=front)).rules) == 8


def test_stray_bytes_of_another_encoding_are_mended() -> None:
    text = (
        small.text().decode().replace("There are five", "There’s “five” — ‘yes’ – “more” “and” “more” don’t")
    )
    raw = text.encode().replace("don’t".encode(), b"don\x92t")
    assert "don’t" in read_document(raw).rules[5].text


def test_headings_and_ornaments_of_other_years() -> None:
    body = [
        line.replace("1. Basics", "Section 1: Basics").replace("101. Mana", "101 Mana") for line in small.BODY
    ]
    body = [*body[:11], "----------", "", "Page 12", "", *body[11:]]
    back = [line.replace("Glossary", "Appendix A: Glossary of Terms") for line in small.BACK]
    document = read_document(small.text(body, back=back))
    assert [(h.number, h.title) for h in document.headings][:3] == [
        ("1", "Basics"),
        ("100", "General"),
        ("101", "Mana"),
    ]
    assert document.rules == tuple(
        msgspec.structs.replace(rule, line=again.line)
        for rule, again in zip(read_document(small.text()).rules, document.rules, strict=True)
    )
    assert [m.text for m in document.matter if m.name == "ornament"] == ["----------", "Page 12"]


def test_an_unnumbered_paragraph_is_kept_and_remarked() -> None:
    body = [*small.BODY[:10], "", "It may make more than one at a time.", *small.BODY[10:]]
    document = read_document(small.text(body))
    assert document.rules[2].text.endswith("at a time.")
    assert any("100.1b" in remark for remark in document.remarks)


@pytest.mark.parametrize(
    ("cut", "reason"),
    [
        (small.text(small.BODY[:22], back=[]), "cut short"),
        (small.text(back=small.BACK[:1]), "glossary"),
        (small.text(back=small.BACK[:9]), "Credits"),
        (small.text(back=small.BACK[:-1]), "cut short"),
    ],
)
def test_a_text_cut_short_is_refused(cut: bytes, reason: str) -> None:
    with pytest.raises(NotRulesText, match=reason):
        read_document(cut)


@pytest.mark.parametrize("share", [0.05, 0.2, 0.4, 0.6, 0.75, 0.9, 0.99])
@pytest.mark.parametrize("name", ["2004-02-01", "2013-04-29", "2026-01-16"])
def test_an_official_text_cut_anywhere_is_refused(name: str, share: float) -> None:
    raw = edition_file(name).read_bytes()
    with pytest.raises(NotRulesText):
        read_document(raw[: int(len(raw) * share)])


@pytest.mark.parametrize(
    ("raw", "reason"),
    [
        (b"", "empty"),
        (b"\r\n \r\n", "empty"),
        (bytes(range(256)) * 40, "binary"),
        (b"100.1. x\n" + b"a" * 1_000_000 + b"\n", "characters long"),
        (b"100.1. Roll two dice.\n100.2. Move your piece.\n100.3. Buy a hotel.\n", "no rules text"),
        (b"Magic has mana, creatures, spells, libraries and a stack.\n", "no numbered rules"),
    ],
)
def test_what_is_no_rules_text_is_refused(raw: bytes, reason: str) -> None:
    with pytest.raises(NotRulesText, match=reason):
        read_document(raw)


@pytest.mark.parametrize(
    ("line", "iso"),
    [
        ("Rules current as of March 15, 2003.", "2003-03-15"),
        ("Effective 1 September 1999", "1999-09-01"),
        ("Last updated: Sept. 3rd, 2001", "2001-09-03"),
        ("Rules in effect as of 2000/02/28", "2000-02-28"),
        ("Version of 4/30/2001", "2001-04-30"),
        ("February 30, 2001", ""),
        ("Last updated: 16. January 2026", "2026-01-16"),
        ("Released on the 16th day of January, 2026", "2026-01-16"),
        ("Effective 2026 Jan. 16", "2026-01-16"),
        ("Version 20260116", "2026-01-16"),
        ("Revised 23 Apr 99", "1999-04-23"),
        ("Last updated: Jan 16 '26", "2026-01-16"),
        ("Valid from 16.1.2026 on", "2026-01-16"),
        (
            "These rules supersede those effective as of May 2, 2025. They take effect June 3, 2025.",
            "2025-06-03",
        ),
        ("Magic was first published on August 5, 1993. Updated January 16, 2026.", "2026-01-16"),
        ("Copyright 2025. January 16, 2026", "2026-01-16"),
        ("Rules of June 2001", "2001-06-01"),
        ("Printed at 12:30 on the 7th in June 2001", ""),
    ],
)
def test_header_dates(line: str, iso: str) -> None:
    assert dates.of_document(["Comprehensive Rules", line], [])[0] == iso


@pytest.mark.parametrize("year", [1066, 1992, 2150, 9999])
def test_a_date_that_no_rules_can_have_is_refused(year: int) -> None:
    with pytest.raises(NotRulesText, match=f"{year}-04-01"):
        read_document(small.text().replace(b"2027", b"%d" % year))


def test_numbers_sort_as_the_rules_do() -> None:
    shuffled = [
        "702.10",
        "702.9b",
        "1000.1",
        "8",
        "702",
        "702.9",
        "7",
        "702.9a",
        "702.9aa",
        "702.9z",
        "800.1",
        "10",
    ]
    ordered = [
        "7",
        "702",
        "702.9",
        "702.9a",
        "702.9b",
        "702.9z",
        "702.9aa",
        "702.10",
        "8",
        "800.1",
        "10",
        "1000.1",
    ]
    assert numbers.in_order(shuffled) == ordered


def test_subrule_letters_skip_l_and_o() -> None:
    assert numbers.span("613.1j", "q") == ["613.1j", "613.1k", "613.1m", "613.1n", "613.1p", "613.1q"]


def test_references_are_found_in_every_form() -> None:
    text = "See rules 601.2a–d and 702.19b, rule 704, section 7, or {T} and 3.5 and 2012."
    assert [number for number, _ in references.mentioned(text)] == [
        "601.2a", "601.2b", "601.2c", "601.2d", "702.19b", "704", "7",
    ]  # fmt: skip


def test_a_keyword_that_ends_with_a_mark_is_a_title() -> None:
    assert not shapes.is_sentence("Onward to Glory!")
    assert not shapes.is_sentence("∞ (Infinity)")
    assert shapes.is_sentence("Draw!  That is all there is to do.")
    assert shapes.is_sentence("It stays (see rule 100.2)")
