"""What the rules database takes: imports, look-ups, searches and whether they find, the concordance."""

from __future__ import annotations

import sqlite3
import statistics
import time
from collections.abc import Iterator

from rules_db import concordance, lookup, searching
from rules_db.concordance import making
from rules_db.exchange import importing
from rules_db.opening import database
from rules_db.store import database_path
from scenarios.mentions import cards_of
from tests.benchmarks.surroundings import EDITIONS, own_home
from tests.rules_db import measuring


def figures() -> Iterator[str]:
    """Aims: an import under 1.5 s, a look-up under 1 ms, a search under 10 ms; 60, 80, 95 % in the first 1, 3, 10."""
    with own_home():
        times = {}
        for path in sorted(EDITIONS.glob("*.txt")):
            started = time.perf_counter()
            edition = importing.import_file(path).edition
            times[edition] = time.perf_counter() - started
        yield f"import: {', '.join(f'{name} {seconds:.2f} s' for name, seconds in times.items())}"
        with database() as connection:
            yield from _in_process(connection)
        yield f"size of the database: {database_path().stat().st_size / 1e6:.0f} MB"


def _in_process(connection: sqlite3.Connection) -> Iterator[str]:
    numbers = [row[0] for row in connection.execute("SELECT number FROM rules WHERE edition = '2026-06-19'")]
    spent = []
    for number in numbers[::10]:
        started = time.perf_counter()
        lookup.rule(connection, number)
        spent.append(time.perf_counter() - started)
    yield f"look-up by number: median {1000 * statistics.median(spent):.2f} ms"
    for name in measuring.SETS:
        spent, ranks = [], []
        for question, answers in measuring.questions(name):
            started = time.perf_counter()
            hits = [hit.number for hit in searching.search(connection, question, cards_of=cards_of).hits]
            spent.append(time.perf_counter() - started)
            ranks.append(next((i for i, number in enumerate(hits) if number in answers), 99))
        first, three, ten = measuring.shares(ranks)
        yield f"search: median {1000 * statistics.median(spent):.1f} ms"
        yield f"{len(ranks)} questions ({name}): {first:.0%} in the first, {three:.0%} in the first 3, {ten:.0%} in the first 10"
    chain = concordance.Chain(connection)
    started = time.perf_counter()
    for at in range(len(chain.names) - 1):
        chain.links(at)
    yield f"concordance of {len(chain.names)} editions, made when they were imported: read in {time.perf_counter() - started:.2f} s"
    started = time.perf_counter()
    for old, new in zip(chain.names, chain.names[1:], strict=False):
        making.between(connection, old, new)
    yield f"the same made anew: {time.perf_counter() - started:.1f} s"
    for edition in chain.names[:: max(len(chain.names) // 4, 1)]:
        started = time.perf_counter()
        found = [concordance.number_in(chain, number, edition) for number in numbers]
        spent = time.perf_counter() - started
        yield f"counterparts of {len(numbers)} rules in {edition}: {sum(f is not None for f in found)} in {spent:.2f} s"
