"""Deck lists as text: Arena's export with its sections, Magic Online's `.txt`, and what people write (`4x Forest`, `SB: 1 Shock`, `//Sideboard`)."""

from __future__ import annotations

import re

import msgspec

from scenarios.exchange.imported import Deck, Unsaid
from scenarios.format import ScenarioError, together
from scenarios.format.types import Text, Where

SECTIONS = {
    "deck": "library", "main": "library", "maindeck": "library", "main deck": "library", "mainboard": "library", "library": "library",
    "sideboard": "sideboard", "side": "sideboard", "sb": "sideboard",
    "commander": "command", "commanders": "command", "command zone": "command", "signature spell": "command",
    "companion": "companion",
    "maybeboard": "", "considering": "", "tokens": "", "tokens & extras": "", "acquireboard": "",
}  # fmt: skip
"""What a heading says of the cards under it; "" is no part of the deck."""
GROUPS = frozenset({
    "creature", "creatures", "instant", "instants", "sorcery", "sorceries", "artifact", "artifacts", "enchantment", "enchantments",
    "planeswalker", "planeswalkers", "battle", "battles", "land", "lands", "spell", "spells", "other", "others",
})  # fmt: skip
"""Headings that sort the cards of a section."""
CARD = re.compile(r"(?:(?P<count>\d{1,6})x?\s+|(?P<times>\d{1,6})x\s*)(?P<name>\S.*)", re.IGNORECASE)
PRINTING = re.compile(
    r"\s+(?:\([A-Za-z0-9]{2,6}\)(?:\s+\S+)?|\[[^\]]*\]|<[^>]*>|\*[^*]+\*|\^[^^]*\^|#!?\w+)$"
)
"""What can stand behind a name: set and number, a category, foil; the name comes before it."""
COUNTED_HEADING = re.compile(r"\s*(?:\(\d+\)|\[\d+\]|:\s*\d*|-\s*\d+)\s*$")
COMMANDER_MARK = re.compile(r"\*CMDR\*|\[Commander\b|#!Commander\b", re.IGNORECASE)
SIDE_MARK = re.compile(r"(?:SB|sideboard):\s*(?=\d)", re.IGNORECASE)
UNSAID_MARK = re.compile(r"\[(?:Maybeboard|Considering)\b", re.IGNORECASE)
LONGEST_COUNT = 10_000


class _Line(msgspec.Struct):
    number: int
    section: str | None
    name: str
    count: int
    block: int


def is_list(text: str) -> bool:
    """Whether the first line that says anything is a card or a heading of a deck list, and some line is a card."""
    lines = [line for line in map(_bare, text.splitlines()) if line]
    first = next((line for line in lines if heading(line) is not None or not _is_comment(line)), "")
    begins = heading(first) is not None or first.lower() == "about" or _is_card(first)
    return begins and any(map(_is_card, lines))


def _is_card(line: str) -> bool:
    return CARD.fullmatch(SIDE_MARK.sub("", line, count=1)) is not None


def read(text: str, file: str) -> Deck:
    """The deck. Raises ScenarioError with every line that is none of a deck list."""
    deck = Deck()
    faults: list[ScenarioError] = []
    lines: list[_Line] = []
    section: str | None = None
    block = 0
    about = False
    for number, written in enumerate(text.splitlines(), 1):
        line = _bare(written)
        told = heading(line)
        if not line:
            block += bool(lines) and lines[-1].block == block
            about = False
        elif line.lower() == "about":
            about = True
        elif about and line.lower().startswith("name "):
            deck.title = line[5:].strip()
        elif told is not None:
            section = told or section
        elif not _is_comment(line):
            try:
                lines.append(_card(line, section, block, Where(file, number, 1)))
            except ScenarioError as error:
                faults.append(error)
    if faults:
        raise together(faults, Text(text))
    if not lines:
        raise ScenarioError(Where(file), "no card is in the list", expected="lines such as 4 Forest")
    _sort(deck, lines)
    return deck


def heading(line: str) -> str | None:
    """What a line says of the cards under it: a section, "" for a group of the section's cards; None if it is no heading."""
    words = COUNTED_HEADING.sub("", line.lower().removeprefix("//").removeprefix("#").strip())
    if words in SECTIONS:
        return SECTIONS[words] or "nowhere"
    return "" if words in GROUPS else None


def _card(line: str, section: str | None, block: int, where: Where) -> _Line:
    """A line with a card. Raises ScenarioError."""
    if match := SIDE_MARK.match(line):
        section, line = "sideboard", line[match.end() :]
    if COMMANDER_MARK.search(line):
        section = "command"
    elif UNSAID_MARK.search(line):
        section = "nowhere"
    match = CARD.fullmatch(line)
    if match is None:
        raise ScenarioError(
            where,
            "",
            expected="a number and a card's name, or a section such as Sideboard",
            found=f"'{line}'",
        )
    count = int(match["count"] or match["times"])
    if not 1 <= count <= LONGEST_COUNT:
        raise ScenarioError(where, "", expected=f"1 to {LONGEST_COUNT:,} of a card", found=f"'{count}'")
    return _Line(where.line, section, card_name(match["name"]), count, block)


def card_name(written: str) -> str:
    """The name without what tells the printing; faces stand between ` // `, as on the card."""
    name, before = written.strip(), ""
    while name != before:
        before, name = name, PRINTING.sub("", name)
    return re.sub(r"\s*/{1,3}\s*", " // ", name)


def _sort(deck: Deck, lines: list[_Line]) -> None:
    """The cards into the deck's zones. Without any section the cards after the one empty line are the sideboard, as Magic Online writes it."""
    blocks = {line.block for line in lines}
    if all(line.section is None for line in lines) and len(blocks) > 1:
        if len(blocks) == 2:
            deck.remarks.append("the cards after the empty line are taken as the sideboard")
            lines = [
                msgspec.structs.replace(line, section="sideboard") if line.block != min(blocks) else line
                for line in lines
            ]
        else:
            deck.remarks.append("no line says Sideboard: all cards are taken as the deck")
    zones = {"library": deck.library, "sideboard": deck.sideboard, "command": deck.command}
    for line in lines:
        section = line.section or "library"
        entry = {"card": line.name, "count": line.count}
        if section == "companion":
            _companion(deck, line)
        elif section in zones:
            zones[section].append(entry)
        else:
            deck.unsaid.append(Unsaid(line.number, f"{line.count} {line.name}: no part of the deck"))


def _companion(deck: Deck, line: _Line) -> None:
    """CR 103.2b: the companion is revealed from outside the game; Arena lists it in the sideboard, too."""
    deck.sideboard.insert(0, {"card": line.name, "companion": True})


def finish(deck: Deck) -> Deck:
    """The deck with its companion told once."""
    companions = {entry["card"] for entry in deck.sideboard if entry.get("companion")}
    for name in companions:
        again = next((e for e in deck.sideboard if e["card"] == name and not e.get("companion")), None)
        if again is not None:
            again["count"] -= 1
    deck.sideboard = [entry for entry in deck.sideboard if entry.get("count", 1) > 0]
    return deck


def _bare(line: str) -> str:
    return line.strip().lstrip("\ufeff").strip()


def _is_comment(line: str) -> bool:
    return line.startswith(("//", "#"))
