"""Bulk files of other programs' cards as records of Scryfall's shape: Scryfall's arrays, MTGJSON's AtomicCards and AllPrintings (its format 5), JSON lines."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from itertools import groupby
from typing import Any

import ijson
import msgspec

from scenarios.cards.streams import CardFileProblem, Stream, described, excerpt, from_line

MAX_OBJECT = 50_000_000
"""The longest file that is one object and none of MTGJSON's."""
_MTGJSON = {
    "manaCost": "mana_cost", "type": "type_line", "text": "oracle_text", "power": "power", "toughness": "toughness",
    "loyalty": "loyalty", "defense": "defense", "layout": "layout", "hand": "hand_modifier", "life": "life_modifier",
    "colorIndicator": "color_indicator",
}  # fmt: skip
_CARD_OF_SET = re.compile(r"data\.[^.]*\.cards\.item")


def items(stream: Stream, path: str) -> Iterator[tuple[str, Any]]:
    """Each card of a file, as it stands there or in Scryfall's shape, and its place. Raises CardFileProblem."""
    start = stream.head.lstrip()[:1]
    try:
        if start == b"[":
            yield from ((path, item) for item in ijson.items(stream, "item"))
        elif start == b"{" and re.search(rb'^\s*\{\s*"(?:meta|data)"\s*:', stream.head):
            yield from ((path, item) for item in _mtgjson(stream, path))
        elif start == b"{":
            yield from _objects(stream, path)
        else:
            raise CardFileProblem(
                f"{path} holds no cards: expected Scryfall's or MTGJSON's JSON, or JSON lines"
            )
    except ijson.JSONError as error:
        if "premature EOF" in str(error):
            raise CardFileProblem(f"{path} is no JSON: it is cut off after {stream.place:,} bytes") from None
        place = stream.place_of(excerpt(str(error)))
        raise CardFileProblem(f"{path} is no JSON: {described(error)} (byte {place:,})") from None
    except UnicodeDecodeError:
        raise CardFileProblem(f"{path} is no JSON: no UTF-8 (before byte {stream.place:,})") from None
    except RecursionError:
        raise CardFileProblem(f"{path} is nested too deeply") from None


def _objects(stream: Stream, path: str) -> Iterator[tuple[str, Any]]:
    """JSON lines; or one card over several lines."""
    if (first := stream.head.lstrip().split(b"\n", 1)[0]) and not _is_object(first):
        raw = stream.rest(MAX_OBJECT, "is one object, too long for a card") if b"\n" in stream.head else b""
        if raw and (whole := _object(raw)) is not None:
            yield path, whole
            return
        lines: Iterator[bytes] = iter(raw.split(b"\n")) if raw else stream.lines()
    else:
        lines = stream.lines()
    for number, line in enumerate(lines, 1):
        if line.strip():
            yield f"{path}:{number}", from_line(line, f"{path}:{number}")


def _is_object(line: bytes) -> bool:
    return _object(line) is not None


def _object(raw: bytes) -> dict[str, Any] | None:
    try:
        found = msgspec.json.decode(raw)
    except (msgspec.DecodeError, RecursionError):
        return None
    return found if isinstance(found, dict) else None


def _mtgjson(stream: Stream, path: str) -> Iterator[Any]:
    """AtomicCards has under each name a list of one entry a face, AllPrintings under each set its cards, one entry a face."""
    if re.search(rb'"data"\s*:\s*[^\s{]', stream.head):
        raise CardFileProblem(f"{path} holds no cards: expected MTGJSON's 'data' by names")
    if not re.search(rb'"data"\s*:\s*\{\s*"(?:[^"\\]|\\.)*"\s*:\s*\{', stream.head):
        empty = True
        for name, entries in ijson.kvitems(stream, "data"):
            empty = False
            yield _card(name, entries, path)
        if empty:
            raise CardFileProblem(f"{path} holds no cards: expected MTGJSON's 'data' by names")
        return
    halves: dict[str, dict[str, Any]] = {}
    seen = set()
    for entry in _of_sets(stream):
        name = entry.get("name") if isinstance(entry, dict) else None
        if not isinstance(name, str):
            raise CardFileProblem(f"{path}: expected cards with a 'name', found {str(entry)[:60]!r}")
        if " // " in name and isinstance(entry.get("side"), str):
            halves.setdefault(name, {}).setdefault(entry["side"], entry)
        elif name not in seen:
            seen.add(name)
            yield _card(name, [entry], path)
    for name, sides in halves.items():
        yield _card(name, [sides[side] for side in sorted(sides)], path)


def _of_sets(stream: Stream) -> Iterator[Any]:
    """The entries of the sets' cards, without what no card needs."""
    wanted = {*_MTGJSON, "name", "faceName", "side", "identifiers"}
    builder: Any = None
    leaving_out = ""
    for prefix, event, value in ijson.parse(stream):
        if builder is None:
            if event == "start_map" and _CARD_OF_SET.fullmatch(prefix):
                builder, at = ijson.ObjectBuilder(), prefix
                builder.event(event, value)
        elif event == "end_map" and prefix == at:
            yield builder.value
            builder = None
        elif event == "map_key" and prefix == at:
            leaving_out = "" if value in wanted else value
            if not leaving_out:
                builder.event(event, value)
        elif not leaving_out:
            builder.event(event, value)


def _card(name: str, entries: Any, path: str) -> Any:
    """A card of MTGJSON's in Scryfall's shape. Raises CardFileProblem."""
    if not isinstance(entries, list) or not all(isinstance(entry, dict) for entry in entries) or not entries:
        raise CardFileProblem(f"{path}: the card {name!r} is no list of faces")
    # Cards of the same name in different languages of rules (joke variants) come as further entries of the same side.
    faces = [_face(entry, name) for entry in entries]
    identifiers = entries[0].get("identifiers")
    also = {"layout": entries[0].get("layout") or "normal"}
    if isinstance(identifiers, dict) and isinstance(identifiers.get("scryfallOracleId"), str):
        also["oracle_id"] = identifiers["scryfallOracleId"]
    if " // " in name and len(faces) > 1:
        return {"name": name, **also, "card_faces": faces}
    return {**faces[0], "name": name, **also}


def _face(entry: dict[str, Any], name: str) -> dict[str, Any]:
    face = {ours: entry[theirs] for theirs, ours in _MTGJSON.items() if ours != "layout" if theirs in entry}
    return {**face, "name": entry.get("faceName") or name}


def cards_of(item: Any, left_out: Counter[str], no_cards: frozenset[str]) -> Iterator[Any]:
    """The cards that an entry is: none for a layout that is no card's (which is counted), each side's for one that is printed with a whole card on either side."""
    layout = item.get("layout") if isinstance(item, dict) else None
    if isinstance(layout, str) and layout in no_cards:
        left_out[layout] += 1
    elif layout == "reversible_card" and isinstance(item.get("card_faces"), list):
        sides = [face for face in item["card_faces"] if isinstance(face, dict)]
        by_name = groupby(
            sorted(sides, key=lambda face: str(face.get("name"))), lambda face: face.get("name")
        )
        yield from ({"layout": "normal", **next(same)} for _, same in by_name)
    else:
        yield item
