"""How fast card texts are read and card files imported."""

from __future__ import annotations

import itertools
import json
import time
import uuid
from collections.abc import Iterator
from typing import IO

from scenarios.cards import Record, records
from tests.benchmarks.surroundings import CORPUS, own_home, process


def figures() -> Iterator[str]:
    """Aim: the whole corpus in under 60 s on one core."""
    from engine.oracle.coverage import coverage
    from scenarios.cards import import_file

    corpus = list(records(CORPUS))
    started = time.perf_counter()
    found = coverage(corpus)
    seconds = time.perf_counter() - started
    yield (
        f"{found.cards / seconds:.0f} cards read a second ({found.cards} in {seconds:.1f} s on one core):"
        f" {found.whole / found.cards:.1%} whole, {found.ambiguous} ambiguous"
    )
    with own_home() as home:
        for which in ("imported", "imported again"):
            started = time.perf_counter()
            import_file(CORPUS)
            yield f"{which}: {time.perf_counter() - started:.1f} s"
        yield f"size of the imports: {(home / 'cards.db').stat().st_size / 1e6:.0f} MB"
    yield from _long_files()


LENGTH = 200_000_000
"""Bytes of a file as Scryfall and MTGJSON publish them."""
IMPORT = (
    "from judge.__main__ import main; import sys; sys.argv = ['judge', 'cards', 'import', {path!r}]; main()"
)


def _long_files() -> Iterator[str]:
    """Aim: 200 MB in under 150 MB of memory. The corpus over and over, each time with other ids, as an array and as MTGJSON's sets."""
    corpus = list(records(CORPUS))
    with own_home() as home:
        for form, write in (("array", _array), ("sets", _sets)):
            path = home / f"{form}.json"
            with path.open("w") as file:
                write(file, corpus)
            seconds, memory, _ = process("-c", IMPORT.format(path=str(path)))
            yield f"{path.stat().st_size / 1e6:.0f} MB as {form} imported: {seconds:.1f} s, {memory:.0f} MB of memory at most"
            path.unlink()


def _array(file: IO[str], corpus: list[Record]) -> None:
    file.write("[")
    for number in itertools.count():
        card = {"id": str(uuid.UUID(int=number)), "set": "ONE", **corpus[number % len(corpus)]}
        file.write(
            ",\n" * (number > 0) + json.dumps(card | {"legalities": dict.fromkeys("abcdefgh", "legal")})
        )
        if file.tell() > LENGTH:
            break
    file.write("]")


def _sets(file: IO[str], corpus: list[Record]) -> None:
    file.write('{"meta": {}, "data": {')
    for number in itertools.count():
        file.write(",\n" * (number > 0) + f'"SET{number}": {{"cards": [')
        for place, card in enumerate(corpus):
            face = {
                "name": card["name"].split(" // ")[0],
                "text": card.get("oracle_text", ""),
                "type": card.get("type_line", ""),
            }
            also = {
                "uuid": str(uuid.UUID(int=number)),
                "foreignData": [{"language": "German", "text": face["text"]}],
            }
            file.write(",\n" * (place > 0) + json.dumps(face | also))
        file.write("]}")
        if file.tell() > LENGTH:
            break
    file.write("}}")
