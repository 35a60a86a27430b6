"""Files of cards: Scryfall's bulk data, MTGJSON's AtomicCards and AllPrintings, or JSON lines, packed with gzip or not, as records of one shape.

A record has the fields of `FIELDS`, by Scryfall's names, all texts; what else a file says of a card is ignored.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import cache
from importlib import resources
from pathlib import Path
from typing import Any

from scenarios.cards.streams import CardFileProblem, Watch, opened

FIELDS = (
    "name", "layout", "mana_cost", "type_line", "oracle_text", "power", "toughness", "loyalty", "defense",
    "color_indicator", "hand_modifier", "life_modifier", "oracle_id",
)  # fmt: skip
NO_CARDS = frozenset({"token", "double_faced_token", "emblem", "art_series"})
"""Layouts of what is printed but is no card of the game (CR 108.2b, 111.1)."""
MOST_AT_ONCE = 1_000_000_000
"""The longest card file, unpacked, in which single cards are looked up without importing it."""
NUMBERS = frozenset({"power", "toughness", "loyalty", "defense", "hand_modifier", "life_modifier"})
"""Fields that may be written as numbers."""

Record = dict[str, Any]


def records(path: Path, left_out: Counter[str] | None = None, watch: Watch | None = None) -> Iterator[Record]:
    """The cards of a file, one record each, of however long a file. `left_out` counts what is no card of the game, by its layout; `watch` is told how much
    of the file was read. Raises CardFileProblem."""
    # Here, since only a file of cards needs it.
    from scenarios.cards import bulk

    counted: Counter[str] = Counter() if left_out is None else left_out
    try:
        with opened(path, watch) as stream:
            for where, item in bulk.items(stream, str(path)):
                yield from (tidy(card, where) for card in bulk.cards_of(item, counted, NO_CARDS))
    except RecursionError:
        raise CardFileProblem(f"{path} is nested too deeply") from None


def read_bytes(path: Path) -> bytes:
    """The bytes of a file, or of standard input for `-`, unpacked. Raises CardFileProblem."""
    with opened(path) as stream:
        return stream.rest(MOST_AT_ONCE, "is too long to be looked into: import it")


@cache
def lost_texts() -> dict[str, str]:
    """Creatures whose text some card file in circulation has lost, so that they would pass for creatures without abilities; and what it
    says, where that is a word or two ("" where it is more: such a record is declined)."""
    lines = (resources.files("scenarios") / "lost_texts.tsv").read_text(encoding="utf-8").splitlines()
    return {name: text for name, _, text in (line.partition("\t") for line in lines[1:])}


def tidy(item: Any, where: str = "") -> Record:
    """A record with the fields that count, its faces likewise. Raises CardFileProblem where it isn't of the shape that a card has; `where`: its place."""
    at = f"{where}: " if where else ""
    if not isinstance(item, dict) or not isinstance(item.get("name"), str) or not item["name"].strip():
        raise CardFileProblem(f"{at}expected cards with a 'name', found {str(item)[:60]!r}")
    name = item["name"]
    record: Record = {}
    for key in FIELDS:
        value = item.get(key)
        if value is None:
            continue
        if key in NUMBERS and type(value) is int:
            value = str(value)
        if key == "color_indicator":
            if not isinstance(value, list) or not all(isinstance(color, str) for color in value):
                raise CardFileProblem(_odd(at, name, key, value, 'a list of colors, as ["G"]'))
        elif not isinstance(value, str):
            raise CardFileProblem(_odd(at, name, key, value, "a text"))
        record[key] = value
    if not record.get("oracle_text") and name in lost_texts():
        text = lost_texts()[name]
        record |= {"oracle_text": text} if text else {"lost": True}
    faces = item.get("card_faces")
    if faces is not None and not isinstance(faces, list):
        raise CardFileProblem(_odd(at, name, "card_faces", faces, "a list of faces with a 'name' each"))
    if faces:
        record["card_faces"] = [tidy(face, f"{at}a face of {name!r}") for face in faces]
        for key in ("mana_cost", "oracle_text"):
            record.pop(key, None)
    return record


def _odd(at: str, name: str, key: str, value: Any, wanted: str) -> str:
    return f"{at}the card {name!r}: its {key!r} is {str(value)[:60]!r}: expected {wanted}"
