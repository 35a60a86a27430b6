"""The cards that a running text names, and words for what they are and do: what a search of the rules asks for.

Cards are looked at as the data that they are kept as, without the engine: that takes longer to load than a rule to be found.
"""

from __future__ import annotations

import hashlib
import importlib.util
import re
import sqlite3
import unicodedata
from collections.abc import Collection, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import msgspec

from rules_db.notation import stems
from rules_db.searching import Named
from rules_db.store import home

_SHORTEST, _TWO_SLIPS = 6, 11  # letters of a name that may be misspelt, and of one that may be so twice
_SURE = 3  # letters that begin a misspelt name as they begin the right one
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


def cards_of(text: str, misspelt: Collection[str] = ()) -> list[Named]:
    """The cards that a text names, in its order, the longest name at each place first; with `misspelt` those whose names have one of these words in them.

    Names are looked up among the imported cards and in the pool that ships, whatever their case; whether a single word is
    meant as a name is for others to say. Where there is no index of the cards yet, none is found; see `ready`.
    """
    paths = [path for path in (home() / "cards.db", _pool()) if path is not None and path.exists()]
    tokens = [found.span() for found in _TOKEN.finditer(text)]
    places = dict(_places(text, tokens))
    if misspelt:
        places = {place: near for place, near in _near(paths, places, frozenset(misspelt)) if near}
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


def _near(
    paths: Sequence[Path], places: Mapping[tuple[int, int], str], misspelt: frozenset[str]
) -> Iterator[tuple[tuple[int, int], str]]:
    """For each run of words with a misspelt one in it the name that it most likely is, or an empty one."""
    from rapidfuzz import process  # most names are spelt well
    from rapidfuzz.distance import OSA

    for place, key in places.items():
        if len(key) < _SHORTEST or misspelt.isdisjoint(key.split()):
            continue
        names = [name for path in paths for name in _beginning(path, key[:_SURE])]
        slips = 1 if len(key) < _TWO_SLIPS else 2
        near = process.extractOne(key, names, scorer=OSA.distance, score_cutoff=slips)
        yield place, near[0] if near else ""


def plain(name: str) -> str:
    """A name as the files of cards index it: see `engine.model.plain`."""
    text = unicodedata.normalize("NFKD", name.replace("Æ", "Ae").replace("æ", "ae")).casefold()
    text = "".join(character for character in text if not unicodedata.combining(character))
    return " ".join(re.sub(r"[^\w\s/]|_", "", text).replace("/", " ").split())


def ready() -> bool:
    """Whether the pool that ships has its index; `scenarios.cards.pool_source` makes it."""
    pool = _pool()
    return pool is None or pool.exists()


def _pool() -> Path | None:
    """The index of the pool that ships, as `scenarios.cards` builds it on first use."""
    engine = importlib.util.find_spec("engine")  # found, not loaded
    if engine is None or engine.origin is None:
        return None
    packed = Path(engine.origin).parent / "cards" / "pool.jsonl.gz"
    if not packed.is_file():
        return None
    return home() / f"pool-{hashlib.sha256(packed.read_bytes()).hexdigest()[:16]}.db"


def _asked(path: Path, keys: Sequence[str]) -> list[tuple[str, bytes]]:
    """The cards of a file that have these names."""
    marks = ", ".join("?" * len(keys))
    query = "SELECT names.name, data FROM names JOIN cards ON cards.id = card WHERE names.name"
    return _rows(path, f"{query} IN ({marks}) ORDER BY whole DESC", keys)


def _beginning(path: Path, letters: str) -> list[str]:
    """The names in a file that begin with some letters."""
    bounds = (letters, letters[:-1] + chr(ord(letters[-1]) + 1))
    return [name for (name,) in _rows(path, "SELECT name FROM names WHERE name >= ? AND name < ?", bounds)]


def _rows(path: Path, query: str, values: Sequence[str]) -> list[Any]:
    """What a file of cards answers; nothing where it isn't one: a search needs no cards."""
    connection = sqlite3.connect(path)
    try:
        return connection.execute(query, values).fetchall()
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
