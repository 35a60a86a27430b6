"""A rules document from bytes to pieces: rules, examples, headings, glossary, rulings, front and back matter.

The reader goes by what lines look like and by what may follow what, never by a file's name. Official texts of every
year, web pages, hard-wrapped copies and lists of rulings all pass through the same walk: a line starts a piece
(a number, a heading, an example, a term) or continues the one before it. A line that can do neither fails the
document with its number, so that nothing is ever dropped.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from rules_db.errors import CutShort, NotRulesText
from rules_db.notation import dates, numbers
from rules_db.texts import decoding, habits, shapes, wholeness
from rules_db.texts import lines as line_of
from rules_db.texts.body import Body
from rules_db.texts.documents import Document
from rules_db.texts.layout import Layout
from rules_db.texts.pieces import Pieces
from rules_db.texts.surroundings import Surroundings

_GAME_WORDS = (
    "mana", "creature", "spell", "library", "graveyard", "land", "stack", "battlefield", "in play", "artifact",
    "enchantment", "sorcery", "combat",
)  # fmt: skip  # fmt: skip


def read_document(raw: bytes, *, partial: bool = False) -> Document:
    """Read a rules document. Raises NotRulesText, with a line number where there is one, and loses nothing else.

    With `partial` one that was cut short is taken as the part that it is.
    """
    text = decoding.read(raw)
    _require_game(text.lines)
    held = line_of.held(text.lines)
    habits.read_plainly(held)
    lines, taken = line_of.joined(held)
    found = Pieces(text.lines)
    found.roles.update(dict.fromkeys(taken, "heading"))
    found.remarks += text.remarks
    layout = Layout(lines)
    surroundings = Surroundings(layout, found)
    surroundings.front()
    Body(layout, found).read()
    if layout.glossary_at < layout.back_at:
        surroundings.glossary()
    surroundings.back()
    for line in lines:
        if (
            line.number not in found.roles
        ):  # can't happen; if it ever does, better no edition than a holed one
            raise NotRulesText("the line fits nowhere", line.number)
    return _document(text, layout, found, partial)


def _require_game(lines: Sequence[str]) -> None:
    whole = "\n".join(lines).lower()
    known = sum(1 for word in _GAME_WORDS if re.search(rf"\b{word}s?\b", whole))
    if known < 4 or not ("magic" in whole or "mana" in whole):
        raise NotRulesText("this is no rules text of Magic: The Gathering")


def _document(text: decoding.Text, layout: Layout, found: Pieces, partial: bool) -> Document:
    """The pieces as a document, with what it says of itself. Raises NotRulesText when it was cut short."""
    date, dated_by = _date(layout, found)
    chapters = {numbers.sort_key(rule.number)[0] for rule in found.rules}
    full = bool(found.glossary) and len(chapters) >= 3 and len(found.rules) >= 300
    if full and (beginning := wholeness.without_front(found.rules)):
        full = False
        found.remarks.append(beginning)
    try:
        _refuse_cut(layout, found, full)
    except CutShort as cut:
        if not partial:
            raise
        full = False
        found.remarks.append(str(cut).split(": ", 1)[-1])
    return Document(
        date=date,
        dated_by=dated_by,
        full=full,
        shape="rulings" if found.rulings else "wrapped" if layout.wrapped else "plain",
        encoding=text.encoding,
        line_ends=text.line_ends,
        headings=tuple(found.headings),
        rules=tuple(found.rules),
        glossary=tuple(found.glossary),
        rulings=tuple(found.rulings),
        matter=tuple(found.matter),
        roles=found.roles,
        remarks=tuple(found.remarks),
    )


def _date(layout: Layout, found: Pieces) -> tuple[str, str]:
    front = [line.text for line in layout.lines[: layout.start]]
    back = [line.text for line in layout.lines[layout.back_at :]]
    date, dated_by = dates.of_document(front, back)
    if date and not dates.plausible(date):
        raise NotRulesText(f"it says that it is of {date}; no rules of this game are")
    tail = dates.stated(back)
    if date and tail and tail != date and dated_by == "header":
        found.remarks.append(f"its first page is dated {date}, its last page {tail}")
    return date, dated_by


def _refuse_cut(layout: Layout, found: Pieces, full: bool) -> None:
    """See `wholeness.refuse_cut`."""
    found.remarks += wholeness.refuse_cut(
        contents=next((m.text for m in found.matter if m.name == "contents"), None),
        top=[line.text for line in layout.lines[:3]],
        back="\n".join(line.raw for line in layout.lines[layout.back_at :]),
        headings=found.headings,
        rules=found.rules,
        matter=found.matter,
        glossary=bool(found.glossary),
        full=full,
        last_line=layout.lines[-1].number,
        last_term=next((t.term for t in found.glossary[-1:] if shapes.ends_sentence(t.text)), ""),
    )
