"""Files of cards: Scryfall's bulk data, MTGJSON's AtomicCards, or JSON lines, packed with gzip or not, as records of one shape.

A record has the fields of `FIELDS`, by Scryfall's names, all texts; what else a file says of a card is ignored.
"""

from __future__ import annotations

import gzip
import sys
import zlib
from collections.abc import Iterator
from functools import cache
from importlib import resources
from pathlib import Path
from typing import IO, Any

import msgspec

FIELDS = (
    "name", "layout", "mana_cost", "type_line", "oracle_text", "power", "toughness", "loyalty", "defense",
    "color_indicator", "hand_modifier", "life_modifier",
)  # fmt: skip
NO_CARDS = frozenset({"token", "double_faced_token", "emblem", "art_series"})
"""Layouts of what is printed but is no card of the game (CR 108.2b, 111.1)."""
MAX_BYTES = 4_000_000_000
"""The longest card file, unpacked, that is read."""

AT_ONCE = 1_000_000
STANDARD_INPUT = Path("-")
"""What is given for a file to have standard input read."""
NUMBERS = frozenset({"power", "toughness", "loyalty", "defense", "hand_modifier", "life_modifier"})
"""Fields that may be written as numbers."""

Record = dict[str, Any]

_MTGJSON = {
    "manaCost": "mana_cost", "type": "type_line", "text": "oracle_text", "power": "power", "toughness": "toughness",
    "loyalty": "loyalty", "defense": "defense", "layout": "layout", "hand": "hand_modifier", "life": "life_modifier",
    "colorIndicator": "color_indicator",
}  # fmt: skip


class CardFileProblem(Exception):
    """A card file that can't be read, or is none."""


def records(path: Path) -> Iterator[Record]:
    """The cards of a file, one record each. Raises CardFileProblem."""
    raw = read_bytes(path)
    start = raw.lstrip()[:1]
    try:
        if start == b"[":
            yield from _each(msgspec.json.decode(raw), str(path))
        elif start == b"{" and (whole := _one_object(raw)) is not None:
            yield from _from_mtgjson(whole, path) if "data" in whole else _each([whole], str(path))
        elif start == b"{":
            for number, line in enumerate(raw.splitlines(), 1):
                if line.strip():
                    yield from _each([from_line(line, f"{path}:{number}")], f"{path}:{number}")
        else:
            raise CardFileProblem(
                f"{path} holds no cards: expected Scryfall's or MTGJSON's JSON, or JSON lines"
            )
    except msgspec.DecodeError as error:
        raise CardFileProblem(f"{path} is no JSON: {error}") from None
    except RecursionError:
        raise CardFileProblem(f"{path} is nested too deeply") from None


def read_bytes(path: Path) -> bytes:
    """The bytes of a file, or of standard input for `-`, unpacked. Raises CardFileProblem."""
    try:
        if path == STANDARD_INPUT:
            raw = _whole(sys.stdin.buffer)
            return (gzip.decompress(raw) if raw[:2] == b"\x1f\x8b" else raw).removeprefix(b"\xef\xbb\xbf")
        with path.open("rb") as opened:
            packed = opened.read(2) == b"\x1f\x8b"
        if packed:
            with gzip.open(path) as unpacked:
                raw = _whole(unpacked)
        else:
            with path.open("rb") as opened:
                raw = _whole(opened)
    except (OSError, EOFError, zlib.error) as error:
        reason = getattr(error, "strerror", None) or error
        raise CardFileProblem(f"{path} can't be read: {reason}") from None
    except MemoryError:
        raise CardFileProblem(f"{path} is too long for the memory that there is") from None
    if len(raw) > MAX_BYTES:
        raise CardFileProblem(f"{path} is too long")
    return raw.removeprefix(b"\xef\xbb\xbf")


def _whole(opened: IO[bytes] | gzip.GzipFile) -> bytes:
    """All bytes that are read, and no memory for more: whoever asks for many at once gets room for as many."""
    raw = bytearray()
    while len(raw) <= MAX_BYTES and (piece := opened.read(AT_ONCE)):
        raw += piece
    return bytes(raw)


def from_line(line: bytes, where: str) -> Any:
    """A line of JSON. Raises CardFileProblem."""
    try:
        return msgspec.json.decode(line)
    except msgspec.DecodeError as error:
        raise CardFileProblem(f"{where}: no JSON: {error}") from None


def _one_object(raw: bytes) -> dict[str, Any] | None:
    """The whole text as one object; None if it is not one (JSON lines)."""
    try:
        found = msgspec.json.decode(raw)
    except msgspec.DecodeError:
        return None
    return found if isinstance(found, dict) else None


def _each(items: Any, where: str) -> Iterator[Record]:
    for item in items:
        layout = item.get("layout") if isinstance(item, dict) else None
        if not isinstance(layout, str) or layout not in NO_CARDS:
            yield tidy(item, where)


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


def _from_mtgjson(whole: dict[str, Any], path: Path) -> Iterator[Record]:
    """MTGJSON's AtomicCards: under each name a list of one entry a face."""
    cards = whole["data"]
    if not isinstance(cards, dict):
        raise CardFileProblem(f"{path} holds no cards: expected MTGJSON's 'data' by names")
    for name, entries in cards.items():
        if (
            not isinstance(entries, list)
            or not all(isinstance(entry, dict) for entry in entries)
            or not entries
        ):
            raise CardFileProblem(f"{path}: the card {name!r} is no list of faces")
        # Cards of the same name in different languages of rules (joke variants) come as further entries of the same side.
        faces = [_face(entry, name) for entry in entries]
        layout = entries[0].get("layout") or "normal"
        if " // " in name and len(faces) > 1:
            yield from _each([{"name": name, "layout": layout, "card_faces": faces}], str(path))
        else:
            yield from _each([{**faces[0], "name": name, "layout": layout}], str(path))


def _face(entry: dict[str, Any], name: str) -> Record:
    face = {ours: entry[theirs] for theirs, ours in _MTGJSON.items() if ours != "layout" if theirs in entry}
    return {**face, "name": entry.get("faceName") or name}
