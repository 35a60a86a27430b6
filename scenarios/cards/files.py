"""Files of cards: Scryfall's bulk data, MTGJSON's AtomicCards, or JSON lines, packed with gzip or not, as records of one shape.

A record has the fields of `FIELDS`, by Scryfall's names, all texts; what else a file says of a card is ignored.
"""

from __future__ import annotations

import gzip
import zlib
from collections.abc import Iterator
from functools import cache
from importlib import resources
from pathlib import Path
from typing import Any

import msgspec

FIELDS = (
    "name", "layout", "mana_cost", "type_line", "oracle_text", "power", "toughness", "loyalty", "defense",
    "color_indicator", "hand_modifier", "life_modifier",
)  # fmt: skip
NO_CARDS = frozenset({"token", "double_faced_token", "emblem", "art_series"})
"""Layouts of what is printed but is no card of the game (CR 108.2b, 111.1)."""
MAX_BYTES = 4_000_000_000
"""The longest card file, unpacked, that is read."""

Record = dict[str, Any]

_MTGJSON = {
    "manaCost": "mana_cost", "type": "type_line", "text": "oracle_text", "power": "power", "toughness": "toughness",
    "loyalty": "loyalty", "defense": "defense", "layout": "layout", "hand": "hand_modifier", "life": "life_modifier",
}  # fmt: skip


class CardFileProblem(Exception):
    """A card file that can't be read, or is none."""


def records(path: Path) -> Iterator[Record]:
    """The cards of a file, one record each. Raises CardFileProblem."""
    raw = read_bytes(path)
    start = raw.lstrip()[:1]
    try:
        if start == b"[":
            yield from _each(msgspec.json.decode(raw), path)
        elif start == b"{" and (whole := _one_object(raw)) is not None:
            yield from _from_mtgjson(whole, path) if "data" in whole else _each([whole], path)
        elif start == b"{":
            for number, line in enumerate(raw.splitlines(), 1):
                if line.strip():
                    try:
                        yield from _each([msgspec.json.decode(line)], path)
                    except msgspec.DecodeError as error:
                        raise CardFileProblem(f"{path}:{number}: no JSON: {error}") from None
        else:
            raise CardFileProblem(
                f"{path} holds no cards: expected Scryfall's or MTGJSON's JSON, or JSON lines"
            )
    except msgspec.DecodeError as error:
        raise CardFileProblem(f"{path} is no JSON: {error}") from None
    except RecursionError:
        raise CardFileProblem(f"{path} is nested too deeply") from None


def read_bytes(path: Path) -> bytes:
    """The bytes of a file, unpacked. Raises CardFileProblem."""
    try:
        with path.open("rb") as opened:
            packed = opened.read(2) == b"\x1f\x8b"
        if packed:
            with gzip.open(path) as unpacked:
                raw = unpacked.read(MAX_BYTES + 1)
        else:
            with path.open("rb") as opened:
                raw = opened.read(MAX_BYTES + 1)
    except (OSError, EOFError, zlib.error) as error:
        reason = getattr(error, "strerror", None) or error
        raise CardFileProblem(f"{path} can't be read: {reason}") from None
    if len(raw) > MAX_BYTES:
        raise CardFileProblem(f"{path} is too long")
    return raw.removeprefix(b"\xef\xbb\xbf")


def _one_object(raw: bytes) -> dict[str, Any] | None:
    """The whole text as one object; None if it is not one (JSON lines)."""
    try:
        found = msgspec.json.decode(raw)
    except msgspec.DecodeError:
        return None
    return found if isinstance(found, dict) else None


def _each(items: Any, path: Path) -> Iterator[Record]:
    for item in items:
        if not isinstance(item, dict) or not isinstance(item.get("name"), str):
            raise CardFileProblem(f"{path}: expected cards with a 'name', found {str(item)[:60]!r}")
        if item.get("layout") not in NO_CARDS:
            yield tidy(item)


@cache
def lost_texts() -> dict[str, str]:
    """Creatures whose text some card file in circulation has lost, so that they would pass for creatures without abilities; and what it
    says, where that is a word or two ("" where it is more: such a record is declined)."""
    lines = (resources.files("scenarios") / "lost_texts.tsv").read_text(encoding="utf-8").splitlines()
    return {name: text for name, _, text in (line.partition("\t") for line in lines[1:])}


def tidy(item: dict[str, Any]) -> Record:
    """A record with the fields that count, its faces likewise."""
    record: Record = {key: item[key] for key in FIELDS if item.get(key) is not None}
    if not record.get("oracle_text") and record.get("name") in lost_texts():
        text = lost_texts()[record["name"]]
        record |= {"oracle_text": text} if text else {"lost": True}
    faces = item.get("card_faces")
    if isinstance(faces, list) and faces:
        record["card_faces"] = [tidy(face) for face in faces if isinstance(face, dict)]
        for key in ("mana_cost", "oracle_text"):
            record.pop(key, None)
    return record


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
        layout = str(entries[0].get("layout", "normal"))
        if layout in NO_CARDS:
            continue
        if " // " in name and len(faces) > 1:
            yield {"name": name, "layout": layout, "card_faces": faces}
        else:
            yield {**faces[0], "name": name, "layout": layout}


def _face(entry: dict[str, Any], name: str) -> Record:
    face = {
        ours: entry[theirs]
        for theirs, ours in _MTGJSON.items()
        if entry.get(theirs) is not None and ours != "layout"
    }
    if entry.get("colorIndicator"):
        face["color_indicator"] = entry["colorIndicator"]
    return {**face, "name": entry.get("faceName") or name}
