"""Measuring: which scenarios are asked about an entry, and which of them fails when it is answered wrongly. Everything is played in forks of one process."""

from __future__ import annotations

import json
import os
import signal
import sys
from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from pathlib import Path
from typing import Any

from engine.abilities.base import Node
from scenarios.cards import Cards
from scenarios.checking import SUFFIXES
from scenarios.format import documents, load
from scenarios.runner import run_document
from tests.proof import tables

ROOT = Path(__file__).resolve().parents[2]
LIBRARY = ROOT / "scenarios" / "library"
SECONDS = 20
"""How long one scenario may take with an entry answered wrongly, of the processor's time."""
MOST = 150
"""How many scenarios are tried for an entry, those that use the fewest entries first."""

Place = tuple[str, str]
"""A scenario: its file in the library, and its title."""


def scenarios(files: Collection[str] | None = None) -> dict[Place, Any]:
    """The library, or these files of it."""
    found = {}
    for path in sorted(p for p in LIBRARY.rglob("*") if p.suffix in SUFFIXES):
        if files is not None and path.relative_to(LIBRARY).as_posix() not in files:
            continue
        for document in documents(load(path), str(path)):
            found[path.relative_to(LIBRARY).as_posix(), str(getattr(document, "title", ""))] = document
    return found


def in_fork(work: Callable[[], Any]) -> Any:
    """What the work comes to, done by a copy of this process."""
    ours, theirs = os.pipe()
    child = os.fork()
    if child == 0:
        status = 1
        try:
            os.close(ours)
            with os.fdopen(theirs, "w") as out:
                json.dump(work(), out)
            status = 0
        finally:
            os._exit(status)
    os.close(theirs)
    with os.fdopen(ours) as answers:
        text = answers.read()
    os.waitpid(child, 0)
    return json.loads(text) if text else None


def uses(library: dict[Place, Any]) -> dict[str, list[Place]]:
    """By entry: the scenarios that ask a table about it, or hold a card with it; those that use the fewest entries first."""
    parts = [list(library)[n::2] for n in range(2)]
    with ThreadPoolExecutor(2) as pool:
        found = [
            f for half in pool.map(lambda part: in_fork(lambda: _noted(library, part)), parts) for f in half
        ]
    asked: dict[str, list[Place]] = defaultdict(list)
    for (file, title), used in sorted(found, key=lambda f: len(f[1])):
        for entry in used:
            asked[entry].append((file, title))
    return asked


def _noted(library: dict[Place, Any], part: Iterable[Place]) -> list[tuple[Place, list[str]]]:
    now: set[str] = set()

    @cache
    def of(node: Node) -> frozenset[str]:
        return frozenset(tables.entries_of(node))

    def note(node: Node) -> bool:
        now.update(of(node))
        return False

    def note_card(card: Any) -> Any:
        now.update(tables.in_card(card))
        return card

    tables.hook(note)

    def note_made(value: Any) -> Any:
        now.update(tables.in_value(value))
        return value

    tables.of_cards(note_card)
    tables.of_makers(note_made)
    found = []
    for place in part:
        now.clear()
        run_document(library[place], place[0], cite=False)
        found.append((place, sorted(now)))
    return found


def proof(library: dict[Place, Any], entry: str, places: Iterable[Place]) -> Place | None:
    """The first of the scenarios that doesn't hold when the entry is answered wrongly; None if all do."""
    found = in_fork(lambda: next(_failing(library, entry, places), None))
    return tuple(found) if found else None


def _failing(library: dict[Place, Any], entry: str, places: Iterable[Place]) -> Iterator[Place]:
    @cache
    def wrong(node: Node) -> bool:
        return entry in tables.entries_of(node)

    tables.hook(wrong)
    tables.of_cards(lambda card: tables.card_without(card, entry))
    tables.of_makers(tables.without(entry))
    signal.signal(signal.SIGPROF, too_long)
    for place in places:
        signal.setitimer(signal.ITIMER_PROF, SECONDS)
        try:
            status = run_document(library[place], place[0], cite=False).status
        except TimeoutError:
            continue
        finally:
            signal.setitimer(signal.ITIMER_PROF, 0)
        if status not in ("right", "crashed"):
            yield place


def too_long(*_: Any) -> None:
    raise TimeoutError


def proofs(entries: Iterable[str], first: dict[str, Place] | None = None) -> dict[str, Place | None]:
    """For each entry a scenario that proves it. `first`: those that are tried before others."""
    library = scenarios()
    _ = Cards().sources
    asked = uses(library)
    wanted = list(entries)

    def one(entry: str) -> Place | None:
        places = asked.get(entry, [])[:MOST]
        known = (first or {}).get(entry)
        if known in library:
            places = [known, *(p for p in places if p != known)]
        return proof(library, entry, places)

    sys.stdout.flush()
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        return dict(zip(wanted, pool.map(one, wanted), strict=True))
