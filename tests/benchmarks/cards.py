"""How fast card texts are read and card files imported."""

from __future__ import annotations

import time
from collections.abc import Iterator

from tests.benchmarks.surroundings import CORPUS, own_home


def figures() -> Iterator[str]:
    """Aim: the whole corpus in under 60 s on one core."""
    from engine.oracle.coverage import coverage
    from scenarios.cards import import_file, records

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
