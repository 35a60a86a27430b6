"""Whether a rules text is all there. A part that someone chose is welcome; a text that stops short of its own end is not."""

from __future__ import annotations

import re
from collections.abc import Sequence, Set

from rules_db.errors import CutShort
from rules_db.notation import numbers
from rules_db.texts import shapes
from rules_db.texts.documents import Heading, Matter, Rule

_PAGE = re.compile(
    r"(?:\s*[.…]{3,}\s*|\s{2,}|\t)\d{1,3}$"
)  # the number of a page, at the end of a line of contents


def refuse_cut(
    *,
    contents: str | None,
    top: Sequence[str],
    back: str,
    headings: Sequence[Heading],
    rules: Sequence[Rule],
    matter: Sequence[Matter],
    glossary: bool,
    full: bool,
    last_line: int,
    last_term: str = "",
) -> list[str]:
    """What a text's table of contents announces and it hasn't; raises CutShort where that means it was cut short.

    The imprint is the last thing in every official text: with it a text has its end, and what is missing was never there. So has
    one without its back matter whose glossary goes on to the end of the alphabet.
    """
    if contents is None:
        official = any("comprehensive rules" in line.lower() for line in top)
        if official and not full and not (rules[-1].title or shapes.ends_sentence(_last_words(rules[-1]))):
            raise CutShort("the text ends in the middle of a rule; it was cut short", last_line)
        return []
    lines = [_PAGE.sub("", line.strip()).strip("_") for line in contents.split("\n")]
    announced = [m["number"] for line in lines if (m := shapes.SECTION.match(line))]
    if len(announced) < 3:
        return []
    whole = bool(shapes.IMPRINT.search(back)) or (
        not back and last_term.lower().startswith(("x", "y", "z")) and glossary
    )
    present = {heading.number for heading in headings}
    missing = [number for number in announced if number not in present]
    if announced[-1] in missing and not _same_end(announced, present) and not (whole and glossary):
        raise CutShort(
            f"the text stops in section {rules[-1].number.split('.')[0]}, but its contents go on to section"
            f" {announced[-1]}; it was cut short",
            last_line,
        )
    remarks = [f"its contents announce section {number}, which it doesn't have" for number in missing]
    if any(shapes.GLOSSARY.match(line) for line in lines) and not glossary:
        if not whole:
            raise CutShort("the text announces a glossary and has none; it was cut short", last_line)
        remarks.append("its contents announce a glossary, which it doesn't have")
    names = {piece.name for piece in matter}
    for line in lines:
        if shapes.BACK.match(line) and line.strip("_:?").lower() not in names:
            if not whole:
                reason = f"the text announces {line!r} at its end and stops before it; it was cut short"
                raise CutShort(reason, last_line)
            remarks.append(f"its contents announce {line!r}, which it doesn't have")
    if any(re.match(r"_*credits", line, re.IGNORECASE) for line in lines) and not whole:
        raise CutShort("the text stops in the middle of its credits; it was cut short", last_line)
    return remarks


def without_front(rules: Sequence[Rule]) -> str:
    """That a text begins after the first of the rules, in a sentence; empty if it has its beginning."""
    first = rules[0].number if rules else ""
    if not first or numbers.sort_key(first) <= numbers.sort_key("101"):
        return ""
    return f"it begins with {first}: what stands before that is missing"


def _last_words(rule: Rule) -> str:
    return rule.examples[-1] if rule.examples else rule.text


def _same_end(announced: Sequence[str], present: Set[str]) -> bool:
    """Whether the body reaches as far as the contents do, whatever the last section's number turned out to be."""
    reached = max((int(number) for number in present if len(number) > 2), default=0)
    return reached >= int(announced[-1])
