"""The glossary of a rules text: which lines are terms, and which explain them.

Glossaries have been set in several ways: a term above its explanation, with a blank line between or without; both on one
line, with a colon, a dash or a tab between; entries with no blank line between them. What most of a glossary does decides
how the rest of it is read; that it is in the order of the alphabet helps where nothing else tells two entries apart.
"""

from __future__ import annotations

import re
from collections.abc import Sequence, Set

import msgspec

from rules_db.errors import NotRulesText
from rules_db.notation import typography
from rules_db.texts import lines as line_of
from rules_db.texts import shapes
from rules_db.texts.lines import Line

_JOINTS = {
    "colon": re.compile(r"^(?P<term>[^:]{1,70}?)\s*:\s+(?P<text>\S.*)$"),
    "dash": re.compile(r"^(?P<term>.{1,70}?)(?:\s+[-–—]{1,2}\s+|—|--)(?P<text>\S.*)$"),
    "stop": re.compile(r"^(?P<term>[^.:]{1,60}?)\.\s+(?P<text>[A-Z“\"({].*)$"),
    "tab": re.compile(r"^(?P<term>[^\t]{1,70}?) *\t+ *(?P<text>\S.*)$"),
}
_GROUP = re.compile(r"^[-–— ]*[A-Z](?:\s*[-–—/]\s*[A-Z])?[-–— ]*$")
_SENSE = re.compile(r"^\d+\. ")


class Entry(msgspec.Struct):
    """A term, the line it stands on, and the lines that explain it."""

    head: Line
    term: str
    explanation: list[Line]

    def text(self, wrapped: bool, words: Set[str]) -> str:
        """The explanation; lines that were broken by hand are joined, and words that were (see `lines.go_on`)."""
        parts: list[str] = []
        for line in self.explanation:
            starts = line.indented or line.after_blank or not wrapped or not parts
            starts = starts or bool(_SENSE.match(line.text) or shapes.EXAMPLE.match(line.text))
            if starts:
                parts.append("\n" + line.plain)
            else:
                line_of.go_on(parts, line.plain, words)
        return "".join(parts).strip()


def captions(lines: Sequence[Line]) -> list[Line]:
    """The letters that head the groups of a glossary, `A`, `B`, if it has such groups."""
    blocks = line_of.blocks(line for line in lines if not line.ornament)
    found: list[Line] = []
    apt = 0
    for block, below in zip(blocks, blocks[1:], strict=False):
        if len(block) == 1 and _GROUP.match(block[0].text):
            found.append(block[0])
            apt += _key(below[0].text)[:1] in block[0].text.lower()
    return found if len(found) >= 2 and apt >= 0.8 * len(found) else []


def entries(lines: Sequence[Line], wrapped: bool) -> list[Entry]:
    """The entries of a glossary. Raises NotRulesText when it doesn't begin with one."""
    margin = min((line.margin for line in lines), default=0)
    lines = [msgspec.structs.replace(line, indented=line.margin > margin) for line in lines]
    blocks = line_of.blocks(lines)
    return in_blocks(_told_apart(blocks))


def dense(lines: Sequence[Line]) -> bool:
    """Whether no blank lines stand between the entries. Terms are then told apart by what they look like and their order."""
    return sum(line.after_blank for line in lines) < len(lines) / 10


def in_blocks(blocks: Sequence[list[Line]]) -> list[Entry]:
    """A block is a term and its explanation; one without a term goes on with the entry before."""
    joint = _joint(blocks)
    spaced = sum(len(block) == 1 and _is_term(block[0]) for block in blocks) > len(blocks) * 0.4
    found: list[Entry] = []
    i = 0
    while i < len(blocks):
        head, *rest = blocks[i]
        inline = _inline(head, joint, alone=not rest)
        if joint and inline:
            found.append(Entry(head, inline[0], [_explaining(head, inline[1]), *rest]))
        elif rest and not spaced and _is_term(head):
            found.append(Entry(head, head.text, rest))
        elif inline:
            found.append(Entry(head, inline[0], [_explaining(head, inline[1])]))
        elif not rest and _is_term(head) and i + 1 < len(blocks) and _explains(blocks[i + 1], spaced):
            found.append(Entry(head, head.text, list(blocks[i + 1])))
            i += 1
        elif rest and _is_term(head):
            found.append(Entry(head, head.text, rest))
        elif found:
            found[-1].explanation.extend(blocks[i])
        else:
            raise NotRulesText(f"the line is no glossary entry: {shapes.short(head.text)}", head.number)
        i += 1
    return found


def _joint(blocks: Sequence[list[Line]]) -> re.Pattern[str] | None:
    """What joins terms and explanations where most entries have both on one line."""
    heads = [block[0].text for block in blocks if not block[0].indented]
    for joint in (_JOINTS["tab"], _JOINTS["dash"], _JOINTS["colon"], _JOINTS["stop"]):
        if sum(_split(text, joint) is not None for text in heads) > max(len(heads) * 0.6, 2):
            return joint
    return None


def _split(text: str, joint: re.Pattern[str]) -> tuple[str, str] | None:
    match = joint.match(text)
    if match is None or not re.match(r"[\"“\dA-Z{+*]", match["text"]):
        return None
    return match["term"], match["text"]


def _inline(head: Line, joint: re.Pattern[str] | None, *, alone: bool) -> tuple[str, str] | None:
    """`Term: explanation` on one line: as the whole glossary has it, or by way of exception."""
    if head.indented or _SENSE.match(head.text):
        return None
    if joint:
        return _split(head.text, joint)
    match = re.match(r"^(?P<term>[^.:—]{2,60}?)\s*(?::|—|--)\s+(?P<text>[A-Z“\"].{15,})$", head.text)
    if not alone or match is None or not shapes.ends_sentence(match["text"]):
        return None
    return match["term"], match["text"]


def _explains(block: Sequence[Line], spaced: bool) -> bool:
    """Whether a block can be the explanation of a term that stands alone above it."""
    if spaced:
        return True
    goes_on = len(block) > 1 and block[1].text[:1].islower()  # a sentence that is broken by hand
    return (
        not block[0].indented
        and (shapes.ends_sentence(block[0].text) or goes_on and shapes.ends_sentence(block[-1].text))
        and (goes_on or not (len(block) > 1 and _is_term(block[0])))
    )


def _is_term(line: Line) -> bool:
    """A glossary term: a short line that is no sentence."""
    text = line.text
    if line.indented or len(text) > 90 or shapes.EXAMPLE.match(text) or re.match(r"^\d+\.", text):
        return False
    if re.search(r"[.:;]$", text):
        return len(text.split()) <= 3 and not re.search(r"\b(?:see|is|are|has)\b", text, re.IGNORECASE)
    return not re.search(r"[!?]$", text) or len(text) <= 40


def _explaining(head: Line, text: str) -> Line:
    return Line(head.number, text, text, False, False, False)


# Entries with no blank line between them -------------------------------------------------------------------------------


def _told_apart(blocks: Sequence[list[Line]]) -> list[list[Line]]:
    """The blocks, divided where another entry starts inside one."""
    width = max((len(line.raw.rstrip()) for block in blocks for line in block), default=0)
    heads = [_key(block[0].text) for block in blocks]
    after = [min((head for head in heads[i + 1 : i + 3] if head), default="~") for i in range(len(blocks))]
    found: list[list[Line]] = []
    for block, bound in zip(blocks, after, strict=True):
        starts = [0, *_in_order(block, width, bound), len(block)]
        found += [block[one:other] for one, other in zip(starts, starts[1:], strict=False)]
    return found


def _in_order(block: Sequence[Line], width: int, bound: str) -> list[int]:
    """Where entries start inside a block: of the lines that could be terms, the longest row in the alphabet's order.

    A line that only looks like a term stands out of that order, and is passed over for the sake of the rest.
    """
    places = [
        i
        for i in range(2, len(block) - 1)
        if _may_be_term(block[i - 1], block[i], block[i + 1], width) and _key(block[i].text)[0] <= bound[0]
    ]
    first = _key(block[0].text)
    rows: list[
        tuple[float, int]
    ] = []  # for each place, how good the best row is that ends there, and what is before
    for n, i in enumerate(places):
        here = _key(block[i].text)
        worth = 1.0 if i - 1 not in places[max(n - 1, 0) : n] else 0.75  # rather the first of two in a row
        best = (worth + _fit(first, here), -1)
        for m in range(n - 1, -1, -1):
            if i - places[m] >= 2:
                best = max(best, (rows[m][0] + worth + _fit(_key(block[places[m]].text), here), m))
        rows.append(best)
    at = max(range(len(rows)), key=lambda n: rows[n][0], default=-1)
    if at < 0 or rows[at][0] <= 0:
        return []
    row: list[int] = []
    while at >= 0:
        row.append(places[at])
        at = rows[at][1]
    return row[::-1]


def _fit(one: str, other: str) -> float:
    """How well one term stands above another: glossaries aren't strict about more than the first letter."""
    if not one or ord(other[0]) < ord(one[0]) - 1:
        return -1000.0
    return 0.0 if one[:2] <= other[:2] else -0.6


def _may_be_term(above: Line, line: Line, below: Line, width: int) -> bool:
    """Whether a line could be the term of the next entry: short, after a sentence's end, and broken off early."""
    return (
        _is_term(line)
        and not re.search(r"[.:;]$|\d{3}|^See\b", line.text)
        and len(line.text) <= 75
        and not re.match(r"[a-z(]", line.text)
        and not below.text[:1].islower()
        and len(line.raw.rstrip()) + 1 + len(below.text.split()[0]) <= width
        and shapes.ends_sentence(above.text)
        and bool(_key(line.text))
    )


def _key(text: str) -> str:
    return re.sub(r"[^a-z0-9]", "", typography.fold(text).lower())
