"""The cards that a running text names, and words for what they are and do: what a search of the rules asks for.

Cards are looked at as the data that they are kept as, without the engine: that takes longer to load than a rule to be found.
"""

from __future__ import annotations

import hashlib
import importlib.util
import re
import sqlite3
import unicodedata
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec

from rules_db.notation import stems
from rules_db.searching import Named
from rules_db.store import home

_MOST_WORDS = 8  # of a card's name, as far as it is looked for
_TOKEN = re.compile(r"[^\s()\[\]\"“”*]+")
_END = re.compile(r"(?:['’]s)?[.,;:!?]*$")
# What a card is and does stands under these keys of its data.
_TREE = (
    "faces",
    "card_faces",
    "abilities",
    "ability",
    "effect",
    "effects",
    "steps",
    "event",
    "changes",
    "cost",
    "modes",
)


def cards_of(text: str) -> list[Named]:
    """The cards that a text names, in its order, the longest name at each place first.

    Names are looked up among the imported cards and in the pool that ships, whatever their case; whether a single word is
    meant as a name is for others to say. Where there is no index of the cards yet, none is found.
    """
    paths = [path for path in (home() / "cards.db", _pool()) if path is not None and path.exists()]
    tokens = [found.span() for found in _TOKEN.finditer(text)]
    places = dict(_places(text, tokens))
    found: dict[str, bytes] = {}
    for path in paths:
        for name, data in _asked(path, [key for key in places.values() if key not in found]):
            found.setdefault(name, data)
    named: list[Named] = []
    for (start, end), key in places.items():
        if key in found and start >= (named[-1].end if named else 0):
            keywords, about = told(found[key])
            named.append(Named(text[start:end], start, end, keywords, about))
    return named


def _places(text: str, tokens: list[tuple[int, int]]) -> Iterator[tuple[tuple[int, int], str]]:
    """Every run of words as the name that it may be: where it stands, and how names are compared."""
    for at, (start, _) in enumerate(tokens):
        for _, last in reversed(tokens[at : at + _MOST_WORDS]):
            ending = _END.search(text, start, last)
            end = ending.start() if ending else last
            if end > start and (key := plain(text[start:end])):
                yield (start, end), key


def plain(name: str) -> str:
    """A name as the files of cards index it: see `engine.model.plain`."""
    text = unicodedata.normalize("NFKD", name.replace("Æ", "Ae").replace("æ", "ae")).casefold()
    text = "".join(character for character in text if not unicodedata.combining(character))
    return " ".join(re.sub(r"[^\w\s/]|_", "", text).replace("/", " ").split())


def _pool() -> Path | None:
    """The index of the pool that ships, as `scenarios.cards` builds it on first use."""
    engine = importlib.util.find_spec("engine")  # found, not loaded
    if engine is None or engine.origin is None:
        return None
    packed = Path(engine.origin).parent / "cards" / "pool.jsonl.gz"
    if not packed.is_file():
        return None
    return home() / f"pool-{hashlib.sha256(packed.read_bytes()).hexdigest()[:16]}.db"


def _asked(path: Path, keys: list[str]) -> list[tuple[str, bytes]]:
    """The cards of a file that have these names; none where the file isn't one: a search needs no cards."""
    connection = sqlite3.connect(path)
    try:
        marks = ", ".join("?" * len(keys))
        return connection.execute(
            f"SELECT names.name, data FROM names JOIN cards ON cards.id = card WHERE names.name IN ({marks})"
            " ORDER BY whole DESC",
            keys,
        ).fetchall()
    except sqlite3.Error:
        return []
    finally:
        connection.close()


def told(data: bytes) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """A card's keywords, and words for what it is and does besides: its types and its deeds, as its data has them."""
    keywords: dict[str, None] = {}
    others: dict[str, None] = {}
    _walk(msgspec.json.decode(data), keywords, others)
    return tuple(keywords), tuple(word for word in others if word.lower() not in stems.STOP)


def _walk(node: Any, keywords: dict[str, None], others: dict[str, None]) -> None:
    """Note the words of a card's data, or of a part of it."""
    if isinstance(node, list):
        for each in node:
            _walk(each, keywords, others)
    elif isinstance(node, dict):
        others.update(dict.fromkeys(re.findall(r"[A-Za-z]+", node.get("type_line", ""))))
        given = node.get("keywords", ())
        keywords.update(dict.fromkeys(word for word in given if isinstance(word, str)))
        kind = node.get("type", "")
        if kind == "Keyword":
            keywords[str(node.get("name", ""))] = None
        elif kind == "Keyworded":
            keywords[str(node.get("verb", ""))] = None
        elif kind:
            others.update(dict.fromkeys(re.findall("[A-Z][a-z]+", kind)))
        _walk([node[key] for key in _TREE if key in node], keywords, others)
