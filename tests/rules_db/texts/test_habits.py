"""Signs that texts set around numbers, headings, examples and terms: none of them changes what is read."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest

from rules_db.texts import read_document
from tests.rules_db import small

BODY = [
    *small.BODY[:14],
    "",
    "101.1a It comes from lands.",
    "Example: A forest makes some.",
    "",
    "101.1b It goes away.",
    *small.BODY[14:],
]
RULE = r"^(\d{3,4}\.\d+[a-z]?\.?) "
SUBRULE = r"^(\d{3,4}\.\d+)([a-z]) "
WORDS = {"1": "One", "10": "Ten"}
ROMAN = {"1": "I", "10": "X"}


def _set(pattern: str, by: str | Callable[[re.Match[str]], str]) -> Callable[[str], str]:
    return lambda line: re.sub(pattern, by, line)


def _markdown(line: str) -> str:
    line = re.sub(r"^(\d{1,2}\. .*)", r"## \1", re.sub(r"^(\d{3,4}\. .*)", r"### \1 ###", line))
    line = re.sub(r"^(Glossary|Credits)$", r"## \1", re.sub(r"^(Mana|Stack)$", r"**\1**", line))
    return re.sub("^Example:", "*Example:*", re.sub(RULE, r"**\1** ", line))


HABITS = {
    "Markdown": _markdown,
    "Markdown lists": _set(r"^(\d{3,4}\.\d)", r"- \1"),
    "escaped dots": _set(r"^(\d+)\.", r"\1\\."),
    "bold headings": _set(r"^(\d+\. [A-Z].*|Glossary|Credits)$", r"**\1**"),
    "paragraph signs": _set(r"^(\d{3,4}\b)", r"§ \1"),
    "Rule 100.1:": _set(RULE, lambda found: f"Rule {found[1].rstrip('.')}: "),
    "CR100.1": _set(RULE, r"CR\1 "),
    "100.1(a)": _set(SUBRULE, r"\1(\2) "),
    "100.1-a": _set(SUBRULE, r"\1-\2 "),
    "100.1.a.": _set(SUBRULE, r"\1.\2. "),
    "100.1A": _set(SUBRULE, lambda found: f"{found[1]}{found[2].upper()} "),
    "Section 100:": _set(r"^(\d{3,4})\. ", r"Section \1: "),
    "Section I:": _set(r"^(\d{1,2})\. (?=Basics|Far)", lambda found: f"Section {ROMAN.get(found[1], found[1])}: "),
    "Chapter One:": _set(r"^(\d{1,2})\. (?=Basics|Far)", lambda found: f"Chapter {WORDS.get(found[1], found[1])}: "),
    "Example.": _set("^Example:", "Example."),
    "Ex.": _set("^Example:", "Ex."),
    "Example--": _set("^Example: ", "Example--"),
    "Example #1:": _set("^Example:", "Example #1:"),
    "> Example:": _set("^Example:", "> Example:"),
    "[Example: ...]": _set("^(Example: .*)$", r"[\1]"),
    "(Example: ...)": _set("^(Example: .*)$", r"(\1)"),
    "100. 1a": _set(r"^(\d{3,4}\.)(\d+[a-z]?\.?) ", r"\1 \2 "),
    "*101.1a, one of all": _set(r"^(101\.1a|101\.2\.) ", r"*\1 "),
    "[NEW] 101.1a": _set(r"^(101\.1a|101\.2\.) ", r"[NEW] \1 "),
    "[b]100.1[/b]": _set(r"^(\d+(?:\.\d+[a-z]?)?\.?) ", r"[b]\1[/b] "),
    "ligatures": _set("fi", "\ufb01"),
    "GLOSSARY OF MAGIC TERMS": _set("^Glossary$", "GLOSSARY OF MAGIC TERMS"),
    "K. Glossary": _set("^Glossary$", "K. Glossary"),
    "L. Glossary of Game Terms": _set("^Glossary$", "L. Glossary of Game Terms"),
    "Appendix A -- Glossary": _set("^Glossary$", "Appendix A -- Glossary"),
    "Magic: The Gathering Glossary": _set("^Glossary$", "Magic: The Gathering Glossary"),
}  # fmt: skip


@pytest.mark.parametrize("contents", [True, False])
@pytest.mark.parametrize("habit", HABITS)
def test_a_habit_of_setting_changes_nothing(habit: str, contents: bool) -> None:
    front = small.FRONT if contents else small.FRONT[:4]
    plain = read_document(small.text(BODY, front=front))
    change = HABITS[habit]
    again = read_document(small.text([*map(change, BODY)], front=front, back=[*map(change, small.BACK)]))
    assert [(r.number, r.text, r.title, r.examples) for r in again.rules] == [
        (r.number, r.text, r.title, r.examples) for r in plain.rules
    ]
    assert [(h.number, h.title) for h in again.headings] == [(h.number, h.title) for h in plain.headings]
    assert [(t.term, t.text) for t in again.glossary] == [(t.term, t.text) for t in plain.glossary]
    assert again.date == plain.date
    assert len(plain.rules) == 10


def test_a_sentence_that_breaks_before_a_number_is_no_habit() -> None:
    body = [
        line.replace("101.1a It comes from lands.", "101.1a It comes from lands; see\nRule 101.2. Or not.")
        for line in BODY
    ]
    assert "Rule 101.2. Or not." in read_document(small.text(body)).rules[4].text


def test_a_page_that_ends_inside_a_rule_or_an_entry_leaves_both_whole() -> None:
    """The number of a page, blank lines around it, and then the last words of a rule, or what a term means."""
    lines: list[str] = [*small.FRONT[:4], "1. Basics", "", "100. General", ""]
    for rule in range(1, 40):
        lines += [
            f"100.{rule}. A creature that a spell made stays on the",
            "graveyard of all the rest, and is mana.",
        ]
        lines += ["", f"Page {rule}", ""] if rule % 10 == 0 else []
        lines += ["See rule 100.2.", "", ""] if rule % 10 == 0 else [""]
    lines += [
        "Glossary",
        "",
        "Mana (Obsolete)",
        "",
        "Page 8",
        "",
        "It once was what pays for every spell.",
        "",
    ]
    lines += ["Stack", "A pile of things that wait to be answered", "or not."]
    document = read_document("\n".join(lines).encode())
    assert [rule.text.endswith("See rule 100.2.") for rule in document.rules] == [
        rule % 10 == 0 for rule in range(1, 40)
    ]
    assert [term.term for term in document.glossary] == ["Mana (Obsolete)", "Stack"]


def test_terms_may_end_with_a_full_stop_before_their_explanation() -> None:
    entries = ["Artifact. A thing.", "Library. A pile of cards.", "Mana. What pays. See rule 101.1."]
    back = ["Glossary", "", *[line for entry in entries for line in (entry, "")], *small.BACK[-3:]]
    assert [(t.term, t.text) for t in read_document(small.text(back=back)).glossary] == [
        ("Artifact", "A thing."), ("Library", "A pile of cards."), ("Mana", "What pays. See rule 101.1."),
    ]  # fmt: skip
