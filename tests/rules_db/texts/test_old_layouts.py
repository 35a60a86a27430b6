"""Layouts of the first years, and slips that any year's text may have, on small documents in our own words."""

from __future__ import annotations

import textwrap

import pytest

from rules_db.errors import NotRulesText
from rules_db.texts import Document, read_document
from tests.rules_db import small

HARD_WRAPPED = """\
MAGIC: THE GATHERING
COMPREHENSIVE RULES
(September 1, 1999)
***********************

Contents

Section 1 -- The Game .............. 2
   100 General ..................... 2
   101 Mana ........................ 3
Glossary ........................... 9

\fSection 1 -- The Game

100 General

Whoever opens this chapter finds what every creature
and every spell has in common.

100.1.  A spell waits on the stack until nobody wants to
        answer it any more. See rule
        101.2 for what it costs.

        EX.: Ann's spell waits while Bob thinks.
        EX.: Bob's waits as well.

Timing and Order

100.2.  These things are tapped:
        * a land that made mana
        * a creature that attacked

100.3.  Whoever has the turn
                                                      - 2 -
\f      acts first.
101 Mana

101.1.
Mana pays for things. It
goes away when a phase ends.
101.2.  A cost is paid in mana.

-----------------------

Glossary

A

Artifact -- A thing that somebody made. It has no
color of its own.

M

Mana -- What pays for spells. See rule 101.

(c) 1999 Nobody in particular.
"""


def test_a_hard_wrapped_text_of_1999() -> None:
    document = read_document(HARD_WRAPPED.encode())
    assert document.date == "1999-09-01"
    assert [(h.number, h.title) for h in document.headings] == [
        ("1", "The Game"), ("100", "General"), ("101", "Mana"),
    ]  # fmt: skip
    assert document.headings[1].text.startswith("Whoever opens")
    assert [r.number for r in document.rules] == ["100.1", "100.2", "100.3", "101.1", "101.2"]
    first, second, third, fourth, _ = document.rules
    assert " ".join(first.text.split()).endswith("See rule 101.2 for what it costs.")
    assert first.examples == ("Ann's spell waits while Bob thinks.", "Bob's waits as well.")
    assert "* a land that made mana" in second.text
    assert " ".join(third.text.split()) == "Whoever has the turn acts first."
    assert " ".join(fourth.text.split()) == "Mana pays for things. It goes away when a phase ends."
    assert [(t.term, t.text) for t in document.glossary][1] == ("Mana", "What pays for spells. See rule 101.")
    assert any("Timing and Order" in remark for remark in document.remarks)


def test_words_that_lines_break_are_whole_again() -> None:
    text = HARD_WRAPPED.replace(
        "Mana pays for things. It\n",
        "Mana pays, face-\ndown or for any long-\nor short-lived crea-\nture. It\n",
    )
    document = read_document(text.encode())
    said = " ".join(document.rules[3].text.split())
    assert (
        said
        == "Mana pays, face-down or for any long- or short-lived creature. It goes away when a phase ends."
    )


def test_a_list_after_a_colon_may_have_blank_lines() -> None:
    body = [
        *small.BODY[:14],
        "",
        "101.1a Mana comes from:",
        "",
        "Lands",
        "",
        "Creatures",
        "",
        *small.BODY[14:],
    ]
    rules = {rule.number: rule.text for rule in read_document(small.text(body)).rules}
    assert rules["101.1a"] == "Mana comes from:\nLands\nCreatures"


def test_glossary_entries_without_a_blank_line_between_are_told_apart() -> None:
    back = [*small.BACK[:2], "Library", "A pile of cards.", *small.BACK[2:]]
    document = read_document(small.text(back=back))
    assert [term.term for term in document.glossary] == ["Library", "Mana", "Stack"]


def test_contents_with_dot_leaders_still_show_that_a_text_is_cut() -> None:
    front = [
        line + " ........ 7" if line and line[0].isdigit() or line == "Credits" else line
        for line in small.FRONT
    ]
    assert len(read_document(small.text(front=front)).rules) == 8
    with pytest.raises(NotRulesText, match="cut short"):
        read_document(small.text(front=front, back=small.BACK[:-1]))


def test_what_the_contents_announce_and_never_was_is_remarked() -> None:
    front = [
        line.replace("1000. Late Rules", "1000. Late Rules\r\n1001. Never Written") for line in small.FRONT
    ]
    document = read_document(small.text(front=front))
    assert any("1001" in remark for remark in document.remarks)


def test_letters_past_z_and_chapters_past_nine() -> None:
    subrules = [f"1000.1{letters} Something late." for letters in (*"abcdefghijkmnpqrstuvwxyz", "aa", "ab")]
    document = read_document(small.text([*small.BODY, *subrules, ""]))
    assert document.rules[-1].number == "1000.1ab"
    assert len(document.rules) == 8 + 26


@pytest.mark.parametrize(
    ("raw", "reason"),
    [
        (b"%PDF-1.4 Magic mana creature spell", "PDF"),
        (b"{\\rtf1\\ansi Magic mana creature spell}", "RTF"),
        (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1Magic", "Word"),
        (b"PK\x03\x04 Magic", "zip"),
        (b"\x1f\x8b\x08 Magic", "gzip"),
        (b"<!DOCTYPE html>\n<html><body>100.1. Magic mana creature spell</body></html>", "web page"),
    ],
)
def test_files_of_other_programs_are_named(raw: bytes, reason: str) -> None:
    with pytest.raises(NotRulesText, match=reason):
        read_document(raw)


OTHER_GAME = "\n\n".join(
    [
        "Pocket Beasts: Trading Card Game Rules",
        "1. Playing",
        "100. Beasts",
        "100.1. Put a basic beast from your hand onto the bench.",
        "100.2. Attach an energy card to a beast, then attack.",
        "100.2a A beast with no hit points left is knocked out; take a prize card.",
        "100.3. Put the knocked out beast on the discard pile and draw from the deck.",
    ]
)


def test_rules_of_another_game_are_refused() -> None:
    with pytest.raises(NotRulesText, match="no rules text of Magic"):
        read_document(OTHER_GAME.encode())


def test_spaces_that_were_misread_are_mended() -> None:
    text = (
        small.text()
        .decode()
        .replace("100. General", "100.Â\xa0General")
        .replace("101. Mana", "101.Â\xa0Mana")
    )
    assert [h.title for h in read_document(text.encode()).headings][1:3] == ["General", "Mana"]


@pytest.mark.parametrize(
    ("mark", "told"), [("\ufffd", "6 characters were lost"), ("?", "put right where a question mark stands")]
)
def test_characters_that_are_gone_are_remarked(mark: str, told: str) -> None:
    body = [
        *small.BODY[:14],
        "",
        f"101.1a It isn{mark}t here, can{mark}t come, doesn{mark}t ask and won{mark}t stay.",
        f"Example: A player{mark}s land isn{mark}t mana.",
        *small.BODY[14:],
    ]
    remarks = read_document(small.text(body)).remarks
    assert [told in remark for remark in remarks] == [True]
    assert f"line {len(small.FRONT) + 16}" in remarks[0]


def _pages(foot: str, head: str, blank: bool, width: int) -> Document:
    """A longer document, wrapped if there is a width, with the edges of pages in it every 25 lines."""
    body = ["1. Basics", ""]
    for section in range(100, 115):
        body += [f"{section}. Part {chr(section - 35)}", ""]
        for rule in range(1, 4):
            body += [
                f"{section}.{rule}. A spell waits on the stack, which is a pile of section {section}, until {rule} players pass."
            ]
            body += [f"Example: A creature of land {section * rule} waits there, and nobody cares to answer."]
            body += [""] if width != 61 else []
    entries = [[f"{letter}{end}", f"A word that means {letter} and {end}, or thereabouts. See rule 10{n}.1."]
               for n, letter in enumerate("ABCDEFG") for end in ("bbey", "nvil", "ssembly")]  # fmt: skip
    back = ["Glossary", "", *[line for entry in entries for line in (*entry, *([""] if width != 61 else []))]]
    lines = [*small.FRONT[:4], *body, "", *back, "", *small.BACK[-3:]]
    if width:
        lines = [part for line in lines for part in (textwrap.wrap(line, width) or [""])]
    paged: list[str] = []
    for place, line in enumerate(lines):
        if foot and place and place % 25 == 0:
            edge = [foot.format(n=place // 25), *([head] if head else [])]
            paged += ["", *edge, ""] if blank else edge
        paged.append(line)
    return read_document("\n".join(paged).encode())


@pytest.mark.parametrize("width", [0, 60, 61])  # with 61, nothing but pages leaves blank lines
@pytest.mark.parametrize("blank", [True, False])
@pytest.mark.parametrize(
    ("foot", "head"),
    [
        ("{n}", "Comprehensive Rules of a Magic Game"),
        ("Page {n} of 17", "Comprehensive Rules of a Magic Game"),
        ("Comprehensive Rules   {n}", ""),
        ("{n}   Comprehensive Rules", "Magic: The Gathering"),
        ("{n} / 17", ""),
        ("[{n}]", ""),
        ("p. {n}", ""),
        ("(c) 2001 Nobody. Page {n}", ""),
        ("\f", "Comprehensive Rules of a Magic Game"),
    ],
)
def test_the_edges_of_pages_are_no_text(foot: str, head: str, blank: bool, width: int) -> None:
    document, plain = _pages(foot, head, blank, width), _pages("", "", blank, 0)
    assert len(plain.rules) == 45
    assert len(plain.glossary) == 21
    assert [h.title for h in document.headings] == [h.title for h in plain.headings]
    for one, other in zip(document.rules, plain.rules, strict=True):
        assert (one.number, one.text.split(), one.examples[0].split()) == (
            other.number,
            other.text.split(),
            other.examples[0].split(),
        )
    assert [(t.term, t.text.split()) for t in document.glossary] == [
        (t.term, t.text.split()) for t in plain.glossary
    ]
    assert ["no blank lines" in remark for remark in document.remarks] == [True] * (width == 61)
