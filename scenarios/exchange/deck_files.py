"""Decks as XML: Magic Online's `.dek`, Cockatrice's `.cod`. A document type, and so an entity that grows, is refused: no deck has one."""

from __future__ import annotations

import re
from xml.sax import ContentHandler, SAXParseException
from xml.sax.xmlreader import AttributesImpl, Locator

import defusedxml
from defusedxml import sax

from scenarios.exchange.deck_lists import LONGEST_COUNT, card_name
from scenarios.exchange.imported import Deck, Unsaid
from scenarios.format import ScenarioError, together
from scenarios.format.types import Text, Where


def is_dek(text: str) -> bool:
    """Whether it is a deck as Magic Online saves it."""
    return re.match(r"\s*<", text) is not None and re.search(r"<Deck[\s>]", text) is not None


def is_cod(text: str) -> bool:
    """Whether it is a deck as Cockatrice saves it."""
    return re.match(r"\s*<", text) is not None and "<cockatrice_deck" in text


def read_dek(text: str, file: str) -> Deck:
    """Cards with their `Quantity` and whether they are of the `Sideboard`. Raises ScenarioError."""
    return _read(text, file, _Dek(file))


def read_cod(text: str, file: str) -> Deck:
    """Zones `main` and `side` with their cards. Raises ScenarioError."""
    return _read(text, file, _Cod(file))


class _Handler(ContentHandler):
    """What both have: a deck that fills, the line of what is read, and what is wrong."""

    root = ""

    def __init__(self, file: str) -> None:
        super().__init__()
        self.file = file
        self.deck = Deck()
        self.faults: list[ScenarioError] = []
        self.locator: Locator | None = None
        self.depth = 0

    def setDocumentLocator(self, locator: Locator) -> None:
        self.locator = locator

    @property
    def where(self) -> Where:
        line = self.locator.getLineNumber() if self.locator is not None else 0
        return Where(self.file, line or 0, 1)

    def startElement(self, name: str, attrs: AttributesImpl) -> None:
        self.depth += 1
        if self.depth == 1 and name != self.root:
            self.faults.append(ScenarioError(self.where, "", expected=f"<{self.root}>", found=f"'<{name}>'"))
        self.element(name, {key: attrs.getValue(key) for key in attrs.getNames()})

    def endElement(self, name: str) -> None:
        self.depth -= 1

    def element(self, name: str, said: dict[str, str]) -> None:
        raise NotImplementedError

    def add(self, zone: str, name: str, count: str) -> None:
        """A card into a zone; what is wrong with it is kept."""
        if not name.strip():
            self.faults.append(ScenarioError(self.where, "a card without a name"))
        elif not count.isdecimal() or not 1 <= int(count[:9]) <= LONGEST_COUNT:
            expected = f"1 to {LONGEST_COUNT:,} of '{name}'"
            self.faults.append(ScenarioError(self.where, "", expected=expected, found=f"'{count}'"))
        elif zone in ("library", "sideboard"):
            cards = self.deck.library if zone == "library" else self.deck.sideboard
            cards.append({"card": card_name(name), "count": int(count)})
        else:
            told = f"{count} {card_name(name)} in the zone '{zone}'"
            self.deck.unsaid.append(Unsaid(self.where.line, told))


class _Dek(_Handler):
    root = "Deck"

    def element(self, name: str, said: dict[str, str]) -> None:
        if name == "Cards":
            side = said.get("Sideboard", "false").lower() == "true"
            self.add("sideboard" if side else "library", said.get("Name", ""), said.get("Quantity", ""))


class _Cod(_Handler):
    root = "cockatrice_deck"
    zone = ""
    text: list[str] | None = None

    def element(self, name: str, said: dict[str, str]) -> None:
        self.text = [] if name == "deckname" else None
        if name == "zone":
            named = said.get("name", "")
            self.zone = {"main": "library", "side": "sideboard"}.get(named, named)
        elif name == "card":
            self.add(self.zone, said.get("name", ""), said.get("number", ""))

    def characters(self, content: str) -> None:
        if self.text is not None:
            self.text.append(content)

    def endElement(self, name: str) -> None:
        super().endElement(name)
        if name == "deckname" and self.text is not None:
            self.deck.title = "".join(self.text).strip()
        self.text = None


def _read(text: str, file: str, handler: _Handler) -> Deck:
    try:
        # The declaration may name the encoding that the file had.
        bare = re.sub(r"^\s*<\?xml[^>]*\?>", "", text.lstrip("\ufeff"), count=1)
        skipped = text[: len(text) - len(bare)].count("\n")
        sax.parseString(b"\n" * skipped + bare.encode("utf-8", "replace"), handler, forbid_dtd=True)
    except SAXParseException as error:
        where = Where(file, error.getLineNumber() or 0, (error.getColumnNumber() or 0) + 1)
        raise together([ScenarioError(where, f"no XML: {error.getMessage()}")], Text(text)) from None
    except defusedxml.DefusedXmlException:
        raise ScenarioError(handler.where, "the file has a document type, which no deck needs") from None
    if handler.faults:
        raise together(handler.faults, Text(text))
    if not (handler.deck.library or handler.deck.sideboard):
        raise ScenarioError(Where(file), "no card is in the deck")
    return handler.deck
